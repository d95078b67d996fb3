import { Piscina } from 'piscina';
import { isOutOfMemory, threadOptions } from './port-thread.ts';

/** A thread's JavaScript heap, at most. */
const HEAP_MB = 512;

/** A limit of a thread. */
export type Bound = 'memory' | 'time';

/** A task passed a bound of its thread, which was ended with the task. The message names the bound. */
export class BoundPassed extends Error {
  readonly bound: Bound;

  constructor(subject: string, bound: Bound, limit: string) {
    super(
      bound === 'time'
        ? `${subject} takes longer than ${limit}`
        : `${subject} takes more than ${limit} of memory`,
    );
    this.bound = bound;
  }
}

/** How a thread starts, and when its tasks end. */
export interface ThreadOptions {
  /** The subject of the tasks, as messages call it: `the label`. */
  readonly subject: string;
  /** Whether the thread starts at once, and not with its first task. */
  readonly startsNow: boolean;
  /**
   * Tasks that take longer are ended, and the thread with them. The time counts from a task's turn on, without the
   * start of the thread, which takes seconds on a busy machine.
   */
  readonly taskMs?: number;
  /** Tasks that wait for their turn, at most. */
  readonly waitingMax: number;
}

/** A task was refused: too many wait. */
export class ThreadBusy extends Error {
  override readonly name = 'ThreadBusy';

  constructor(subject: string) {
    super(`too many tasks wait before ${subject}`);
  }
}

/** A thread that does one task after another, within bounds. A thread that ends is replaced. */
export class BoundedThread<T, R> {
  readonly #piscina: Piscina<T, R>;
  readonly #subject: string;
  readonly #taskMs: number | undefined;
  readonly #waitingMax: number;
  /** Whether the thread has loaded its module. */
  #isReady = false;
  /** Tasks that run or wait. */
  #tasks = 0;
  /** Resolves when the last task so far is over. */
  #lastTask: Promise<unknown> = Promise.resolve();

  /** @param module exports the function that does a task. */
  constructor(module: URL, { subject, startsNow, taskMs, waitingMax }: ThreadOptions) {
    this.#subject = subject;
    this.#taskMs = taskMs;
    this.#waitingMax = waitingMax;
    this.#piscina = new Piscina({
      ...threadOptions(module, { heapMb: HEAP_MB }),
      minThreads: startsNow ? 1 : 0,
    });
    this.#piscina.on('workerCreate', () => (this.#isReady = true));
    this.#piscina.on('workerDestroy', () => (this.#isReady = false));
  }

  /**
   * Does a task. Rejects with {@link BoundPassed}, with the error of its function, at once with {@link ThreadBusy}, or
   * with the reason of the signal if it is aborted before the task's turn.
   */
  async run(task: T, signal?: AbortSignal): Promise<R> {
    if (this.#tasks > this.#waitingMax) throw new ThreadBusy(this.#subject);
    this.#tasks++;
    const result = this.#lastTask.then(() => {
      signal?.throwIfAborted();
      return this.#run(task);
    });
    const over = (): void => void this.#tasks--;
    this.#lastTask = result.then(over, over);
    return result;
  }

  async #run(task: T): Promise<R> {
    const subject = this.#subject;
    const taskMs = this.#taskMs;
    const timeout = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const begin = (): void => {
      if (taskMs !== undefined) timer = setTimeout(() => timeout.abort(), taskMs);
    };
    if (this.#isReady) begin();
    else this.#piscina.once('workerCreate', begin);
    try {
      return await this.#piscina.run(task, { signal: timeout.signal });
    } catch (error) {
      if (taskMs !== undefined && timeout.signal.aborted)
        throw new BoundPassed(subject, 'time', `${taskMs / 1000} s`);
      if (isOutOfMemory(error)) throw new BoundPassed(subject, 'memory', `${HEAP_MB} MB`);
      throw error;
    } finally {
      clearTimeout(timer);
      this.#piscina.off('workerCreate', begin);
    }
  }

  /** Ends the thread, and rejects its tasks. */
  async stop(): Promise<void> {
    await this.#piscina.destroy();
  }
}
