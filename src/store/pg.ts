import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { inTime } from '../in-time.ts';
import { currentTrace, traceparentOf } from '../trace-context.ts';
import type { Database, Queryable, SqlValue } from './database.ts';
import { endInTime } from './end-in-time.ts';
import { PgChanges } from './pg-changes.ts';
import { pgConnection } from './pg-connection.ts';

/**
 * The time limit of a query with its connecting: well under 2 seconds, so that a request fails in time to be answered.
 */
const QUERY_TIMEOUT_MS = 1700;
/** A schema change may rebuild an index of many labels. Milliseconds. */
const PATIENT_TIMEOUT_MS = 3_600_000;
/** The piece of a long value sent at a time: 0.5 ms of the event loop, on each of the connections. */
const PIECE_BYTES = 196_608;
/** The most connections for statements. */
const STATEMENT_CONNECTIONS = 10;

/** The most connections that one store takes: one of them listens for changes. */
export const STORE_CONNECTIONS: number = STATEMENT_CONNECTIONS + 1;

/**
 * PostgreSQL over a pool of connections. Connecting is left to the first query, so that a server
 * that does not answer is no error until then. `onError` hears of connections that are lost while idle.
 */
export class PgDatabase implements Database {
  readonly changes: PgChanges;
  readonly #pool: pg.Pool;
  readonly #queryTimeoutMs: number;
  /** A name for each statement's text: the server then plans it once for each connection. */
  readonly #names = new Map<string, string>();

  constructor(url: string, onError: (error: unknown) => void, queryTimeoutMs = QUERY_TIMEOUT_MS) {
    this.#queryTimeoutMs = queryTimeoutMs;
    this.changes = new PgChanges(url, onError);
    this.#pool = new pg.Pool({
      ...pgConnection(url, 'platen'),
      max: STATEMENT_CONNECTIONS,
      // A little less, so that the server stops working on what the client has given up.
      statement_timeout: queryTimeoutMs - 100,
      idle_in_transaction_session_timeout: 5000,
    });
    // Without a listener a lost connection would end the process. The pool listens while a connection is idle, and
    // stops before its borrower can: the listener is the connection's own. Queries of the borrower reject with the same
    // error.
    this.#pool.on('error', onError);
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  query<Row extends object>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#alone((client) => this.#send(client, text, values));
  }

  async run(script: string): Promise<void> {
    await this.#alone((client) => client.query(script));
  }

  async bytes(text: string, values: readonly SqlValue[]): Promise<Uint8Array | null> {
    return this.#alone(async (client) => {
      const pieces = await this.#send<Piece>(client, inPieces(text), values, 1);
      return pieces[0] === undefined ? null : joined(pieces[0].length, pieces);
    });
  }

  async transaction<T>(work: (tx: Queryable) => Promise<T>, options = { patient: false }): Promise<T> {
    // Changes may take the time of connecting: no request waits for them.
    const client = await this.#pool.connect().catch(throwReadable);
    const limitMs = options.patient ? PATIENT_TIMEOUT_MS : this.#queryTimeoutMs;
    const run = async (script: string): Promise<void> => void (await answered(client.query(script), limitMs));
    const tx: Queryable = {
      query: (text, values = []) => answered(this.#send(client, text, values), limitMs),
      run,
    };
    return lend(client, async () => {
      await run('BEGIN');
      if (options.patient) await run('SET LOCAL statement_timeout = 0');
      const result = await work(tx);
      await run('COMMIT');
      return result;
    });
  }

  async close(): Promise<void> {
    await this.changes.close();
    await endInTime(this.#pool);
  }

  /** One query, together with the connection that it may have to wait for. */
  async #alone<T>(query: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const until = performance.now() + this.#queryTimeoutMs;
    const connecting = this.#pool.connect();
    try {
      await answered(connecting, this.#queryTimeoutMs);
    } catch (error) {
      // Too late for this query, and in time for the next one.
      connecting.then((client) => client.release()).catch(() => {});
      throwReadable(error);
    }
    const client = await connecting;
    return lend(client, () => answered(query(client), until - performance.now()));
  }

  /** @param rows rows that the server sends at a time, each time it is asked for more; all of them unless given. */
  async #send<Row extends object>(
    client: pg.PoolClient,
    text: string,
    values: readonly SqlValue[],
    rows?: number,
  ): Promise<Row[]> {
    // The types of the library leave `rows` out.
    const query: pg.QueryConfig & { rows?: number } = { ...this.#statement(text), values: [...values] };
    if (rows !== undefined) query.rows = rows;
    const result = await client.query<Row>(query);
    return result.rows;
  }

  /** A statement that is planned once; with a comment that names its trace it is planned each time. */
  #statement(text: string): { readonly text: string; readonly name?: string } {
    const trace = currentTrace();
    if (trace?.isSampled === true) return { text: `${text} /*traceparent='${traceparentOf(trace)}'*/` };
    let name = this.#names.get(text);
    if (name === undefined) {
      name = `platen_${this.#names.size}`;
      this.#names.set(text, name);
    }
    return { text, name };
  }
}

/** A part of a long value, as {@link inPieces} selects it. */
interface Piece {
  /** The offset of the piece in the whole. */
  readonly start: number;
  readonly base64: string;
  /** The length of the whole. Bytes. */
  readonly length: number;
}

/**
 * A statement that gives the `bytes` of another one in pieces, each of which the event loop reads in half a
 * millisecond. In base64, which takes it a third of the time of PostgreSQL's own form. `||` has the server decompress
 * the value once, and not for each piece.
 */
function inPieces(text: string): string {
  return `SELECT start, encode(substring(bytes FROM start + 1 FOR ${PIECE_BYTES}), 'base64') AS base64,
      octet_length(bytes) AS length
    FROM (SELECT bytes || ''::bytea AS bytes FROM (${text}) AS value WHERE bytes IS NOT NULL OFFSET 0) AS whole,
      generate_series(0, greatest(octet_length(bytes) - 1, 0), ${PIECE_BYTES}) AS start`;
}

/** The value that these are all pieces of, put together over several turns of the event loop. */
async function joined(length: number, pieces: readonly Piece[]): Promise<Uint8Array> {
  const whole = new SharedArrayBuffer(length);
  const bytes = Buffer.from(whole);
  for (const { start, base64 } of pieces) {
    bytes.write(base64, start, 'base64');
    await nextTurn();
  }
  return new Uint8Array(whole);
}

function answered<T>(query: Promise<T>, limitMs: number): Promise<T> {
  return inTime(query, limitMs, 'timeout: PostgreSQL did not answer in time');
}

/** Gives a connection back after this work: to the pool, or closed where the work failed. */
async function lend<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  let isDone = false;
  try {
    const result = await work();
    isDone = true;
    return result;
  } finally {
    // Closing the connection undoes a transaction, and never waits for one that hangs.
    client.release(!isDone);
  }
}

/** A host with several addresses fails with an error that has no message of its own. */
function throwReadable(error: unknown): never {
  if (!(error instanceof AggregateError)) throw error;
  throw new Error(error.errors.map(String).join('; '), { cause: error });
}
