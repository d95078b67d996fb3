/** How many lines of one kind a log takes in a second; the rest is only counted. */
export class LineBudget {
  readonly #perSecond: number;
  #second = 0;
  #written = 0;
  #leftOut = 0;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /**
   * Whether a line may be written at `nowMs` of a monotonic clock: how many before it were left out since the
   * last one that was, or null if this one is left out too.
   */
  take(nowMs: number): number | null {
    const second = Math.floor(nowMs / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#written = 0;
    }
    if (this.#written >= this.#perSecond) {
      this.#leftOut++;
      return null;
    }
    this.#written++;
    const leftOut = this.#leftOut;
    this.#leftOut = 0;
    return leftOut;
  }
}
