import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { join } from 'node:path';
import type { ChangeFeed, ChangeListener, Database, Queryable, SqlValue } from './database.ts';
import { DatabaseWorker } from './database-worker.ts';
import { DirectoryLock } from './directory-lock.ts';
import { makePrivate } from './private-files.ts';

/** Calls that may wait for their turn; above that the database is overloaded, and more would only cost memory. */
const MAX_WAITING = 1000;

/** Answers other processes at the lock's socket while the database is open. */
export interface Door {
  readonly server: Server;
  /** Finishes what is in flight; from then on nothing asks for the database. The server goes on listening. */
  drain(): Promise<void>;
}

/**
 * PostgreSQL inside this process (PGlite), in a thread of its own so that no statement holds up the event
 * loop. It has one connection, so calls and transactions take turns. When the thread dies, the call in flight
 * rejects, and a new thread opens the same files, as PostgreSQL does after a crash.
 */
export class EmbeddedDatabase implements Database {
  readonly #directory: string;
  readonly #lock: DirectoryLock;
  readonly #onError: (error: unknown) => void;
  readonly #door: Door | undefined;
  /** Complete, because no other process uses the files. It is down while there is no thread. */
  readonly changes: ChangeFeed = {
    isComplete: true,
    subscribe: (listener) => {
      this.#listener = listener;
      if (this.#isUp) listener.up();
    },
  };
  #listener: ChangeListener | undefined;
  #isUp = false;
  #worker: Promise<DatabaseWorker> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #closed = false;
  #closing: Promise<void> | undefined;

  private constructor(
    directory: string,
    lock: DirectoryLock,
    onError: (error: unknown) => void,
    door: Door | undefined,
  ) {
    this.#directory = directory;
    this.#lock = lock;
    this.#onError = onError;
    this.#door = door;
  }

  /**
   * Opens the database of a data directory, making both if need be. Throws a `StoreFailure` while another
   * process uses the directory. `onError` hears of threads that died, and of files that others can read.
   */
  static async open(
    dataDir: string,
    onError: (error: unknown) => void,
    door?: Door,
  ): Promise<EmbeddedDatabase> {
    const lock = await DirectoryLock.take(dataDir, door?.server, onError);
    try {
      const directory = join(dataDir, 'database');
      if (existsSync(directory)) closeToOthers(directory, onError);
      else await create(directory, lock);
      const database = new EmbeddedDatabase(directory, lock, onError, door);
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

  /** The thread reads the value into shared memory, which crosses without being copied. */
  async bytes(text: string, values: readonly SqlValue[]): Promise<Uint8Array | null> {
    const [row] = await this.query<{ bytes: Uint8Array | null }>(text, values);
    return row?.bytes ?? null;
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

  /** Lets what is in flight finish, then closes the files and gives the directory up. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#door?.drain();
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

  /** The thread, restarted if the last one died or could not start. */
  #running(): Promise<DatabaseWorker> {
    this.#worker ??= this.#start();
    return this.#worker;
  }

  async #start(): Promise<DatabaseWorker> {
    const worker = new DatabaseWorker(
      { directory: this.#directory, purpose: 'serve', lock: this.#lock.proof },
      (payloads) => this.#listener?.changed(payloads),
    );
    try {
      await worker.ready;
    } catch (error) {
      this.#worker = undefined;
      throw error;
    }
    this.#isUp = true;
    this.#listener?.up();
    void worker.ended.then(() => {
      this.#isUp = false;
      this.#listener?.down();
      // The process ends here if the lock is lost.
      this.#lock.verify();
      if (this.#closed) return;
      this.#onError(new Error('the database worker died; a new one is started'));
      this.#worker = undefined;
      this.#running().catch(this.#onError);
    });
    return worker;
  }
}

/** Files of an earlier version, or of a careless copy. */
function closeToOthers(directory: string, onError: (error: unknown) => void): void {
  try {
    makePrivate(directory);
  } catch (error) {
    onError(error);
  }
}

/**
 * Makes the files in a thread that ends at once, because initialising leaves hundreds of megabytes behind in
 * its heap; and under another name first, so that half a database is never taken for a whole one.
 */
async function create(directory: string, lock: DirectoryLock): Promise<void> {
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const worker = new DatabaseWorker({ directory: draft, purpose: 'create', lock: lock.proof });
  await worker.ready;
  await worker.ended;
  lock.verify();
  renameSync(draft, directory);
}
