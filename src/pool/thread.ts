import { Worker } from 'node:worker_threads';
import type { Job } from './job.ts';
import type { Outcome, ThreadData, ThreadMessage } from './reply.ts';

/** Why a thread was replaced. */
export type LossReason = 'crashed' | 'hung' | 'memory' | 'recycled';

/** What a thread tells of itself, until it is stopped. */
export interface ThreadEvents<R> {
  onReady(): void;
  /** In the order of the jobs that it was sent. */
  onDone(outcomes: readonly Outcome<R>[]): void;
  /** It ended by itself. */
  onEnded(reason: 'crashed' | 'memory', error: unknown): void;
}

/** One worker thread and what it is at. */
export class Thread<T, R> {
  readonly #worker: Worker;
  readonly #progress = new Int32Array(new SharedArrayBuffer(4));
  #ready = false;
  #jobs: readonly Job<T, R>[] = [];
  #busySince = 0;
  #tasksDone = 0;
  #memoryBytes = 0;

  constructor(url: URL, heapMb: number, events: ThreadEvents<R>) {
    const workerData: ThreadData = { progress: this.#progress };
    this.#worker = new Worker(url, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      execArgv: url.pathname.endsWith('.ts') ? typescriptLoader() : [],
    });
    let reason: 'crashed' | 'memory' = 'crashed';
    let cause: unknown;
    this.#worker.on('message', (message: ThreadMessage<R>) => {
      if (message.kind === 'ready') {
        this.#ready = true;
        events.onReady();
      } else {
        this.#memoryBytes = message.memoryBytes;
        this.#tasksDone += message.outcomes.length;
        events.onDone(message.outcomes);
      }
    });
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      cause = error;
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') reason = 'memory';
    });
    this.#worker.on('exit', (code) => {
      events.onEnded(reason, cause ?? new Error(`a worker thread exited with code ${code}`));
    });
  }

  get ready(): boolean {
    return this.#ready;
  }

  get idle(): boolean {
    return this.#ready && this.#jobs.length === 0;
  }

  /** What it was sent and has not been relieved of. */
  get jobs(): readonly Job<T, R>[] {
    return this.#jobs;
  }

  /** The one of its jobs that it is at. */
  get current(): Job<T, R> | undefined {
    return this.#jobs[Atomics.load(this.#progress, 0)];
  }

  /** `performance.now()` when it was sent what it is at. */
  get busySince(): number {
    return this.#busySince;
  }

  get tasksDone(): number {
    return this.#tasksDone;
  }

  /** What its isolate held after the last batch, garbage included. */
  get memoryBytes(): number {
    return this.#memoryBytes;
  }

  send(jobs: readonly Job<T, R>[]): void {
    Atomics.store(this.#progress, 0, 0);
    this.#jobs = jobs;
    this.#busySince = performance.now();
    this.#worker.postMessage(jobs.map(({ task }) => task));
  }

  /** Takes its jobs away from it: it is done with them, or will never be. */
  release(): readonly Job<T, R>[] {
    const jobs = this.#jobs;
    this.#jobs = [];
    return jobs;
  }

  /** Ends it whatever it is at. It tells no more of itself. */
  async stop(): Promise<void> {
    this.#worker.removeAllListeners();
    // Without a listener an error on the way out would be the process's.
    this.#worker.on('error', () => {});
    await this.#worker.terminate();
  }
}

/** Node 20 cannot load TypeScript by itself, and `--import tsx` does nothing in a thread that is not the main one. */
function typescriptLoader(): string[] {
  const api = import.meta.resolve('tsx/esm/api');
  return ['--import', `data:text/javascript,import { register } from ${JSON.stringify(api)}; register();`];
}
