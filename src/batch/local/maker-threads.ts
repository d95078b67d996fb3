import { isOutOfMemory, PortThread } from '../../threads/port-thread.ts';
import { BatchStopped } from '../batch-failure.ts';
import {
  type ChunkReply,
  type ChunkSlot,
  type ChunkTask,
  type MakerThreadData,
  NOT_BEGUN,
} from './chunk-messages.ts';

const LOOK_MS = 1000;
/** Shared by all chunks, because a map for each would grow the heap of the main thread. */
const NONE_BROKEN: ChunkTask['broken'] = new Map();

/** A caller waiting for a thread. */
interface WaitingForThread {
  resolve(thread: MakerThread): void;
  reject(reason: unknown): void;
}

/**
 * Threads that make labels. A thread that crashes, hangs or runs out of memory costs the row that it was working on. A
 * further thread starts when all running ones are busy: for a few rows one is enough.
 */
export class MakerThreads {
  #most: number;
  readonly #data: MakerThreadData;
  readonly #module: URL;
  readonly #threads = new Set<MakerThread>();
  /** Idle threads. An array, because a set leaves garbage that V8 moves to its old generation. */
  #idle: MakerThread[] = [];
  readonly #waiting: WaitingForThread[] = [];
  readonly #look: NodeJS.Timeout;
  #closed = false;

  private constructor(most: number, data: MakerThreadData, module: URL) {
    this.#most = most;
    this.#data = data;
    this.#module = module;
    this.#look = setInterval(() => {
      for (const thread of this.#threads) thread.look();
    }, LOOK_MS).unref();
  }

  /** Starts a thread of this module; others follow, up to `most`. Throws `BatchStopped` if the first does not start. */
  static async start(most: number, data: MakerThreadData, module: URL): Promise<MakerThreads> {
    const started = new MakerThreads(most, data, module);
    try {
      started.#give(await started.#take());
      return started;
    } catch (error) {
      await started.close();
      throw absent(error);
    }
  }

  /**
   * Makes a chunk. A row that ends its thread fails; the rows of the task before it are made again.
   *
   * @throws BatchStopped if no thread works
   */
  async run(task: Omit<ChunkTask, 'broken'>): Promise<ChunkReply> {
    const { progress } = this.#data.slots[task.slot] as ChunkSlot;
    let broken = NONE_BROKEN;
    for (;;) {
      Atomics.store(progress, 0, NOT_BEGUN);
      const thread = await this.#take().catch((error: unknown) => Promise.reject(absent(error)));
      try {
        const reply = await thread.run({ ...task, broken }, progress);
        this.#give(thread);
        return reply;
      } catch (error) {
        const row = Atomics.load(progress, 0);
        if (this.#closed || row === NOT_BEGUN || broken.has(row)) throw absent(error);
        broken = new Map([...broken, [row, (error as Error).message]]);
      }
    }
  }

  /** Ends the threads, even while they work. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#look);
    for (const { reject } of this.#waiting.splice(0)) reject(ended());
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  /** Takes an idle thread, once there is one. */
  #take(): Promise<MakerThread> {
    if (this.#closed) return Promise.reject(ended());
    const idle = this.#idle.pop();
    if (idle !== undefined) return Promise.resolve(idle);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      if (this.#threads.size < this.#most) void this.#add();
    });
  }

  #give(thread: MakerThread): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#idle.push(thread);
    else waiting.resolve(thread);
  }

  /** Starts one more thread. If it fails, the others go on without it; if it was the only one, waiting callers fail. */
  async #add(): Promise<void> {
    try {
      this.#give(await this.#start());
    } catch (error) {
      if (this.#threads.size > 0) this.#most = this.#threads.size;
      else for (const { reject } of this.#waiting.splice(0)) reject(error);
    }
  }

  async #start(): Promise<MakerThread> {
    const thread = new MakerThread(this.#data, this.#module, () => {
      this.#threads.delete(thread);
      this.#idle = this.#idle.filter((idle) => idle !== thread);
    });
    this.#threads.add(thread);
    await thread.start();
    return thread;
  }
}

function ended(): Error {
  return new Error('they are ended');
}

/** The error of threads that cannot make anything. */
function absent(error: unknown): BatchStopped {
  return new BatchStopped(`the threads of the engine do not work: ${(error as Error).message}`);
}

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
interface WaitingForReply {
  resolve(reply: ChunkReply | null): void;
  reject(reason: Error): void;
}

/** One thread, and the chunk that it is making. */
class MakerThread {
  readonly #thread: PortThread<ChunkTask | null, ChunkReply | null>;
  readonly #onEnd: () => void;
  #waiting: WaitingForReply | null = null;
  #progress: Uint32Array | null = null;
  /** The row at the last look, and the time when the thread was first seen at it. */
  #row = NOT_BEGUN;
  #since = 0;

  /** @param onEnd called when the thread has ended, for whatever reason */
  constructor(data: MakerThreadData, module: URL, onEnd: () => void) {
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

  #waiter(): WaitingForReply | null {
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
