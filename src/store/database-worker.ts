import { Worker } from 'node:worker_threads';
import { loaderArguments, workerModule } from '../worker-module.ts';
import type { SqlValue } from './database.ts';
import type { DatabaseReply, DatabaseRequest, DatabaseWorkerData } from './database-messages.ts';

interface Call {
  readonly resolve: (rows: object[]) => void;
  readonly reject: (error: Error) => void;
}

const MODULE = workerModule('database');
/** The size of V8's young generation: with its own 48 MB the thread keeps 15 MB more after a few labels. */
const YOUNG_MB = 12;

/** One thread with an embedded database in it, and the calls that wait for its answers. */
export class DatabaseWorker {
  readonly #worker: Worker;
  readonly #calls = new Map<number, Call>();
  #lastId = 0;
  #death: Error | undefined;
  /** Settles when the thread answers its first request; rejects when it cannot. */
  readonly ready: Promise<void>;
  /** Resolves when the thread has ended, whatever the reason. */
  readonly ended: Promise<void>;

  /** `onChanged` gets what the triggers of the schema send, before the call that made the changes is answered. */
  constructor(data: DatabaseWorkerData, onChanged: (payloads: readonly string[]) => void = () => {}) {
    this.#worker = new Worker(MODULE, {
      workerData: data,
      execArgv: loaderArguments(MODULE),
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#worker.on('error', (error) => {
      this.#death = new Error(`the database worker failed: ${error.message}`, { cause: error });
    });
    this.ended = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        this.#death ??= new Error(`the database worker ended with code ${code}`);
        for (const call of this.#calls.values()) call.reject(this.#death);
        this.#calls.clear();
        resolve();
      });
    });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (reply: DatabaseReply) => {
        if (reply.kind === 'ready') resolve();
        else if (reply.kind === 'changed') {
          onChanged(reply.payloads);
          // A turn of the event loop takes in all that comes while it lasts.
          setImmediate(() => this.#post({ kind: 'heard' }));
        } else this.#settle(reply);
      });
      void this.ended.then(() => reject(this.#death));
    });
  }

  query(text: string, values: readonly SqlValue[]): Promise<object[]> {
    return this.#ask((id) => ({ kind: 'query', id, text, values }));
  }

  async run(script: string): Promise<void> {
    await this.#ask((id) => ({ kind: 'run', id, script }));
  }

  /** Closes the database, then ends the thread. */
  async close(): Promise<void> {
    this.#post({ kind: 'close' });
    await this.ended;
  }

  /** Ends the thread as a crash would. */
  async kill(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(request: (id: number) => DatabaseRequest): Promise<object[]> {
    if (this.#death !== undefined) return Promise.reject(this.#death);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#post(request(id));
    });
  }

  #post(request: DatabaseRequest): void {
    this.#worker.postMessage(request);
  }

  #settle(reply: Extract<DatabaseReply, { readonly id: number }>): void {
    const call = this.#calls.get(reply.id);
    this.#calls.delete(reply.id);
    if (reply.kind === 'rows') call?.resolve(reply.rows);
    else call?.reject(new Error(reply.message));
  }
}
