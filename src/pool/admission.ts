import type { Cost } from './job.ts';

/** How much the pool takes on at once, waiting and running together. */
export interface Bounds extends Cost {
  readonly jobs: number;
}

const NOTHING: Bounds = { jobs: 0, pixels: 0, units: 0 };
const LONGEST_WAIT_SECONDS = 30;
/**
 * A queue that stays full makes everybody wait and gets nothing more done. Once a task has been refused, only as much
 * drawing is let in as the threads do in this time, by recent tasks, or a task for each and one to follow it, until
 * none has been refused for a while: a burst finds the whole queue, and under a load that does not end what is
 * accepted is done soon.
 */
const PRESSED_MS = 25;
const PRESSED_JOBS_PER_THREAD = 2;
/** Of the pixels, as long as nothing was measured. */
const PRESSED_SHARE = 1 / 8;
const PRESSED_FOR_MS = 1000;
/**
 * A queue stands when for so long no task has been begun that had not waited here for a while. That of a burst gets
 * shorter. As in CoDel (RFC 8289), whose interval this is. Its target of 5 ms is for networks: with it, a hundred clients
 * that wait for each small label would have been too many.
 */
const STANDING_MS = 100;
const SHORT_WAIT_MS = 15;
/**
 * Once a queue has stood, no more tasks are let in than are done in this time, or these: a batch for each of two threads, which
 * so many clients that wait for each answer never fill.
 */
const CROWDED_MS = 10;
const CROWDED_JOBS = 64;
/** Until none has been refused for so long: those that were told late (`refusals.ts`) would be back, and be a burst. */
const CROWDED_FOR_MS = 2500;
/** What a measurement still counts after the next one: the last fifty or so make the rate. */
const FADE = 0.98;
/** Tasks that are done are counted for so long, which makes this part of their rate. */
const COUNTED_MS = 20;
const COUNTED_SHARE = 0.25;

/** Keeps account of the work that the pool has taken on, and of how fast it gets it done. */
export class Admission {
  readonly #bounds: Bounds;
  readonly #threads: number;
  #held: Bounds = NOTHING;
  readonly #pixelRate = new Rate();
  readonly #unitRate = new Rate();
  readonly #doneRate = new DoneRate();
  #refusedAt = Number.NEGATIVE_INFINITY;
  /** Since when every task that was begun had waited. */
  #waitingSince: number | undefined;
  #stoodAt = Number.NEGATIVE_INFINITY;

  constructor(bounds: Bounds, threads: number) {
    this.#bounds = bounds;
    this.#threads = threads;
  }

  /** Waiting and running. */
  get held(): Bounds {
    return this.#held;
  }

  /**
   * The bound that another job would pass, once `without` had left. A job larger than a whole bound is let in
   * when there is nothing else of its kind: later it would be no smaller.
   *
   * @param now `performance.now()`
   */
  exceeded(cost: Cost, now: number, without?: Cost): keyof Bounds | undefined {
    const left = without === undefined ? this.#held : add(this.#held, without, -1);
    const pressed =
      now - this.#refusedAt < PRESSED_FOR_MS && left.jobs >= this.#threads * PRESSED_JOBS_PER_THREAD;
    const mostPixels = pressed ? this.#pressedPixels() : this.#bounds.pixels;
    // An exchange makes nobody wait longer.
    if (left.jobs >= (without === undefined ? this.#mostJobs(now) : this.#bounds.jobs)) return 'jobs';
    if (left.pixels > 0 && cost.pixels > 0 && left.pixels + cost.pixels > mostPixels) return 'pixels';
    if (left.units > 0 && cost.units > 0 && left.units + cost.units > this.#bounds.units) return 'units';
    return undefined;
  }

  #pressedPixels(): number {
    const { pixels } = this.#bounds;
    const msEach = this.#pixelRate.msFor(1);
    return msEach === null ? pixels * PRESSED_SHARE : Math.min(pixels, (this.#threads * PRESSED_MS) / msEach);
  }

  #mostJobs(now: number): number {
    const { jobs } = this.#bounds;
    return this.#isCrowded(now)
      ? Math.min(jobs, Math.max(CROWDED_JOBS, this.#doneRate.perMs * CROWDED_MS))
      : jobs;
  }

  /** Whether the queue has stood, and tasks are refused because of that. */
  #isCrowded(now: number): boolean {
    return now - this.#stoodAt < CROWDED_FOR_MS;
  }

  /** A job was refused because of a bound. */
  refused(bound: keyof Bounds, now: number): void {
    if (bound === 'jobs' && this.#isCrowded(now)) this.#stoodAt = now;
    else this.#refusedAt = now;
  }

  /** A job is begun that has waited so long: in this queue, and before its request was looked at. */
  begun(waitedMs: number, now: number): void {
    if (waitedMs < SHORT_WAIT_MS) this.#waitingSince = undefined;
    else this.#waitingSince ??= now;
    if (this.#waitingSince !== undefined && now - this.#waitingSince > STANDING_MS) this.#stoodAt = now;
  }

  /** So many jobs are done. */
  done(jobs: number, now: number): void {
    this.#doneRate.record(jobs, now);
  }

  enter(cost: Cost): void {
    this.#held = add(this.#held, cost, 1);
  }

  leave(cost: Cost): void {
    this.#held = add(this.#held, cost, -1);
  }

  /** A thread was at a job of this cost for so long. Where something is drawn, that is what takes the time. */
  measured({ pixels, units }: Cost, elapsedMs: number): void {
    if (pixels > 0) this.#pixelRate.record(pixels, elapsedMs);
    else this.#unitRate.record(units, elapsedMs);
  }

  /** How long a thread will be at a job of this cost, by recent ones; null before there was one. */
  expectedMs({ pixels, units }: Cost): number | null {
    return pixels > 0 ? this.#pixelRate.msFor(pixels) : this.#unitRate.msFor(units);
  }

  /** Whole seconds, 1 to 30, until the threads will have done what is held now. */
  retryAfterSeconds(): number {
    const { pixels, units } = this.#held;
    const ms = (this.#pixelRate.msFor(pixels) ?? 0) + (this.#unitRate.msFor(units) ?? 0);
    return Math.min(Math.max(Math.ceil(ms / this.#threads / 1000), 1), LONGEST_WAIT_SECONDS);
  }
}

/** Time for work, by what recent work took. */
class Rate {
  #amount = 0;
  #ms = 0;

  record(amount: number, elapsedMs: number): void {
    this.#amount = FADE * this.#amount + amount;
    this.#ms = FADE * this.#ms + elapsedMs;
  }

  /** Null before anything was recorded. */
  msFor(amount: number): number | null {
    return this.#amount === 0 ? null : (amount * this.#ms) / this.#amount;
  }
}

/** How many jobs are done, of late. */
class DoneRate {
  #since = 0;
  #jobs = 0;
  perMs = 0;

  record(jobs: number, now: number): void {
    this.#jobs += jobs;
    const ms = now - this.#since;
    if (ms < COUNTED_MS) return;
    this.perMs += COUNTED_SHARE * (this.#jobs / ms - this.perMs);
    this.#since = now;
    this.#jobs = 0;
  }
}

function add(held: Bounds, { pixels, units }: Cost, sign: 1 | -1): Bounds {
  return {
    jobs: held.jobs + sign,
    pixels: held.pixels + sign * pixels,
    units: held.units + sign * units,
  };
}
