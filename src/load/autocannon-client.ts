import type { Socket } from 'node:net';
import type autocannon from 'autocannon';

/**
 * Autocannon's name for sending the current request: its client calls it for each new connection and after each
 * answer.
 */
const SEND = '_doRequest';
/** Autocannon's name for making a connection; it makes the next one at once when one has failed. */
const CONNECT = '_connect';

/** Pause between a failed connection and the next one, since a service that restarts needs the processor. */
const RECONNECT_MS = 20;

/** A client of autocannon with the members that its types leave out, by which it sends at chosen times. */
export interface AutocannonClient extends autocannon.Client {
  /** A new socket after each loss of the connection. */
  readonly conn: Socket;
  /** Keeps its state when the connection is lost in the middle of an answer. */
  readonly parser: { initialize(type: 'RESPONSE'): void };
  /** Whether the client makes no further connection. */
  readonly destroyed: boolean;
  [SEND](): void;
  [CONNECT](): void;
}

/** The head of an answer, in the event `headers`. */
interface Head {
  readonly statusCode: number;
  /** Names and values in turns. */
  readonly headers: readonly string[];
}

/** Events of a client. */
export interface ClientEvents {
  /** The client can send the next request; the one before was lost if it was not answered. */
  onFree(): void;
  onHead(status: number, headers: ReadonlyMap<string, string>): void;
  onBody(bytes: Buffer): void;
  onAnswer(): void;
  /** The client is free again when it has the next connection. */
  onConnectionError(error: Error): void;
}

/** Takes over when a client sends and reconnects. Returns a function that makes it send its current request. */
export function takeOver(client: AutocannonClient, events: ClientEvents): () => void {
  const send = client[SEND].bind(client);
  client[SEND] = () => events.onFree();
  const emitter: NodeJS.EventEmitter = client;
  emitter.on('headers', ({ statusCode, headers }: Head) => events.onHead(statusCode, byName(headers)));
  emitter.on('body', (bytes: Buffer) => events.onBody(bytes));
  emitter.on('response', () => events.onAnswer());
  const connect = client[CONNECT].bind(client);
  emitter.on('connError', (error: Error) => {
    events.onConnectionError(error);
    client[CONNECT] = () => {
      client[CONNECT] = connect;
      setTimeout(() => {
        if (!client.destroyed) connect();
      }, RECONNECT_MS);
    };
  });
  return send;
}

function byName(headers: readonly string[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (let at = 0; at + 1 < headers.length; at += 2)
    named.set((headers[at] as string).toLowerCase(), headers[at + 1] as string);
  return named;
}
