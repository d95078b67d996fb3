import type { Job } from './job.ts';
import type { Outcome } from './reply.ts';
import { type LossReason, type Packer, Thread } from './thread.ts';

/** A thread that has just started holds some 30 MB. */
const SHED_ABOVE_BYTES = 64 * 2 ** 20;

export interface CrewOptions<T> {
  /** Called for each thread. */
  readonly packer: () => Packer<T>;
  readonly threads: number;
  /** The module whose default export `serve` made. */
  readonly workerUrl: URL;
  /** Bound of each thread's JavaScript heap. A task that needs more ends its thread. */
  readonly heapMb: number;
  /** A thread is replaced, between tasks, once it has done so many … */
  readonly recycleAfterTasks: number;
  /** … or holds so much, inside the heap and outside, garbage included. */
  readonly recycleAboveBytes: number;
}

export interface CrewEvents<T> {
  /** A thread joined. */
  onReady(): void;
  onDone(jobs: readonly Job<T>[], outcomes: readonly Outcome[]): void;
  /** A thread went, with the jobs that it still has. Returns how long to wait before another starts, in milliseconds. */
  onLost(thread: Thread<T>, reason: LossReason, error: unknown): number;
}

/** The threads, always as many as there should be: whoever goes is replaced. */
export class Crew<T> {
  readonly #options: CrewOptions<T>;
  readonly #events: CrewEvents<T>;
  readonly #threads = new Set<Thread<T>>();
  /** A thread that is to go once its successor is ready; one at a time. */
  #worn: { readonly thread: Thread<T>; readonly successor: Thread<T> } | undefined;
  #respawn: NodeJS.Timeout | undefined;
  #started: { readonly resolve: () => void; readonly reject: (reason: unknown) => void } | undefined;

  constructor(options: CrewOptions<T>, events: CrewEvents<T>) {
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

  [Symbol.iterator](): Iterator<Thread<T>> {
    return this.#threads.values();
  }

  /** Replaces a thread that will not come back by itself, whatever it is at. */
  lose(thread: Thread<T>, reason: LossReason, error: unknown): void {
    this.#threads.delete(thread);
    void thread.stop();
    if (thread === this.#worn?.thread || thread === this.#worn?.successor) this.#worn = undefined;
    this.#started?.reject(error);
    const waitMs = this.#events.onLost(thread, reason, error);
    if (waitMs === 0) this.#fill();
    else this.#respawn ??= setTimeout(() => this.#fill(), waitMs);
  }

  /** Replaces the one of the threads with nothing to do that holds most, if that frees more than a new one takes. */
  shed(): void {
    let largest: Thread<T> | undefined;
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

  #spawn(): Thread<T> {
    const { workerUrl, heapMb, packer } = this.#options;
    const thread = new Thread<T>(workerUrl, heapMb, packer(), {
      onReady: () => this.#ready(),
      onDone: (outcomes) => this.#done(thread, outcomes),
      onEnded: (reason, error) => this.lose(thread, reason, error),
    });
    this.#threads.add(thread);
    return thread;
  }

  #ready(): void {
    if ([...this.#threads].every(({ ready }) => ready)) this.#started?.resolve();
    this.#retireWorn();
    this.#events.onReady();
  }

  #done(thread: Thread<T>, outcomes: readonly Outcome[]): void {
    const jobs = thread.release();
    this.#retireWorn();
    const { recycleAfterTasks, recycleAboveBytes } = this.#options;
    const worn = thread.worn(recycleAfterTasks, recycleAboveBytes);
    if (worn && this.#worn === undefined && this.#threads.has(thread)) {
      this.#worn = { thread, successor: this.#spawn() };
    }
    this.#events.onDone(jobs, outcomes);
  }

  #retireWorn(): void {
    if (this.#worn?.thread.idle === true && this.#worn.successor.ready) {
      this.lose(this.#worn.thread, 'recycled', undefined);
    }
  }
}
