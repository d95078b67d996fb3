/**
 * The part of one turn of the event loop for work that can wait: enough for the requests of a flood's turn to reach
 * the pool, which decides on refusals. Milliseconds.
 */
const TURN_MS = 4;

/** After the end of one turn, what the next ones may do without a look at where they end, which takes a microsecond. */
const UNWATCHED_MS = 1;

/**
 * Keeps the turns of the event loop short. Hundreds of requests may come with one turn of a flood: threads that are
 * done would wait for their answers to be sent, and for more to do, until all of those had been looked at. The suite
 * `loop` of the benchmarks (`bench/http/loop.ts`) times the turns.
 */
class Turns {
  /** When the first work of this turn was begun; null while there is none, or it is not watched. */
  #beganMs: number | null = null;
  #watchedFromMs = 0;
  readonly #waiting: (() => void)[] = [];

  /** Does this at once, or, where this turn has been long enough, in one of the next; what waits goes in order. */
  run(work: () => void): void {
    if (this.#waiting.length === 0 && this.#hasTime(performance.now())) work();
    else this.#waiting.push(work);
  }

  /**
   * Waits for the next turn where this one has been long enough: before work that could as well be done then, and
   * between the parts of what would be too long for one.
   *
   * @returns undefined where this turn still has time.
   */
  next(): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#hasTime(performance.now())) return undefined;
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  #begin(nowMs: number): void {
    this.#beganMs = nowMs;
    setImmediate(() => {
      const endedMs = performance.now();
      if (this.#waiting.length > 0) {
        this.#begin(endedMs);
        this.#goOn();
      } else {
        this.#beganMs = null;
        this.#watchedFromMs = endedMs + UNWATCHED_MS;
      }
    });
  }

  #goOn(): void {
    if (!this.#hasTime(performance.now())) return;
    const work = this.#waiting.shift();
    if (work === undefined) return;
    // Continuations of the work's promises belong to it: they are all done before a tick that one of them asks for.
    queueMicrotask(() => process.nextTick(() => this.#goOn()));
    work();
  }

  /** Whether this turn has time for more work; it is watched from now on. */
  #hasTime(nowMs: number): boolean {
    if (this.#beganMs === null) {
      if (nowMs >= this.#watchedFromMs) this.#begin(nowMs);
      return true;
    }
    return nowMs - this.#beganMs < TURN_MS;
  }
}

/** Turns of this thread's event loop. */
export const turns = new Turns();
