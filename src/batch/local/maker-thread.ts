import { Worker } from 'node:worker_threads';
import { loaderArguments } from '../../worker-module.ts';
import { type ChunkReply, type ChunkTask, NOT_BEGUN, type ThreadData } from './chunk-messages.ts';

/** A thread's JavaScript heap, at most. */
const HEAP_MB = 512;
/**
 * V8's young generation in that heap. Next to nothing of a chunk survives, so 12 MB would take as much processor
 * time.
 */
const YOUNG_MB = 3;
/** No row that keeps the limits of the API takes nearly as long. */
const HUNG_MS = 30_000;

/** A caller waiting for a reply. */
interface Waiting {
  resolve(reply: ChunkReply | null): void;
  reject(reason: Error): void;
}

/**
 * One thread and the chunk that it is at. Not one of piscina: what that leaves of each task keeps the next one's alive,
 * so that V8 takes all of it for old, and grows (a million rows of ZPL: 176 → 131 MB, bench batch).
 */
export class MakerThread {
  readonly #worker: Worker;
  #waiting: Waiting | null = null;
  /** Why it ends, once that is known. */
  #failure: string | null = null;
  #progress: Uint32Array | null = null;
  /** That it was at when it was looked at last, and since when. */
  #row = NOT_BEGUN;
  #since = 0;

  /** @param onEnd called when the thread has ended, for whatever reason */
  constructor(data: ThreadData, module: URL, onEnd: () => void) {
    this.#worker = new Worker(module, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
      execArgv: loaderArguments(module),
    });
    this.#worker.on('message', (reply: ChunkReply | null) => this.#waiter()?.resolve(reply));
    this.#worker.on('error', (error) => (this.#failure = this.#reasonOf(error)));
    this.#worker.on('exit', (code) => {
      onEnd();
      const reason = this.#failure ?? this.#reasonOf(new Error(`its thread ended with code ${code}`));
      this.#waiter()?.reject(new Error(reason));
    });
  }

  /** Resolves when the thread is ready. Rejects, as {@link run} does, if it ends before. */
  async start(): Promise<void> {
    await this.#answer(null);
  }

  /**
   * Makes a chunk, one at a time. Rejects when the thread ends; the error says why its row failed.
   *
   * @param progress of the slot of the task
   */
  async run(task: ChunkTask, progress: Uint32Array): Promise<ChunkReply> {
    this.#progress = progress;
    this.#row = NOT_BEGUN;
    return (await this.#answer(task)) as ChunkReply;
  }

  /** Ends the thread if it has been at one row for too long. */
  look(): void {
    if (this.#progress === null) return;
    const now = performance.now();
    const row = Atomics.load(this.#progress, 0);
    if (row !== this.#row) {
      this.#row = row;
      this.#since = now;
    } else if (row !== NOT_BEGUN && now - this.#since > HUNG_MS) {
      this.#failure = `the engine was at this row for more than ${HUNG_MS / 1000} s`;
      void this.end();
    }
  }

  /** Ends the thread, whatever it is at. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #answer(task: ChunkTask | null): Promise<ChunkReply | null> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#worker.postMessage(task);
    });
  }

  #waiter(): Waiting | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    this.#progress = null;
    return waiting;
  }

  #reasonOf({ code, message }: NodeJS.ErrnoException): string {
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') return `this row takes more than ${HEAP_MB} MB of memory`;
    const isAtRow = this.#progress !== null && Atomics.load(this.#progress, 0) !== NOT_BEGUN;
    return isAtRow ? `the engine crashed at this row: ${message}` : message;
  }
}
