import { isOutOfMemory, PortThread } from '../../threads/port-thread.ts';
import { type ChunkReply, type ChunkTask, NOT_BEGUN, type ThreadData } from './chunk-messages.ts';

/** A thread's JavaScript heap, at most. */
const HEAP_MB = 512;
/**
 * V8's young generation in that heap. With 3 MB, ZPL takes 1.06 to 1.2 times the processor time and PDFs 1.1 times;
 * with 24 MB nothing is faster but the ZPL of the smallest labels. Beyond that, `render-thread.ts` says what it costs.
 */
const YOUNG_MB = 12;
/** The longest time at one row. No row within the limits of the API takes nearly as long. */
const HUNG_MS = 30_000;

/** A caller waiting for a reply. */
interface Waiting {
  resolve(reply: ChunkReply | null): void;
  reject(reason: Error): void;
}

/** One thread, and the chunk that it is making. */
export class MakerThread {
  readonly #thread: PortThread<ChunkTask | null, ChunkReply | null>;
  readonly #onEnd: () => void;
  #waiting: Waiting | null = null;
  #progress: Uint32Array | null = null;
  /** The row at the last look, and the time when the thread was first seen at it. */
  #row = NOT_BEGUN;
  #since = 0;

  /** @param onEnd called when the thread has ended, for whatever reason */
  constructor(data: ThreadData, module: URL, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#thread = new PortThread(module, { heapMb: HEAP_MB, youngMb: YOUNG_MB }, data, {
      onReply: (reply) => this.#waiter()?.resolve(reply),
      onEnded: (error) => void this.end(this.#reasonOf(error)),
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
      void this.end(`the engine was at this row for more than ${HUNG_MS / 1000} s`);
    }
  }

  /** Ends the thread, even while it works; its chunk fails for this reason. */
  async end(reason = 'it was ended'): Promise<void> {
    await this.#thread.stop();
    this.#onEnd();
    this.#waiter()?.reject(new Error(reason));
  }

  #answer(task: ChunkTask | null): Promise<ChunkReply | null> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#thread.send(task);
    });
  }

  #waiter(): Waiting | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    this.#progress = null;
    return waiting;
  }

  #reasonOf(error: unknown): string {
    if (isOutOfMemory(error)) return `this row takes more than ${HEAP_MB} MB of memory`;
    const { message } = error as Error;
    const isAtRow = this.#progress !== null && Atomics.load(this.#progress, 0) !== NOT_BEGUN;
    return isAtRow ? `the engine crashed at this row: ${message}` : message;
  }
}
