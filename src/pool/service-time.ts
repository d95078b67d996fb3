/** Share of the newest task in the mean: the last twenty or so count. */
const WEIGHT = 0.1;

const LONGEST_WAIT_SECONDS = 30;

/** How long tasks have taken lately, and so when a full pool will have room. */
export class ServiceTime {
  #meanMs = 0;

  record(elapsedMs: number): void {
    this.#meanMs = this.#meanMs === 0 ? elapsedMs : this.#meanMs + WEIGHT * (elapsedMs - this.#meanMs);
  }

  /** Whole seconds, 1 to 30, until as many tasks as are waiting now will have been done. */
  retryAfterSeconds(waiting: number, threads: number): number {
    const seconds = Math.ceil((waiting * this.#meanMs) / threads / 1000);
    return Math.min(Math.max(seconds, 1), LONGEST_WAIT_SECONDS);
  }
}
