import pg from 'pg';
import type { Database, Queryable, SqlValue } from './database.ts';
import { endInTime } from './end-in-time.ts';
import { PgChanges } from './pg-changes.ts';

/** Together under 2 seconds, so that a request fails in time to be answered. Milliseconds. */
const CONNECT_TIMEOUT_MS = 500;
const QUERY_TIMEOUT_MS = 1400;
/** A schema change may rebuild an index of many labels. Milliseconds. */
const PATIENT_TIMEOUT_MS = 3_600_000;

/**
 * PostgreSQL over a pool of at most 10 connections. Connecting is left to the first query, so that a server
 * that is away is no error until then. `onError` hears of connections that are lost while idle.
 */
export class PgDatabase implements Database {
  readonly changes: PgChanges;
  readonly #pool: pg.Pool;
  /** A name for each statement's text: the server then plans it once for each connection. */
  readonly #names = new Map<string, string>();

  constructor(url: string, onError: (error: unknown) => void) {
    this.changes = new PgChanges(url, onError);
    this.#pool = new pg.Pool({
      connectionString: url,
      application_name: 'platen',
      max: 10,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      // A little less, so that the server stops working on what the client has given up.
      statement_timeout: QUERY_TIMEOUT_MS - 100,
      idle_in_transaction_session_timeout: 5000,
    });
    // Without a listener a lost connection would end the process.
    this.#pool.on('error', onError);
  }

  query<Row extends object>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#send(this.#pool, text, values);
  }

  async run(script: string): Promise<void> {
    await this.#pool.query(script).catch(throwReadable);
  }

  async transaction<T>(work: (tx: Queryable) => Promise<T>, options = { patient: false }): Promise<T> {
    const client = await this.#pool.connect().catch(throwReadable);
    // The pool's own listener is off while a connection is lent; its queries reject with the same error.
    const ignore = (): void => {};
    client.on('error', ignore);
    const limit = options.patient ? { query_timeout: PATIENT_TIMEOUT_MS } : {};
    const tx: Queryable = {
      query: (text, values = []) => this.#send(client, text, values, limit),
      run: async (script) => void (await client.query({ text: script, ...limit })),
    };
    let committed = false;
    try {
      await client.query('BEGIN');
      if (options.patient) await client.query('SET LOCAL statement_timeout = 0');
      const result = await work(tx);
      await client.query('COMMIT');
      committed = true;
      return result;
    } finally {
      client.removeListener('error', ignore);
      // Closing the connection undoes the transaction, and never waits for one that hangs.
      client.release(!committed);
    }
  }

  async close(): Promise<void> {
    await this.changes.close();
    await endInTime(this.#pool);
  }

  async #send<Row extends object>(
    to: pg.Pool | pg.PoolClient,
    text: string,
    values: readonly SqlValue[],
    limit: { readonly query_timeout?: number } = {},
  ): Promise<Row[]> {
    let name = this.#names.get(text);
    if (name === undefined) {
      name = `platen_${this.#names.size}`;
      this.#names.set(text, name);
    }
    const result = await to.query<Row>({ name, text, values: [...values], ...limit }).catch(throwReadable);
    return result.rows;
  }
}

/** A host with several addresses fails with an error that has no message of its own. */
function throwReadable(error: unknown): never {
  if (!(error instanceof AggregateError)) throw error;
  throw new Error(error.errors.map(String).join('; '), { cause: error });
}
