/** A reproducible source of choices: the same number gives the same ones on every machine. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) ^ 0x9e3779b9;
  }

  /** A whole number from 0 up to, not with, `bound`. */
  below(bound: number): number {
    // Mulberry32: neighbouring seeds share nothing, and all bits are good.
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  }

  /** True once in `bound` times. */
  oneIn(bound: number): boolean {
    return this.below(bound) === 0;
  }

  of<T>(choices: ArrayLike<T>): T {
    return choices[this.below(choices.length)] as T;
  }
}
