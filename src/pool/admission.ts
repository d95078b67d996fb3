import { LARGE_WEIGHT, type Waiting } from './fair-queue.ts';
import type { Cost } from './job.ts';

/** Work that the pool has taken on, waiting and running together, or that it takes on at most. */
export interface PoolLoad extends Cost {
  readonly jobs: number;
}

/** The bound that one more job would pass: a part of {@link PoolLoad}, or the longest wait. */
export type Exceeded = keyof PoolLoad | 'wait';

/** The facts of a job that admission uses. */
export interface Weighed {
  readonly cost: Cost;
  readonly weight: number;
}

/**
 * The longest wait for a thread under a lasting load. With a shorter one, threads run out of work between two turns of
 * the event loop; with a longer one, all clients wait longer for the same work (`npm run bench -- overload`).
 */
const WAIT_MS = 25;
/** The time for which a queue may be longer than that, so that requests that come together are let in as a whole. */
const BURST_MS = 100;
/**
 * Small jobs that may wait for each thread, however long they take: a batch of them. This many clients that wait for
 * each answer never make an overload, even while a service that has just started is slow.
 */
const SMALL_JOBS = 32;
/** Large jobs that may wait for each thread: one that follows the running one. */
const LARGE_JOBS = 1;
/** The weight of earlier measurements after each new one: the last fifty or so make the rate. */
const FADE = 0.98;
/** The longest `Retry-After`, after which a client should ask again even if the pool expects a longer wait. */
const LONGEST_RETRY_SECONDS = 30;

/**
 * Counts the work that the pool has taken on, and decides when it takes no more: at its bounds, and while a queue has
 * been too long for more than the time of a burst. Small and large jobs wait apart ({@link FairQueue}), so each kind
 * has its own wait.
 */
export class Admission {
  readonly #bounds: PoolLoad;
  readonly #threads: number;
  readonly #small: Line;
  readonly #large: Line;
  readonly #pixelRate = new Rate();
  #held: PoolLoad = { jobs: 0, pixels: 0, units: 0 };

  /**
   * @param small the small jobs that wait, kept up to date by the queue
   * @param large the large jobs that wait
   */
  constructor(bounds: PoolLoad, threads: number, small: Waiting, large: Waiting) {
    this.#bounds = bounds;
    this.#threads = threads;
    this.#small = new Line(small, threads, SMALL_JOBS);
    this.#large = new Line(large, threads, LARGE_JOBS);
  }

  /** Work that waits and runs. */
  get held(): PoolLoad {
    return this.#held;
  }

  /**
   * The bound that any further job would pass; undefined while a small one may be let in.
   *
   * @param now `performance.now()`
   */
  full(now: number): Exceeded | undefined {
    if (this.#held.jobs >= this.#bounds.jobs) return 'jobs';
    return this.#small.isTooLong(now) ? 'wait' : undefined;
  }

  /**
   * The bound that this job would pass after `without` has left. A job larger than a whole bound is let in when there
   * is no other work of its kind, since it would not be smaller later.
   *
   * @param now `performance.now()`
   */
  exceeded(job: Weighed, now: number, without?: Weighed): Exceeded | undefined {
    const left = without === undefined ? this.#held : add(this.#held, without.cost, -1);
    const { pixels, units } = job.cost;
    if (left.jobs >= this.#bounds.jobs) return 'jobs';
    // An exchange of jobs makes no wait longer.
    if (without === undefined && this.#lineOf(job).isTooLong(now)) return 'wait';
    if (left.pixels > 0 && pixels > 0 && left.pixels + pixels > this.#mostPixels) return 'pixels';
    if (left.units > 0 && units > 0 && left.units + units > this.#bounds.units) return 'units';
    return undefined;
  }

  /** The bound of pixels, or the pixels of a burst if drawing is known to be that fast. */
  get #mostPixels(): number {
    const msEach = this.#pixelRate.msFor(1);
    return Math.max(this.#bounds.pixels, msEach === null ? 0 : (this.#threads * BURST_MS) / msEach);
  }

  enter(job: Weighed): void {
    this.#held = add(this.#held, job.cost, 1);
    this.#lineOf(job).heldWeight += job.weight;
  }

  leave(job: Weighed): void {
    this.#held = add(this.#held, job.cost, -1);
    this.#lineOf(job).heldWeight -= job.weight;
  }

  /** Records how long a thread took for this job. */
  measured(job: Weighed, elapsedMs: number): void {
    this.#lineOf(job).rate.record(job.weight, elapsedMs);
    if (job.cost.pixels > 0) this.#pixelRate.record(job.cost.pixels, elapsedMs);
  }

  /** The time a thread will take for this job, by recent jobs of its kind, in milliseconds; null before the first. */
  expectedMs(job: Weighed): number | null {
    return this.#lineOf(job).rate.msFor(job.weight);
  }

  /** Whole seconds, 1 to 30, until the threads will have done all that is held now. */
  retryAfterSeconds(): number {
    const ms = (this.#small.heldMs + this.#large.heldMs) / this.#threads;
    return Math.min(Math.max(Math.ceil(ms / 1000), 1), LONGEST_RETRY_SECONDS);
  }

  #lineOf({ weight }: Weighed): Line {
    return weight > LARGE_WEIGHT ? this.#large : this.#small;
  }
}

/** The small jobs, or the large ones. */
class Line {
  readonly rate = new Rate();
  /** The weight of the jobs that wait and run. */
  heldWeight = 0;
  readonly #waiting: Waiting;
  /** Jobs that may wait, however long they take. */
  readonly #leastJobs: number;
  /** The longest wait, as work of all threads. Milliseconds. */
  readonly #longMs: number;
  /** The times when the queue became too long, and when it last was. */
  #longSince = 0;
  #longAt = -Infinity;

  constructor(waiting: Waiting, threads: number, jobsPerThread: number) {
    this.#waiting = waiting;
    this.#leastJobs = threads * jobsPerThread;
    this.#longMs = threads * WAIT_MS;
  }

  get heldMs(): number {
    return this.rate.msFor(this.heldWeight) ?? 0;
  }

  /**
   * Whether one more job would wait for too long, and this is no burst. A queue that is short for a moment does not end
   * the overload: under a lasting load this happens again and again.
   */
  isTooLong(now: number): boolean {
    const { jobs, weight } = this.#waiting;
    if (jobs < this.#leastJobs || (this.rate.msFor(weight) ?? 0) <= this.#longMs) return false;
    if (now - this.#longAt > BURST_MS) this.#longSince = now;
    this.#longAt = now;
    return now - this.#longSince > BURST_MS;
  }
}

/** The time for work, by recent measurements. */
class Rate {
  #amount = 0;
  #ms = 0;

  record(amount: number, elapsedMs: number): void {
    this.#amount = FADE * this.#amount + amount;
    this.#ms = FADE * this.#ms + elapsedMs;
  }

  /** Milliseconds; null before anything was recorded. */
  msFor(amount: number): number | null {
    return this.#amount === 0 ? null : (amount * this.#ms) / this.#amount;
  }
}

function add(held: PoolLoad, { pixels, units }: Cost, sign: 1 | -1): PoolLoad {
  return {
    jobs: held.jobs + sign,
    pixels: held.pixels + sign * pixels,
    units: held.units + sign * units,
  };
}
