import type { LentBytes } from '../borrowed-bytes.ts';
import { type BreakerState, CircuitBreaker, moreThan } from '../circuit-breaker.ts';
import type { Client } from '../client.ts';
import { FailureError, failure } from '../errors.ts';
import { Admission } from './admission.ts';
import { FairQueue } from './fair-queue.ts';
import { type Cost, type Job, LEAST_WEIGHT, stay, weightOf } from './job.ts';
import { type BatchBounds, isLeft, LEFT_MS, nextBatch } from './next-batch.ts';
import { type Concerned, DEFAULTS, type RefusalReason, type RenderPoolOptions } from './options.ts';
import type { LossReason, RenderThread } from './render-thread.ts';
import type { RenderedTask, TaskResult } from './task-result.ts';
import { WorkerGroup } from './worker-group.ts';

/** A minute with more crashes than this is a storm: something is wrong that new workers do not fix. */
const STORM_CRASHES = 5;
const STORM_MS = 60_000;
/** Checks for overdue tasks within the deadline. One timer for all tasks costs less than one for each. */
const SWEEPS = 15;
/** Time between two checks of the process's memory. */
const MEMORY_LOOK_MS = 200;

/**
 * Worker threads that render tasks `T` to results `R`; both are plain data.
 *
 * The accepted work is bounded in jobs, pixels and bytes of ZPL. Waiting tasks are taken fairly by account, and when
 * the pool is full, an account with less in the queue displaces the last task of the account with most.
 *
 * All ready threads but one take any task. The last one takes a large task only while no small one waits, and never
 * more than one surface. A small task then waits for the drawing of one surface at most. If only one thread is
 * possible, it takes any task.
 *
 * A thread that crashes, hangs or runs out of memory costs the task that it was working on. The rest of its batch goes
 * back into the queue, finished tasks too: a task has no effect but its reply.
 */
export class RenderPool<T, R extends RenderedTask<LentBytes>> {
  readonly #options: Required<RenderPoolOptions<T, R>>;
  readonly #admission: Admission;
  /** Open while workers crash one after the other. */
  readonly #breaker: CircuitBreaker;
  readonly #queue = new FairQueue<Job<T, R>>();
  readonly #bounds: BatchBounds<Job<T, R>>;
  readonly #workers: WorkerGroup<T, R>;
  readonly #sweeper: NodeJS.Timeout;
  readonly #memoryLook: NodeJS.Timeout | undefined;
  /** Whether the process holds more memory than it should. */
  #heavy = false;
  #closing: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;
  /** Whether tasks will be sent at the end of the event loop's turn. */
  #sending = false;
  /** Whether tasks that are left to a thread will be looked at again. */
  #leaving = false;

