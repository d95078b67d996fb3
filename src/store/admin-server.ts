import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ADMIN_CALLS,
  type AdminCall,
  MAX_CALL_BYTES,
  PROGRAM,
  PROGRAM_HEADER,
  type Trouble,
} from './admin-calls.ts';
import type { Door } from './embedded.ts';
import { type AdminStore, StoreFailure } from './store.ts';

/** Commands at once; more are turned away, and come again. */
const MAX_CONNECTIONS = 4;
/**
 * Time for a command to begin a call, to send all of it, and to end when the service stops. Commands are on the same machine
 * and send at once; a connection that stays silent takes the place of another command. Milliseconds.
 */
const BEGIN_MS = 2000;
const ARRIVAL_MS = 60_000;
const DRAIN_MS = 2000;
/** How often these times are looked at. Milliseconds. */
const LOOK_MS = 500;

/**
 * Answers commands of the same user with this process's store, over HTTP on the socket of the database's lock, so
 * that they see and change what it has, its cache included. Who connects before there is a store waits for it.
 */
export class AdminServer implements Door {
  readonly server = createServer(
    { requestTimeout: ARRIVAL_MS, headersTimeout: BEGIN_MS, connectionsCheckingInterval: LOOK_MS },
    (request, response) => void this.#answer(request, response),
  );
  /** Connections that calls are taken from, each until it closes. */
  readonly #guests = new Map<Socket, Promise<unknown>>();
  #open: (store: AdminStore) => void = () => {};
  readonly #store = new Promise<AdminStore>((resolve) => {
    this.#open = resolve;
  });
  #draining = false;

  constructor() {
    this.server.maxConnections = MAX_CONNECTIONS;
  }

  /** From here on calls are answered. */
  open(store: AdminStore): void {
    this.#open(store);
  }

  /** Takes no further connections, and cuts those that are open once they have had time to finish. */
  async drain(): Promise<void> {
    this.#draining = true;
    const late = delay(DRAIN_MS, 'late', { ref: false });
    while (this.#guests.size > 0 && (await Promise.race([late, ...this.#guests.values()])) !== 'late');
    this.server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const [status, body] = await this.#result(request);
      response.writeHead(status, {
        'Content-Type': 'application/json',
        ...(status === 200 ? {} : { Connection: 'close' }),
      });
      response.end(body);
    } catch {
      // The command has gone before its call was whole.
      response.destroy();
    }
  }

  /** Whether calls are taken from this connection: those that were open before we stopped may go on. */
  #letsIn(socket: Socket): boolean {
    if (this.#guests.has(socket)) return true;
    if (this.#draining || socket.destroyed) return false;
    // A connection that breaks is closed as well: it must not fail the wait for all of them.
    const left = once(socket, 'close')
      .catch(() => {})
      .finally(() => this.#guests.delete(socket));
    this.#guests.set(socket, left);
    return true;
  }

  async #result(request: IncomingMessage): Promise<[status: number, body: string]> {
    const trouble = (status: number, what: Trouble): [number, string] => [status, JSON.stringify(what)];
    const program = request.headers[PROGRAM_HEADER];
    if (program !== PROGRAM) {
      return trouble(409, {
        failure:
          `this is platen ${String(program)}, and the process that has the database is platen ${PROGRAM}: ` +
          'use the same version, or stop that process first',
      });
    }
    const store = await this.#store;
    if (!this.#letsIn(request.socket)) return trouble(503, { error: 'it is stopping' });
    if (request.url === '/') return [200, 'null'];
    const name = request.url?.slice(1) ?? '';
    if (!isCall(name)) return trouble(404, { error: `there is no call ${name}` });
    const body = await readBody(request);
    if (body === null) {
      return trouble(413, { failure: `more than ${MAX_CALL_BYTES} bytes at once; send fewer` });
    }
    const { takes, gives } = ADMIN_CALLS[name];
    const parameters = takes.safeParse(parseJson(body));
    if (!parameters.success) return trouble(400, { error: `${name}: ${parameters.error.message}` });
    try {
      // The table's own check makes them the parameters of this very call.
      const result: unknown = await Reflect.apply(store[name], store, parameters.data);
      return [200, JSON.stringify(gives.parse(result) ?? null)];
    } catch (error) {
      if (error instanceof StoreFailure) return trouble(409, { failure: error.message });
      return trouble(500, { error: error instanceof Error ? error.message : String(error) });
    }
  }
}

function isCall(name: string): name is AdminCall {
  return Object.hasOwn(ADMIN_CALLS, name);
}

/** Null for one that is too large, of which no more is read. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_CALL_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
