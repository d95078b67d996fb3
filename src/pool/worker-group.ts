import type { LentBytes } from '../borrowed-bytes.ts';
import { LARGE_WEIGHT } from './fair-queue.ts';
import type { Job } from './job.ts';
import { type LossReason, RenderThread } from './render-thread.ts';
import type { Packer, RenderedTask, TaskResult } from './task-result.ts';

/** Memory above which an idle thread may be replaced. A new one holds some 30 MB. */
const SHED_ABOVE_BYTES = 64 * 2 ** 20;
/** Time before another start is tried after a further thread could not be started. */
const ALONE_MS = 3000;
/** Time before another start is tried after one that failed, since the system may not have freed its memory yet. */
const FAILED_START_MS = 200;

export interface WorkerGroupOptions<T, R extends RenderedTask<LentBytes>> {
  /** Makes the packer of a thread. */
  readonly packer: () => Packer<T, R>;
  /** Threads, at most; the first is started at once, more when they are needed. */
  readonly threads: number;
  /** The module whose default export `serve` made. */
  readonly workerUrl: URL;
  /** The bound of each thread's JavaScript heap. A task that needs more ends its thread. */
  readonly heapMb: number;
  /** Tasks after which a thread is replaced, between two tasks. */
  readonly recycleAfterTasks: number;
  /** Memory above which a thread is replaced, in bytes: the heap and buffers outside of it, garbage included. */
  readonly recycleAboveBytes: number;
}

export interface WorkerGroupEvents<T, R extends RenderedTask<LentBytes>> {
  /** Called when a thread is ready, or may be started again. */
  onReady(): void;
  onDone(jobs: readonly Job<T, R>[], results: readonly TaskResult<R>[]): void;
  /**
   * Called when a thread has exited, with the jobs that it still has. Returns the milliseconds before another may
   * start.
   */
  onLost(thread: RenderThread<T, R>, reason: LossReason, error: unknown): number;
}

/** The threads of a pool. A thread that exits is replaced. */
export class WorkerGroup<T, R extends RenderedTask<LentBytes>> {
  readonly #options: WorkerGroupOptions<T, R>;
  readonly #events: WorkerGroupEvents<T, R>;
  readonly #threads = new Set<RenderThread<T, R>>();
  /** The number of threads that there should be. */
  #wanted = 1;
  /** The thread that is being recycled, which ends when its successor is ready; one at a time. */
  #recycling: { readonly thread: RenderThread<T, R>; readonly successor: RenderThread<T, R> } | undefined;
  /** The timer of the next start after a failed one. While it runs, the number of wanted threads does not grow. */
  #respawn: NodeJS.Timeout | undefined;
  #started: { readonly resolve: () => void; readonly reject: (reason: unknown) => void } | undefined;

  constructor(options: WorkerGroupOptions<T, R>, events: WorkerGroupEvents<T, R>) {
    this.#options = options;
    this.#events = events;
  }

  /** Starts the first thread; resolves when it is ready, rejects when it ends instead. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#started = { resolve, reject };
      this.#fill();
    });
  }

  /** Starts threads for `waiting` jobs that find none idle, within the bound, and less those that are starting. */
  grow(waiting: number): void {
    if (this.#respawn !== undefined) return;
    const starting = this.#threads.size - this.#readyCount;
    this.#wanted = Math.min(this.#options.threads, this.#wanted + Math.max(0, waiting - starting));
    this.#fill();
  }

  /**
   * Whether an idle thread may take a job of any size, because another one remains for small jobs, or because there can
   * be no other.
   */
  get takesAny(): boolean {
    if (this.#readyCount === 1) return this.#options.threads === 1 || this.#respawn !== undefined;
    const atLarge = [...this.#threads].filter(({ jobs }) => jobs.some(({ weight }) => weight > LARGE_WEIGHT));
    return atLarge.length < this.#readyCount - 1;
  }

  get #readyCount(): number {
    return [...this.#threads].filter(({ ready }) => ready).length;
  }

  [Symbol.iterator](): Iterator<RenderThread<T, R>> {
    return this.#threads.values();
  }

  /** Replaces a thread that has ended, hangs or is no longer needed. */
  lose(thread: RenderThread<T, R>, reason: LossReason, error: unknown): void {
    this.#threads.delete(thread);
    void thread.stop();
    if (thread === this.#recycling?.thread || thread === this.#recycling?.successor)
      this.#recycling = undefined;
    this.#started?.reject(error);
    if (!thread.ready && this.#readyCount > 0) return this.#goOnWithout(thread, error);
    const waitMs = Math.max(this.#events.onLost(thread, reason, error), thread.ready ? 0 : FAILED_START_MS);
    if (waitMs === 0) this.#fill();
    else this.#pause(waitMs);
  }

  /** Replaces the idle thread that holds most memory, if that frees more than a new one takes. */
  shed(): void {
    let largest: RenderThread<T, R> | undefined;
    for (const thread of this.#threads) {
      if (thread.idle && thread.memoryBytes > (largest?.memoryBytes ?? SHED_ABOVE_BYTES)) largest = thread;
    }
    if (largest !== undefined) this.lose(largest, 'recycled', undefined);
  }

  /** Ends all threads, even while they work. */
  async stop(): Promise<void> {
    clearTimeout(this.#respawn);
    await Promise.all([...this.#threads].map((thread) => thread.stop()));
  }

  /** Goes on with the other threads after one ended before it was ready. */
  #goOnWithout(thread: RenderThread<T, R>, error: unknown): void {
    this.#wanted = this.#threads.size;
    // The first of several threads started together reports for all.
    if (this.#respawn !== undefined) return;
    this.#pause(ALONE_MS);
    this.#events.onLost(thread, 'unstarted', error);
  }

  #pause(ms: number): void {
    this.#respawn ??= setTimeout(() => {
      this.#respawn = undefined;
      this.#fill();
      this.#events.onReady();
    }, ms);
  }

  #fill(): void {
    while (this.#threads.size < this.#wanted) this.#spawn();
  }

  #spawn(): RenderThread<T, R> {
    const { workerUrl, heapMb, packer } = this.#options;
    const thread = new RenderThread<T, R>(workerUrl, heapMb, packer(), {
      onReady: () => this.#ready(),
      onDone: (results) => this.#done(thread, results),
      onEnded: (reason, error) => this.lose(thread, reason, error),
    });
    this.#threads.add(thread);
    return thread;
  }

  #ready(): void {
    this.#started?.resolve();
    this.#retire();
    this.#events.onReady();
  }

  #done(thread: RenderThread<T, R>, results: readonly TaskResult<R>[]): void {
    const jobs = thread.release();
    this.#retire();
    const { recycleAfterTasks, recycleAboveBytes } = this.#options;
    const due = thread.dueForRecycling(recycleAfterTasks, recycleAboveBytes);
    const free = this.#recycling === undefined && this.#respawn === undefined;
    if (due && free && this.#threads.has(thread)) this.#recycling = { thread, successor: this.#spawn() };
    this.#events.onDone(jobs, results);
  }

  #retire(): void {
    if (this.#recycling?.thread.idle === true && this.#recycling.successor.ready) {
      this.lose(this.#recycling.thread, 'recycled', undefined);
    }
  }
}