  constructor(given: RenderPoolOptions<T, R>) {
    const options = { ...DEFAULTS, ...given };
    const { threads, queue, perThread, deadlineMs, breakerPauseMs } = options;
    this.#options = options;
    this.#admission = new Admission(
      {
        jobs: threads + queue,
        pixels: threads * perThread.pixels,
        units: threads * perThread.units,
      },
      threads,
      this.#queue.small,
      this.#queue.large,
    );
    this.#bounds = {
      threads,
      most: options.batch,
      expectedMs: (job) => this.#admission.expectedMs(job),
    };
    this.#breaker = new CircuitBreaker({
      rule: moreThan(STORM_CRASHES, STORM_MS),
      pauseMs: breakerPauseMs,
      prolonged: true,
    });
    this.#workers = new WorkerGroup(options, {
      onReady: () => this.#dispatch(),
      onDone: (jobs, results) => this.#done(jobs, results),
      onLost: (thread, reason, error) => this.#lost(thread, reason, error),
    });
    this.#sweeper = setInterval(() => this.#sweep(), deadlineMs / SWEEPS).unref();
    if (options.memoryMaxBytes !== Infinity) {
      this.#memoryLook = setInterval(() => this.#lookAtMemory(), MEMORY_LOOK_MS).unref();
    }
  }

  /** Tasks that threads are working on. */
  get running(): number {
    return this.#admission.held.jobs - this.#queue.size;
  }

  /** Tasks that wait for a thread. */
  get queued(): number {
    return this.#queue.size;
  }

  /** Pixels of the tasks that wait for a thread. */
  get queuedPixels(): number {
    return this.#queue.jobs().reduce((pixels, { cost }) => pixels + cost.pixels, 0);
  }

  get breaker(): BreakerState {
    return this.#breaker.state(performance.now());
  }

  /** Starts the first thread; resolves when it is ready. Call it once, before the first task. */
  ready(): Promise<void> {
    return this.#workers.start();
  }

  /**
   * Has a task rendered. Rejects with a {@link FailureError}: the failure of its content; `busy` at once when the pool
   * is full, closed or stopped by its breaker, and later when the task's turn does not come in time or it runs for too
   * long; `internal` (with the error as its cause) when the worker threw or died.
   *
   * If the client disconnects while the task waits, the task gives up its place and rejects with the signal's reason. A
   * running task runs to its end.
   */
  render(task: T, { account, ...cost }: Cost & { readonly account: string }, client?: Client): Promise<R> {
    return new Promise((resolve, reject) => {
      if (client?.gone === true) return reject(client.signal.reason);
      const job: Job<T, R> = {
        task,
        cost,
        account,
        weight: weightOf(cost),
        admittedAt: performance.now(),
        startedAt: 0,
        resolve,
        reject,
        client,
      };
      const obstacle = this.#obstacle(job);
      if (obstacle !== undefined) return this.#refuse(job, obstacle);
      this.#admission.enter(job);
      if (client !== undefined) client.onGone = () => this.#leave(job);
      this.#queue.add(job);
      this.#dispatchSoon();
    });
  }

  /**
   * Refuses a request of this account if any task of it would be refused, before the task is known.
   *
   * @returns whole seconds after which to ask again; undefined while a task may be let in.
   */
  refuse(account: string, client?: Client): number | undefined {
    const reason = this.#standingObstacle(account);
    return reason === undefined ? undefined : this.#refused(reason, { account, client });
  }

  /** Refuses new and waiting tasks, waits for the running ones, and stops the threads. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#refuseWaiting('closed');
    if (this.running > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    clearInterval(this.#sweeper);
    clearInterval(this.#memoryLook);
    await this.#workers.stop();
  }

  /** Why no task of this account would be let in; undefined if a small one may be. */
  #standingObstacle(account: string): RefusalReason | undefined {
    const now = performance.now();
    const state = this.#stateObstacle(now);
    if (state !== undefined) return state;
    const full = this.#admission.full(now);
    if (full === undefined) return undefined;
    // The lightest task of the account would find no room made for it.
    const displaced = this.#queue.lastOfHeaviest({ account, weight: LEAST_WEIGHT });
    return displaced === undefined ? full : undefined;
  }

  /** Why there is no room for the job; undefined if there is. Makes room for it if another account has more. */
  #obstacle(job: Job<T, R>): RefusalReason | undefined {
    const now = job.admittedAt;
    const state = this.#stateObstacle(now);
    if (state !== undefined) return state;
    const exceeded = this.#admission.exceeded(job, now);
    if (exceeded !== undefined) {
      const displaced = this.#queue.lastOfHeaviest(job);
      if (displaced === undefined || this.#admission.exceeded(job, now, displaced) !== undefined)
        return exceeded;
      this.#giveUp(displaced, 'share');
    }
    return this.#breaker.admit(now) ? undefined : 'breaker';
  }

  /** Why the pool takes no task at all; undefined if it does. */
  #stateObstacle(now: number): RefusalReason | undefined {
    if (this.#closing !== undefined) return 'closed';
    // One task is always let in: the system may notice freed memory only when a task is done.
    if (this.#heavy && this.#admission.held.jobs > 0) return 'memory';
    return this.#breaker.remainingMs(now) > 0 ? 'breaker' : undefined;
  }

  /**
   * Dispatches when all tasks of this turn of the event loop are in the queue, so that tasks that came together are
   * sent to a thread together.
   */
  #dispatchSoon(): void {
    if (this.#sending) return;
    this.#sending = true;
    setImmediate(() => {
      this.#sending = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#queue.size === 0) return;
    if (isLeft(this.#queue, this.#workers, this.#bounds, performance.now())) return this.#dispatchLater();
    for (const thread of this.#workers) {
      if (this.#queue.size === 0) return;
      if (!thread.idle) continue;
      const jobs = nextBatch(this.#queue, this.#workers.takesAny, this.#bounds);
      if (jobs.length === 0) break;
      const now = performance.now();
      for (const job of jobs) {
        stay(job);
        job.startedAt = now;
      }
      thread.send(jobs);
    }
    this.#workers.grow(this.#queue.size);
  }

  /** Dispatches later, in case the thread to which the tasks were left takes too long, and no other task comes. */
  #dispatchLater(): void {
    if (this.#leaving) return;
    this.#leaving = true;
    setTimeout(() => {
      this.#leaving = false;
      this.#dispatch();
    }, LEFT_MS);
  }

  #done(jobs: readonly Job<T, R>[], results: readonly TaskResult<R>[]): void {
    this.#breaker.succeeded();
    for (const [index, job] of jobs.entries()) {
      const result = results[index] as TaskResult<R>;
      this.#admission.measured(job, result.ms);
      this.#options.events.onDone(job.task, job.startedAt - job.admittedAt, result.ms);
      this.#settle(job);
      if (result.kind === 'rendered') job.resolve(result.rendered);
      else if (result.kind === 'failed') job.reject(new FailureError(result.failure));
      else job.reject(broken(result.error));
    }
    this.#dispatch();
  }

  #lost(thread: RenderThread<T, R>, reason: LossReason, error: unknown): number {
    const { current } = thread;
    this.#options.events.onReplaced(reason, error, current);
    if (reason === 'crashed') this.#breaker.failed(performance.now());
    for (const job of thread.release()) {
      if (job !== current) {
        this.#queue.add(job);
      } else if (reason === 'hung') {
        this.#giveUp(job, 'deadline');
      } else {
        this.#settle(job);
        job.reject(broken(error));
      }
    }
    // A probe that is under way may be among the waiting tasks.
    if (this.breaker !== 'closed' && !this.#breaker.probing) this.#refuseWaiting('breaker');
    else if (this.#closing !== undefined) this.#refuseWaiting('closed');
    else this.#dispatch();
    return this.#breaker.remainingMs(performance.now());
  }

  #sweep(): void {
    const { deadlineMs, startDeadlineMs } = this.#options;
    const now = performance.now();
    for (const job of this.#queue.jobs()) {
      if (now - job.admittedAt > deadlineMs) this.#giveUp(job, 'deadline');
    }
    for (const thread of this.#workers) {
      const limitMs = thread.ready ? 2 * deadlineMs : startDeadlineMs;
      if (!thread.idle && now - thread.busySince > limitMs) {
        this.#workers.lose(thread, 'hung', new Error('a worker thread hung'));
      }
    }
  }

  #lookAtMemory(): void {
    this.#heavy = process.memoryUsage.rss() > this.#options.memoryMaxBytes;
    if (this.#heavy) this.#workers.shed();
  }

  #refuseWaiting(reason: RefusalReason): void {
    for (const job of this.#queue.jobs()) this.#giveUp(job, reason);
  }

  #giveUp(job: Job<T, R>, reason: RefusalReason): void {
    this.#queue.remove(job);
    this.#settle(job);
    this.#refuse(job, reason);
  }

  /** Removes a waiting job whose client has disconnected. */
  #leave(job: Job<T, R>): void {
    this.#queue.remove(job);
    this.#settle(job);
    job.reject(job.client?.signal.reason);
  }

  /** Frees the place of a job that is over. */
  #settle(job: Job<T, R>): void {
    stay(job);
    this.#admission.leave(job);
    if (this.running === 0) this.#onIdle?.();
  }

  #refuse(job: Job<T, R>, reason: RefusalReason): void {
    const retryAfterSeconds = this.#refused(reason, job);
    job.reject(new FailureError(failure('busy', null, { retryAfterSeconds })));
  }

  /** Reports a refusal. Returns whole seconds after which to ask again. */
  #refused(reason: RefusalReason, concerned: Concerned<T>): number {
    this.#options.events.onRefused(reason, concerned);
    const pauseSeconds = Math.ceil(this.#breaker.remainingMs(performance.now()) / 1000);
    return Math.max(pauseSeconds, this.#admission.retryAfterSeconds());
  }
}

/** The failure of a bug. The client gets no details; operators find them in the cause. */
function broken(cause: unknown): FailureError {
  return new FailureError(failure('internal', 'the label could not be rendered'), { cause });
}
