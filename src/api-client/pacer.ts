import { MAX_TIMER_MS } from './pause.ts';
import type { RateLimit } from './rate-limit.ts';

interface Waiting {
  readonly units: number;
  readonly spare: number;
  readonly go: () => void;
}

/** The window of the service's budgets: the time after which a charged unit comes back. */
const WINDOW_MS = 60_000;
/** Charges within this time count as one, made at its end, so that a window never has more than a thousand. */
const MOMENT_MS = 60;

/** Units that were charged together. */
interface Charge {
  units: number;
  readonly since: number;
  /** The time of the last charge. */
  at: number;
}

/**
 * Lets calls pass in order, as far as the rate budget reaches: the units left by the last answer, less those under way,
 * plus those that were charged a window ago. If other programs use the budget too, a call that has to wait goes alone
 * when the service makes more available, and its answer says how many may follow. Until the first answer, all calls
 * pass.
 *
 * Times are on the clock of `performance.now()`.
 */
export class Pacer {
  #limit = Infinity;
  /** Units left by the last answer, which may or may not have counted those under way. */
  #left = 0;
  /** The time when more units become available, by the last answer. */
  #moreAt = -Infinity;
  /** The time until which no call passes. */
  #closedUntil = -Infinity;
  #underWay = 0;
  /** Charges in the window before the last call, the oldest first. */
  readonly #charges: Charge[] = [];
  readonly #queue: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Resolves when a call of this cost may be sent. A call that would have to wait longer than `mostMs` is sent anyway,
   * and the service decides: at once if the wait is known, else after `mostMs`. Rejects with the signal's reason.
   *
   * @param first whether the call goes before waiting ones, as one that was refused before does
   * @param spare units that the call leaves for calls that spare none
   */
  async enter(units: number, mostMs: number, first: boolean, signal: AbortSignal, spare = 0): Promise<void> {
    signal.throwIfAborted();
    const isFree = this.#queue.length === 0 && this.#passesAt(units, spare) <= performance.now();
    if (isFree) this.#underWay += units;
    else await this.#wait(units, mostMs, first, signal, spare);
  }

  #wait(units: number, mostMs: number, first: boolean, signal: AbortSignal, spare: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (): void => {
        clearTimeout(patience);
        signal.removeEventListener('abort', leave);
        const place = this.#queue.indexOf(waiting);
        if (place >= 0) this.#queue.splice(place, 1);
      };
      const waiting: Waiting = {
        units,
        spare,
        go: () => {
          done();
          this.#underWay += units;
          resolve();
        },
      };
      const leave = (): void => {
        done();
        reject(signal.reason);
        this.#admit();
      };
      const isHopeless = this.#passesAt(units, spare) - performance.now() > mostMs && this.#underWay === 0;
      const patience = setTimeout(waiting.go, isHopeless ? 0 : mostMs);
      signal.addEventListener('abort', leave);
      if (first) this.#queue.unshift(waiting);
      else this.#queue.push(waiting);
      this.#admit();
    });
  }

  /** Called after a call that entered, with the budget in its answer, and whether the call was `charged` its cost. */
  leave(units: number, charged: boolean, reported: RateLimit | null): void {
    this.#underWay -= units;
    const now = performance.now();
    while (this.#charges[0] !== undefined && this.#charges[0].at + WINDOW_MS <= now) this.#charges.shift();
    if (charged) this.#charge(units, now);
    if (reported !== null) {
      this.#limit = reported.limit;
      this.#left = reported.remaining;
      // No budget of the service takes longer than a window to give more.
      this.#moreAt = now + Math.min(reported.resetSeconds * 1000, WINDOW_MS);
    }
    this.#admit();
  }

  #charge(units: number, now: number): void {
    const last = this.#charges.at(-1);
    if (last === undefined || now - last.since >= MOMENT_MS) {
      this.#charges.push({ units, since: now, at: now });
    } else {
      last.units += units;
      last.at = now;
    }
  }

  /** Lets no call pass for `ms` milliseconds, after a refusal that asked for this wait. */
  close(ms: number): void {
    this.#closedUntil = performance.now() + ms;
  }

  #admit(): void {
    clearTimeout(this.#timer);
    for (let head = this.#queue[0]; head !== undefined; head = this.#queue[0]) {
      const waitMs = this.#passesAt(head.units, head.spare) - performance.now();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#admit(), Math.min(waitMs, MAX_TIMER_MS));
        return;
      }
      head.go();
    }
  }

  /** The time when a call of this cost passes, as far as is known; it may be in the past. */
  #passesAt(units: number, spare: number): number {
    // A call that costs the whole budget cannot spare anything.
    const needed = Math.max(units, Math.min(units + spare, this.#limit));
    return Math.max(this.#closedUntil, Math.min(this.#fitsAt(needed), this.#moreAt + WINDOW_MS));
  }

  #fitsAt(units: number): number {
    // A cost above the whole budget never fits: the service rejects the call.
    if (units > this.#limit) return -Infinity;
    let left = this.#left - this.#underWay;
    if (units <= left) return -Infinity;
    const moreAt = this.#underWay === 0 ? this.#moreAt : Infinity;
    // At `moreAt` at least one more unit is available, whichever program it was charged to.
    const isEnough = units <= left + 1;
    for (const charge of this.#charges) {
      left += charge.units;
      if (units <= left) return Math.min(charge.at + WINDOW_MS, isEnough ? moreAt : Infinity);
    }
    return moreAt;
  }
}
