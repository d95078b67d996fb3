import type { Job } from './job.ts';
import type { Packer, Rendered, TaskResult } from './task-result.ts';
import { type LossReason, Thread } from './thread.ts';

/** A thread that has just started holds some 30 MB. */
const SHED_ABOVE_BYTES = 64 * 2 ** 20;

export interface WorkerGroupOptions<T, R extends Rendered> {
  /** Called for each thread. */
  readonly packer: () => Packer<T, R>;
  readonly threads: number;
  /** The module whose default export `serve` made. */
  readonly workerUrl: URL;
  /** Bound of each thread's JavaScript heap. A task that needs more ends its thread. */
  readonly heapMb: number;
  /** A thread is replaced, between tasks, once it has done this many … */
  readonly recycleAfterTasks: number;
  /** … or holds more than this, inside the heap and outside, garbage included. */
  readonly recycleAboveBytes: number;
}

export interface WorkerGroupEvents<T, R extends Rendered> {
  /** A thread joined. */
  onReady(): void;
  onDone(jobs: readonly Job<T, R>[], results: readonly TaskResult<R>[]): void;
  /** A thread exited, with the jobs that it still has. Returns how long to wait before another starts, in milliseconds. */
  onLost(thread: Thread<T, R>, reason: LossReason, error: unknown): number;
}

/** The threads, always as many as there should be: one that exits is replaced. */
export class WorkerGroup<T, R extends Rendered> {
  readonly #options: WorkerGroupOptions<T, R>;
  readonly #events: WorkerGroupEvents<T, R>;
  readonly #threads = new Set<Thread<T, R>>();
  /** The thread that is due for recycling, and goes once its successor is ready; one at a time. */
  #recycling: { readonly thread: Thread<T, R>; readonly successor: Thread<T, R> } | undefined;
  #respawn: NodeJS.Timeout | undefined;
  #started: { readonly resolve: () => void; readonly reject: (reason: unknown) => void } | undefined;

  constructor(options: WorkerGroupOptions<T, R>, events: WorkerGroupEvents<T, R>) {
    this.#options = options;
    this.#events = events;
  }

  /** Starts the threads; resolves when all are ready, rejects when one ends instead. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#started = { resolve, reject };
      this.#fill();
    });
  }

  [Symbol.iterator](): Iterator<Thread<T, R>> {
    return this.#threads.values();
  }

  /** Replaces a thread that will not come back by itself, whatever it is at. */
  lose(thread: Thread<T, R>, reason: LossReason, error: unknown): void {
    this.#threads.delete(thread);
    void thread.stop();
    if (thread === this.#recycling?.thread || thread === this.#recycling?.successor)
      this.#recycling = undefined;
    this.#started?.reject(error);
    const waitMs = this.#events.onLost(thread, reason, error);
    if (waitMs === 0) this.#fill();
    else this.#respawn ??= setTimeout(() => this.#fill(), waitMs);
  }

  /** Replaces the one of the threads with nothing to do that holds most, if that frees more than a new one takes. */
  shed(): void {
    let largest: Thread<T, R> | undefined;
    for (const thread of this.#threads) {
      if (thread.idle && thread.memoryBytes > (largest?.memoryBytes ?? SHED_ABOVE_BYTES)) largest = thread;
    }
    if (largest !== undefined) this.lose(largest, 'recycled', undefined);
  }

  /** Ends all threads whatever they are at. */
  async stop(): Promise<void> {
    clearTimeout(this.#respawn);
    await Promise.all([...this.#threads].map((thread) => thread.stop()));
  }

  #fill(): void {
    this.#respawn = undefined;
    while (this.#threads.size < this.#options.threads) this.#spawn();
  }

  #spawn(): Thread<T, R> {
    const { workerUrl, heapMb, packer } = this.#options;
    const thread = new Thread<T, R>(workerUrl, heapMb, packer(), {
      onReady: () => this.#ready(),
      onDone: (results) => this.#done(thread, results),
      onEnded: (reason, error) => this.lose(thread, reason, error),
    });
    this.#threads.add(thread);
    return thread;
  }

  #ready(): void {
    if ([...this.#threads].every(({ ready }) => ready)) this.#started?.resolve();
    this.#retire();
    this.#events.onReady();
  }

  #done(thread: Thread<T, R>, results: readonly TaskResult<R>[]): void {
    const jobs = thread.release();
    this.#retire();
    const { recycleAfterTasks, recycleAboveBytes } = this.#options;
    const due = thread.dueForRecycling(recycleAfterTasks, recycleAboveBytes);
    if (due && this.#recycling === undefined && this.#threads.has(thread)) {
      this.#recycling = { thread, successor: this.#spawn() };
    }
    this.#events.onDone(jobs, results);
  }

  #retire(): void {
    if (this.#recycling?.thread.idle === true && this.#recycling.successor.ready) {
      this.lose(this.#recycling.thread, 'recycled', undefined);
    }
  }
}
