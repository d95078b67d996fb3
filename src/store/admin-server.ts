import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { readBeforeEnding } from '../silent-connections.ts';
import {
  BYTES,
  IMPORT_CALLS,
  LAST_PART_HEADER,
  MAX_BYTES,
  PART,
  PROGRAM,
  PROGRAM_HEADER,
  STORE_CALLS,
  type Trouble,
} from './admin-calls.ts';
import type { Door } from './embedded.ts';
import { StagedLabels, type StagingRoom } from './staged-labels.ts';
import { type AdminStore, StoreFailure, type StorePieces } from './store.ts';

/** Commands at once; more are turned away, and come again. */
const MAX_CONNECTIONS = 4;
/**
 * Time for a command to begin a call, to begin another one, to send all of it, and to end when the service stops.
 * Commands are on the same machine and send at once; a connection that stays silent takes the place of another command,
 * and keeps the labels that it brought. Milliseconds.
 */
const BEGIN_MS = 2000;
const NEXT_MS = 5000;
const ARRIVAL_MS = 60_000;
const DRAIN_MS = 2000;
/** How often these times are looked at. Milliseconds. */
const LOOK_MS = 500;

interface Guest {
  /** Resolves when the connection is closed. */
  readonly left: Promise<unknown>;
  readonly staged: StagedLabels;
}

interface Answer {
  readonly status: number;
  /** JSON, or bytes that are passed on as they are. */
  readonly body: string | Uint8Array;
}

/**
 * Answers commands of the same user with this process's store, over HTTP on the socket of the database's lock, so
 * that they see and change what it has, its cache included. A command that connects before the store is open waits.
 */
export class AdminServer implements Door {
  readonly server = createServer(
    {
      requestTimeout: ARRIVAL_MS,
      headersTimeout: BEGIN_MS,
      keepAliveTimeout: NEXT_MS,
      connectionsCheckingInterval: LOOK_MS,
    },
    (request, response) => void this.#answer(request, response),
  );
  /** Connections that calls are taken from, each until it closes. */
  readonly #guests = new Map<Socket, Guest>();
  #open: (store: AdminStore & StorePieces) => void = () => {};
  readonly #store = new Promise<AdminStore & StorePieces>((resolve) => {
    this.#open = resolve;
  });
  readonly #room: StagingRoom = { bytes: 0 };
  #draining = false;

  constructor() {
    this.server.maxConnections = MAX_CONNECTIONS;
    readBeforeEnding(this.server);
  }

  /** From here on calls are answered. */
  open(store: AdminStore & StorePieces): void {
    this.#open(store);
  }

  /** Takes no further connections, and cuts those that are open once they have had time to finish. */
  async drain(): Promise<void> {
    this.#draining = true;
    const late = delay(DRAIN_MS, 'late', { ref: false });
    const oneLeft = () => Promise.race([late, ...[...this.#guests.values()].map(({ left }) => left)]);
    while (this.#guests.size > 0 && (await oneLeft()) !== 'late');
    this.server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { status, body } = await this.#result(request);
      response.writeHead(status, {
        'Content-Type': typeof body === 'string' ? 'application/json' : BYTES,
        ...(status === 200 ? {} : { Connection: 'close' }),
      });
      response.end(body);
    } catch {
      // The command has gone before its call was whole.
      response.destroy();
    }
  }

  /** Null if no calls are taken from this connection: those that were open before we stopped may go on. */
  #letIn(socket: Socket, store: StorePieces): Guest | null {
    const known = this.#guests.get(socket);
    if (known !== undefined) return known;
    if (this.#draining || socket.destroyed) return null;
    // A connection that breaks is closed as well: it must not fail the wait for all of them.
    const staged = new StagedLabels(store, this.#room);
    const left = once(socket, 'close')
      .catch(() => {})
      .finally(() => {
        this.#guests.delete(socket);
        staged.close();
      });
    const guest = { left, staged };
    this.#guests.set(socket, guest);
    return guest;
  }

  async #result(request: IncomingMessage): Promise<Answer> {
    const program = request.headers[PROGRAM_HEADER];
    if (program !== PROGRAM) {
      return trouble(409, {
        failure:
          `this is platen ${String(program)}, and the process that has the database is platen ${PROGRAM}: ` +
          'use the same version, or stop that process first',
      });
    }
    const store = await this.#store;
    const guest = this.#letIn(request.socket, store);
    if (guest === null) return trouble(503, { error: 'it is stopping' });
    if (request.url === '/') return { status: 200, body: 'null' };
    const isPart = request.url === PART;
    const most = isPart ? MAX_BYTES.part : MAX_BYTES.parameters;
    const body = await readBody(request, most);
    if (body === null) return trouble(413, { failure: `more than ${most} bytes at once; send fewer` });
    const { staged } = guest;
    if (isPart) {
      const isLast = request.headers[LAST_PART_HEADER] !== undefined;
      return answered(async () => staged.addPart(body, isLast));
    }
    const name = request.url?.slice(1) ?? '';
    if (isIn(STORE_CALLS, name)) return called(name, STORE_CALLS[name], store[name].bind(store), body);
    if (isIn(IMPORT_CALLS, name)) return called(name, IMPORT_CALLS[name], staged[name].bind(staged), body);
    return trouble(404, { error: `there is no call ${name}` });
  }
}

function trouble(status: number, what: Trouble): Answer {
  return { status, body: JSON.stringify(what) };
}

function isIn<Calls extends object>(calls: Calls, name: PropertyKey): name is keyof Calls {
  return Object.hasOwn(calls, name);
}

interface Call {
  readonly takes: z.ZodType<readonly unknown[]>;
  readonly gives: z.ZodType;
}

async function called(
  name: string,
  { takes, gives }: Call,
  call: (...given: never[]) => Promise<unknown>,
  body: Buffer,
): Promise<Answer> {
  const parameters = takes.safeParse(parseJson(body));
  if (!parameters.success) return trouble(400, { error: `${name}: ${parameters.error.message}` });
  // The table's own check makes them the parameters of this very call.
  return answered(async () => gives.parse(await Reflect.apply(call, undefined, [...parameters.data])));
}

async function answered(work: () => Promise<unknown>): Promise<Answer> {
  try {
    const result = (await work()) ?? null;
    return { status: 200, body: result instanceof Uint8Array ? result : JSON.stringify(result) };
  } catch (error) {
    if (error instanceof StoreFailure) return trouble(409, { failure: error.message });
    return trouble(500, { error: error instanceof Error ? error.message : String(error) });
  }
}

/** Null for one that is too large, of which no more is read. */
async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    return undefined;
  }
}
