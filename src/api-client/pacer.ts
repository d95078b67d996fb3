import { MAX_TIMER_MS } from './pause.ts';
import type { RateLimit } from './rate-limit.ts';

interface Waiting {
  readonly units: number;
  readonly spare: number;
  readonly go: () => void;
}

/** The window of the service's budgets: a unit comes back so long after it was charged. */
const WINDOW_MS = 60_000;
/** Charges within so long count as one, made at the end of it: a window has a thousand at most, whatever the budget. */
const MOMENT_MS = 60;

/** Units that were charged together. */
interface Charge {
  units: number;
  readonly since: number;
  /** When the last of them was charged. */
  at: number;
}

/**
 * Lets calls pass in their turn, as far as the rate budget reaches: by what the last answer said is left, less what is
 * under way, and what was charged a window ago comes back. Where others use the budget too, a call that has to wait
 * goes alone when more is to become available, and its answer says how many may follow. While nothing is known all
 * calls pass.
 *
 * Times are on the clock of `performance.now()`.
 */
export class Pacer {
  #limit = Infinity;
  /** Units that the service said are left. It may have counted those under way, or not yet: they are taken off. */
  #left = 0;
  /** When more units become available, as the service said. */
  #moreAt = -Infinity;
  /** Nobody passes until then. */
  #closedUntil = -Infinity;
  #underWay = 0;
  /** Charges in the window before the last call, the oldest first. */
  readonly #charges: Charge[] = [];
  readonly #queue: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Resolves when a call of this cost may be sent. Where that takes longer than `mostMs`, the service decides: at once
   * if so much is known, else after `mostMs`. Rejects with the signal's reason when it is aborted. Who was refused
   * before goes `first`.
   *
   * @param spare units that the call leaves to others that leave none
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

  /** After a call that entered, with what its answer said of the budget, and whether it was `charged` its cost. */
  leave(units: number, charged: boolean, reported: RateLimit | null): void {
    this.#underWay -= units;
    const now = performance.now();
    while (this.#charges[0] !== undefined && this.#charges[0].at + WINDOW_MS <= now) this.#charges.shift();
    if (charged) this.#charge(units, now);
    if (reported !== null) {
      this.#limit = reported.limit;
      this.#left = reported.remaining;
      // Further away than a window is no budget of the service's.
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

  /** Nobody passes for so long: a call was refused, and will pass only then. */
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

  /** When a call of this cost passes, as far as is known; it may be in the past. */
  #passesAt(units: number, spare: number): number {
    // Nothing can be left where the call takes all that there ever is.
    const needed = Math.max(units, Math.min(units + spare, this.#limit));
    return Math.max(this.#closedUntil, Math.min(this.#fitsAt(needed), this.#moreAt + WINDOW_MS));
  }

  #fitsAt(units: number): number {
    // A cost above the whole budget never fits: the service rejects the call.
    if (units > this.#limit) return -Infinity;
    let left = this.#left - this.#underWay;
    if (units <= left) return -Infinity;
    const moreAt = this.#underWay === 0 ? this.#moreAt : Infinity;
    // Whoever was charged for it: one unit more is there then, if no more than that.
    const isEnough = units <= left + 1;
    for (const charge of this.#charges) {
      left += charge.units;
      if (units <= left) return Math.min(charge.at + WINDOW_MS, isEnough ? moreAt : Infinity);
    }
    return moreAt;
  }
}
