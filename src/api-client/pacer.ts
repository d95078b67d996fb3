import { MAX_TIMER_MS } from './pause.ts';
import type { RateLimit } from './rate-limit.ts';

interface Waiting {
  readonly units: number;
  readonly go: () => void;
}

/** Of the service's budgets. What is left of them is as good as not known so long after more was to become available. */
const WINDOW_MS = 60_000;

/**
 * Lets calls pass in their turn, as far as the rate budget reaches. It knows what the last `RateLimit` header said, and
 * what is under way. When that is not enough for the next call, this one waits until more becomes available, and then
 * goes alone: its answer says how many others may follow. All calls pass while nothing is known.
 */
export class Pacer {
  /** Units that the service said are left. It may have counted those under way, or not yet: they are taken off. */
  #left = 0;
  /** When more units become available, on the clock of `performance.now()`. */
  #moreAt = -Infinity;
  #underWay = 0;
  #limit = Infinity;
  readonly #queue: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Resolves when a call of this cost may be sent. Where that takes longer than `mostMs`, the service decides: at once if
   * so much is known, else after `mostMs`. Rejects with the signal's reason when it is aborted. Who was refused before
   * goes `first`.
   */
  enter(units: number, mostMs: number, first: boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (): void => {
        clearTimeout(patience);
        signal.removeEventListener('abort', leave);
        const place = this.#queue.indexOf(waiting);
        if (place >= 0) this.#queue.splice(place, 1);
      };
      const waiting: Waiting = {
        units,
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
      const patience = setTimeout(waiting.go, this.#waitMs() > mostMs ? 0 : mostMs);
      signal.addEventListener('abort', leave);
      if (first) this.#queue.unshift(waiting);
      else this.#queue.push(waiting);
      if (signal.aborted) leave();
      else this.#admit();
    });
  }

  /** After a call that entered, with what its answer said of the budget. */
  leave(units: number, told: RateLimit | null): void {
    this.#underWay -= units;
    if (told !== null) {
      this.#limit = told.limit;
      this.#left = told.remaining;
      this.#moreAt = performance.now() + told.resetSeconds * 1000;
    }
    this.#admit();
  }

  /** Nobody passes for so long: a call was refused, and will pass only then. */
  close(ms: number): void {
    this.#left = 0;
    this.#moreAt = performance.now() + ms;
  }

  #admit(): void {
    for (let head = this.#queue[0]; head !== undefined && this.#mayGo(head.units); head = this.#queue[0]) {
      head.go();
    }
    clearTimeout(this.#timer);
    const waitMs = Math.min(this.#waitMs(), MAX_TIMER_MS);
    if (this.#queue.length > 0 && waitMs > 0) this.#timer = setTimeout(() => this.#admit(), waitMs);
  }

  #waitMs(): number {
    return this.#moreAt - performance.now();
  }

  #mayGo(units: number): boolean {
    // What costs more than the whole budget never passes: the service says so.
    if (units <= this.#left - this.#underWay || units > this.#limit) return true;
    const waitMs = this.#waitMs();
    return (waitMs <= 0 && this.#underWay === 0) || waitMs <= -WINDOW_MS;
  }
}
