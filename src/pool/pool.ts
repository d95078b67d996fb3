import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { FailureError } from '../errors.ts';
import type { Reply } from './reply.ts';
import { ServiceTime } from './service-time.ts';
import { Slots } from './slots.ts';

/** `ts` when the program runs from its sources, `js` when it was built. */
const EXTENSION = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

export interface RenderPoolOptions {
  readonly threads: number;
  /** Tasks that may wait for a thread; one more is refused. */
  readonly queue: number;
  /** The module whose default export answers tasks, a `{ kind: 'warm' }` among them. */
  readonly workerUrl?: URL;
  /**
   * A task that runs longer loses its thread: twice the time at which a worker should have given up by itself.
   * Milliseconds.
   */
  readonly hardDeadlineMs?: number;
  /** Told of every thread that died or was killed; another takes its place. */
  readonly onWorkerLost: () => void;
  /** Told of what a thread threw when it had no task that could be failed with it. */
  readonly onError: (error: unknown) => void;
}

/**
 * Worker threads for tasks `T` that are answered with `R`.
 *
 * The queue is kept here, not in piscina: piscina kills the thread of a running task whose signal fires, and
 * a client that leaves must only ever give up its place in the queue. Piscina gets no more tasks than it has
 * threads.
 */
export class RenderPool<T extends object, R extends Reply> {
  readonly #piscina: Piscina<T | { readonly kind: 'warm' }, R>;
  readonly #threads: number;
  /** Tasks that may be running or waiting. */
  readonly #capacity: number;
  readonly #hardDeadlineMs: number;
  readonly #slots: Slots;
  readonly #serviceTime = new ServiceTime();
  #workersLost = 0;
  #closing: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;

  constructor(options: RenderPoolOptions) {
    this.#threads = options.threads;
    this.#capacity = options.threads + options.queue;
    this.#slots = new Slots(options.threads);
    this.#hardDeadlineMs = options.hardDeadlineMs ?? 30_000;
    const workerUrl = options.workerUrl ?? new URL(`../../workers/render.${EXTENSION}`, import.meta.url);
    this.#piscina = new Piscina({
      filename: fileURLToPath(workerUrl),
      minThreads: options.threads,
      maxThreads: options.threads,
      // Only what waits for a dead thread's successor, which is never more than this.
      maxQueue: options.threads,
      concurrentTasksPerWorker: 1,
      recordTiming: false,
      ...(EXTENSION === 'ts' ? { execArgv: ['--import', 'tsx'] } : {}),
    });
    this.#piscina.on('error', options.onError);
    this.#piscina.on('workerDestroy', () => {
      this.#workersLost++;
      options.onWorkerLost();
    });
  }

  /** Tasks that threads are working on. */
  get running(): number {
    return this.#slots.taken;
  }

  /** Tasks that wait for a thread. */
  get queued(): number {
    return this.#slots.waiting;
  }

  /** Threads that died or were killed, and were replaced, since the start. */
  get workersLost(): number {
    return this.#workersLost;
  }

  /** Resolves when every thread has started and warmed up. Call it once, before the first task. */
  async ready(): Promise<void> {
    const warm = { kind: 'warm' } as const;
    await Promise.all(Array.from({ length: this.#threads }, () => this.#piscina.run(warm)));
  }

  /**
   * Runs a task and resolves with its reply. Rejects with a {@link FailureError}: what the worker replied,
   * `busy` at once when the pool is full or closed, `internal` (with the error as its cause) when the worker
   * threw, died or passed the hard deadline.
   *
   * When `signal` fires while the task waits, it gives up its place and rejects with the signal's reason;
   * once it runs it runs to its end.
   */
  async run(task: T, signal?: AbortSignal): Promise<Extract<R, { ok: true }>> {
    signal?.throwIfAborted();
    if (this.#closing !== undefined || this.running + this.queued >= this.#capacity) throw this.#busy();
    await this.#slots.take(signal);
    const began = performance.now();
    try {
      return await this.#execute(task);
    } finally {
      this.#serviceTime.record(performance.now() - began);
      this.#slots.release();
      if (this.running === 0) this.#onIdle?.();
    }
  }

  /** Refuses new tasks and those that wait, lets the running ones end, and stops the threads. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#slots.refuseWaiting(this.#busy());
    // Piscina's own close() can end tasks that are still running.
    if (this.running > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    this.#piscina.removeAllListeners('workerDestroy');
    await this.#piscina.destroy();
  }

  async #execute(task: T): Promise<Extract<R, { ok: true }>> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.#hardDeadlineMs);
    let reply: R;
    try {
      reply = await this.#piscina.run(task, { signal: deadline.signal });
    } catch (cause) {
      throw broken(cause);
    } finally {
      clearTimeout(timer);
    }
    if (!reply.ok) throw new FailureError(reply.failure);
    return reply as Extract<R, { ok: true }>;
  }

  #busy(): FailureError {
    return new FailureError({
      code: 'busy',
      message: 'The renderer is busy; try again later',
      retryAfterSeconds: this.#serviceTime.retryAfterSeconds(this.queued, this.#threads),
    });
  }
}

/** The client learns nothing of our bug; operators find it in the cause. */
function broken(cause: unknown): FailureError {
  const error = new FailureError({ code: 'internal', message: 'The label could not be rendered' });
  error.cause = cause;
  return error;
}
