import type { Cost } from './job.ts';

/** How much the pool takes on at once, waiting and running together. */
export interface Bounds extends Cost {
  readonly jobs: number;
}

/** What tells whether there is less to do. */
export interface Outside {
  /** How long the event loop has been idle in all. */
  idleMs(): number;
  /** Tasks whose clients have still to be told that they were refused, and will be back then. */
  refused(): number;
}

const NOTHING: Bounds = { jobs: 0, pixels: 0, units: 0 };
const LONGEST_WAIT_SECONDS = 30;
/**
 * Where drawing is fast, because labels are ready to be drawn again, more of it may wait than its bound: what the threads do
 * in this time, by recent tasks, which is what the bound takes where labels are not. A moment in which the machine is at
 * something else should be no reason to refuse.
 */
const BURST_MS = 250;
/** The same once a queue has stood: 64 large tasks would wait for a quarter of a second each, and none be refused. */
const CROWDED_DRAWN_MS = 100;
/**
 * A queue that stays full makes everybody wait and gets nothing more done. Once a task has been refused, only as much
 * drawing is let in as the threads do in this time, or a task for each and one to follow it, until there is time to spare: a
 * burst finds the whole queue, and under a load that does not end what is accepted is done soon.
 */
const PRESSED_MS = 25;
const PRESSED_JOBS_PER_THREAD = 2;
/** Of the pixels, as long as nothing was measured. */
const PRESSED_SHARE = 1 / 8;
/**
 * A queue stands when tasks waited for so long on average, in two intervals after each other: in the second one no less
 * than before, for that of a burst, or of a moment in which the machine was at something else, gets shorter.
 */
const STANDING_MS = 10;
const INTERVAL_MS = 100;
/** What is let in below this part of what gets done shortens the queue by the rest. */
const SHORTER_BY = 1 / 4;
/**
 * Once a queue has stood, no more tasks are let in than are done in so long, or these: a batch for each of two threads, which
 * so many clients that wait for each answer never fill. With 10 ms instead of 6 as much is done, and waits half as long again.
 */
const CROWDED_MS = 6;
const CROWDED_JOBS = 64;
/**
 * There is time to spare when in an interval a thread had nothing to do, and the event loop was idle for this part of it. Not
 * while clients have still to be told that they were refused: they would all be back after that.
 */
const IDLE_SHARE = 1 / 10;
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
  /** A task was refused, and there has been no time to spare since. */
  #pressed = false;
  readonly #outside: Outside;
  /** The queue has stood, and there has been no time to spare since. */
  #crowded = false;
  #interval: Interval;
  /** That tasks waited for in the interval before, on average. */
  #waitedMs = 0;

  constructor(bounds: Bounds, threads: number, outside: Outside) {
    this.#bounds = bounds;
    this.#threads = threads;
    this.#outside = outside;
    this.#interval = { since: 0, idleMs: 0, begun: 0, waitedMs: 0, leastHeld: 0 };
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
    this.#look(now);
    const left = without === undefined ? this.#held : add(this.#held, without, -1);
    const mostPixels = this.#mostPixels(left.jobs);
    // An exchange makes nobody wait longer.
    if (left.jobs >= (without === undefined ? this.#mostJobs() : this.#bounds.jobs)) return 'jobs';
    if (left.pixels > 0 && cost.pixels > 0 && left.pixels + cost.pixels > mostPixels) return 'pixels';
    if (left.units > 0 && cost.units > 0 && left.units + cost.units > this.#bounds.units) return 'units';
    return undefined;
  }

  /** @param jobs that there are. */
  #mostPixels(jobs: number): number {
    const { pixels } = this.#bounds;
    const msEach = this.#pixelRate.msFor(1);
    const drawnPerMs = msEach === null ? null : this.#threads / msEach;
    if (this.#pressed && jobs >= this.#threads * PRESSED_JOBS_PER_THREAD)
      return Math.min(pixels, drawnPerMs === null ? pixels * PRESSED_SHARE : drawnPerMs * PRESSED_MS);
    return Math.max(pixels, (drawnPerMs ?? 0) * (this.#crowded ? CROWDED_DRAWN_MS : BURST_MS));
  }

  #mostJobs(): number {
    const { jobs } = this.#bounds;
    return this.#crowded ? Math.min(jobs, Math.max(CROWDED_JOBS, this.#doneRate.perMs * CROWDED_MS)) : jobs;
  }

  /** A job was refused because of a bound. */
  refused(bound: keyof Bounds): void {
    if (bound !== 'jobs' || !this.#crowded) this.#pressed = true;
  }

  /** A job is begun that has waited so long: in this queue, and before its request was looked at. */
  begun(waitedMs: number, now: number): void {
    this.#interval.begun++;
    this.#interval.waitedMs += waitedMs;
    this.#look(now);
  }

  /** Whether the queue stands, at an interval's end. */
  #look(now: number): void {
    const { since, idleMs, begun, waitedMs, leastHeld } = this.#interval;
    const ms = now - since;
    if (ms < INTERVAL_MS) return;
    const before = this.#waitedMs;
    const nowIdleMs = this.#outside.idleMs();
    this.#interval = { since: now, idleMs: nowIdleMs, begun: 0, waitedMs: 0, leastHeld: this.#held.jobs };
    if (begun > 0) this.#waitedMs = waitedMs / begun;
    const least = Math.min(before, this.#waitedMs);
    const stands = begun > 0 && least >= STANDING_MS && before - this.#waitedMs < SHORTER_BY * ms;
    const idle = leastHeld < this.#threads && nowIdleMs - idleMs >= IDLE_SHARE * ms;
    // First: after a pause, what it began with is no sign of a queue.
    if (idle && this.#outside.refused() === 0) this.#crowded = this.#pressed = false;
    else if (stands) this.#crowded = true;
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
    this.#interval.leastHeld = Math.min(this.#interval.leastHeld, this.#held.jobs);
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

/** What is counted of one. */
interface Interval {
  readonly since: number;
  /** Of the event loop, when it began. */
  readonly idleMs: number;
  begun: number;
  waitedMs: number;
  leastHeld: number;
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
