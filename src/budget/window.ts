import { bisect } from '../bisect.ts';
import type { BudgetState } from './budget.ts';

/** The length of every window: a charge counts at its own moment and until just before 60 s later. */
const WINDOW_MS = 60_000;

/**
 * An exact sliding window: no interval [t, t + 60 s) holds more units than the limit that is asked about. The limit
 * comes with each question and may change: while more than the limit is used, nothing fits until enough has expired.
 *
 * Keeps one entry for each millisecond that was charged, in a ring that starts tiny and doubles when full, so it holds
 * no more entries than charges, and never more than 60 001, whatever the limit. Every entry is added and expired once,
 * which makes a charge O(1) on average.
 *
 * `now` is in milliseconds on a clock that never goes backwards.
 */
export class SlidingWindow {
  // Rings of a power of two; entry i is at (head + i) & mask.
  #times = new Float64Array(4);
  #units = new Float64Array(4);
  #head = 0;
  #count = 0;
  #used = 0;

  isEmpty(now: number): boolean {
    this.#expire(now);
    return this.#count === 0;
  }

  fits(units: number, limit: number, now: number): boolean {
    this.#expire(now);
    return this.#used + units <= limit;
  }

  /** Adds a charge that {@link fits}. */
  add(units: number, now: number): void {
    this.#used += units;
    if (this.#count > 0) {
      const last = this.#slot(this.#count - 1);
      if (Math.floor(at(this.#times, last)) === Math.floor(now)) {
        // The later moment stands for both, so that neither expires early.
        this.#times[last] = now;
        this.#units[last] = at(this.#units, last) + units;
        return;
      }
    }
    if (this.#count === this.#times.length) this.#grow();
    const slot = this.#slot(this.#count++);
    this.#times[slot] = now;
    this.#units[slot] = units;
  }

  /**
   * Takes units back that were added at this moment. Does nothing where their entry has expired or does not hold
   * so many.
   */
  remove(units: number, addedAt: number, now: number): void {
    this.#expire(now);
    const slot = this.#slot(this.#indexOf(addedAt));
    const isTheirs = Math.floor(at(this.#times, slot)) === Math.floor(addedAt);
    if (this.#count === 0 || !isTheirs || at(this.#units, slot) < units) return;
    this.#units[slot] = at(this.#units, slot) - units;
    this.#used -= units;
    this.#expire(now);
  }

  /**
   * Whole seconds after which a charge will fit if nothing else is charged: 0 when it fits now, 60 for one
   * that never can.
   */
  retryAfterSeconds(units: number, limit: number, now: number): number {
    this.#expire(now);
    let excess = this.#used + units - limit;
    if (excess <= 0) return 0;
    for (let i = 0; i < this.#count; i++) {
      const slot = this.#slot(i);
      excess -= at(this.#units, slot);
      if (excess <= 0) return secondsUntilExpiry(at(this.#times, slot), now);
    }
    return WINDOW_MS / 1000;
  }

  state(limit: number, now: number): BudgetState {
    this.#expire(now);
    // More than the limit is in use where that has become lower: what expires first does not help then.
    if (this.#used > limit) {
      return { limit, remaining: 0, resetSeconds: this.retryAfterSeconds(1, limit, now) };
    }
    return {
      limit,
      remaining: limit - this.#used,
      resetSeconds: this.#count === 0 ? 0 : secondsUntilExpiry(at(this.#times, this.#head), now),
    };
  }

  #slot(index: number): number {
    return (this.#head + index) & (this.#times.length - 1);
  }

  /** The index of the first entry that is not older than this millisecond, or of the last entry. */
  #indexOf(time: number): number {
    const millisecond = Math.floor(time);
    return bisect(
      Math.max(0, this.#count - 1),
      (index) => Math.floor(at(this.#times, this.#slot(index))) < millisecond,
    );
  }

  /** Drops what has expired, and then what was taken back and is the oldest: it frees nothing. */
  #expire(now: number): void {
    while (
      this.#count > 0 &&
      (at(this.#times, this.#head) + WINDOW_MS <= now || at(this.#units, this.#head) === 0)
    ) {
      this.#used -= at(this.#units, this.#head);
      this.#head = this.#slot(1);
      this.#count--;
    }
  }

  #grow(): void {
    this.#times = unrolled(this.#times, this.#head);
    this.#units = unrolled(this.#units, this.#head);
    this.#head = 0;
  }
}

/** A full ring's entries in order, in a ring of twice the size. */
function unrolled(ring: Float64Array<ArrayBuffer>, head: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(ring.length * 2);
  larger.set(ring.subarray(head));
  larger.set(ring.subarray(0, head), ring.length - head);
  return larger;
}

/** Whole seconds until a charge of that time expires, 1 to 60: the difference comes first, so rounding adds none. */
function secondsUntilExpiry(time: number, now: number): number {
  return Math.max(1, Math.ceil((WINDOW_MS - (now - time)) / 1000));
}

/** A slot of a ring; slots are masked, so always within it. */
function at(ring: Float64Array, slot: number): number {
  return ring[slot] as number;
}
