import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Queryable, SqlValue } from './database.ts';
import { DatabaseWorker } from './database-worker.ts';
import { DirectoryLock } from './directory-lock.ts';

/** Calls that may wait for their turn; beyond that the database is overloaded, and more only cost memory. */
const MAX_WAITING = 1000;

/**
 * PostgreSQL inside this process (PGlite), in a thread of its own so that no statement holds up the event
 * loop. It has one connection, so calls and transactions take turns. When the thread dies, the call under way
 * rejects, and a new thread opens the same files, as PostgreSQL does after a crash.
 */
export class EmbeddedDatabase implements Database {
  readonly #directory: string;
  readonly #lock: DirectoryLock;
  readonly #onError: (error: unknown) => void;
  #worker: Promise<DatabaseWorker> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #closed = false;

  private constructor(directory: string, lock: DirectoryLock, onError: (error: unknown) => void) {
    this.#directory = directory;
    this.#lock = lock;
    this.#onError = onError;
  }

  /**
   * Opens the database of a data directory, making both if need be. Throws a `StoreRefusal` while another
   * process uses the directory. `onError` hears of threads that died.
   */
  static async open(dataDir: string, onError: (error: unknown) => void): Promise<EmbeddedDatabase> {
    const lock = await DirectoryLock.take(dataDir);
    try {
      const directory = join(dataDir, 'database');
      if (!existsSync(directory)) await create(directory);
      const database = new EmbeddedDatabase(directory, lock, onError);
      await database.#running();
      return database;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  query<Row extends object>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#inTurn(async (worker) => (await worker.query(text, values)) as Row[]);
  }

  run(script: string): Promise<void> {
    return this.#inTurn((worker) => worker.run(script));
  }

  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.#inTurn(async (worker) => {
      const tx: Queryable = {
        query: async <Row>(text: string, values: readonly SqlValue[] = []) =>
          (await worker.query(text, values)) as Row[],
        run: (script) => worker.run(script),
      };
      await worker.run('BEGIN');
      try {
        const result = await work(tx);
        await worker.run('COMMIT');
        return result;
      } catch (error) {
        // When this fails too, the thread is dead, and the transaction with it.
        await worker.run('ROLLBACK').catch(() => {});
        throw error;
      }
    });
  }

  /** Ends the thread as a crash would, for tests. */
  async killWorker(): Promise<void> {
    await (await this.#running()).kill();
  }

  /** Lets what is under way finish, then closes the files and gives the directory up. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#turn;
    const worker = await this.#worker?.catch(() => undefined);
    await worker?.close();
    this.#lock.release();
  }

  /** Runs `work` after everything asked before it. */
  async #inTurn<T>(work: (worker: DatabaseWorker) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('the embedded database is closed');
    if (this.#waiting >= MAX_WAITING) throw new Error('the embedded database has too many calls waiting');
    this.#waiting++;
    const result = this.#turn.then(async () => work(await this.#running()));
    this.#turn = result.catch(() => {});
    try {
      return await result;
    } finally {
      this.#waiting--;
    }
  }

  /** The thread, started anew if the last one died or could not start. */
  #running(): Promise<DatabaseWorker> {
    this.#worker ??= this.#start();
    return this.#worker;
  }

  async #start(): Promise<DatabaseWorker> {
    const worker = new DatabaseWorker({ directory: this.#directory, purpose: 'serve' });
    try {
      await worker.ready;
    } catch (error) {
      this.#worker = undefined;
      throw error;
    }
    void worker.ended.then(() => {
      if (this.#closed) return;
      this.#onError(new Error('the database worker died; a new one is started'));
      this.#worker = undefined;
      this.#running().catch(this.#onError);
    });
    return worker;
  }
}

/**
 * Makes the files in a thread that ends at once, because initialising leaves hundreds of megabytes behind in
 * its heap; and under another name first, so that half a database is never taken for a whole one.
 */
async function create(directory: string): Promise<void> {
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  const worker = new DatabaseWorker({ directory: draft, purpose: 'create' });
  await worker.ready;
  await worker.ended;
  renameSync(draft, directory);
}
