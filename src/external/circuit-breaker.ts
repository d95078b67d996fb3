export interface BreakerOptions {
  /** Failures in a row that open the breaker. */
  readonly threshold: number;
  /** Between two probes while it is open. Milliseconds. */
  readonly pauseMs: number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** `half-open` when the next call will be a probe. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/**
 * Refuses calls to a part that failed several times in a row. While it is open, one call in each pause is let
 * through as a probe, whether or not the probe before it has come back: a probe that hangs must not hide that
 * the part is well again. The first success closes it.
 */
export class CircuitBreaker {
  readonly #options: BreakerOptions;
  #failuresInARow = 0;
  #nextProbeAt = 0;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get state(): BreakerState {
    if (this.#failuresInARow < this.#options.threshold) return 'closed';
    return this.#options.now() < this.#nextProbeAt ? 'open' : 'half-open';
  }

  /** Whether a call may be made now. It should be followed by its outcome; one that was given up has none. */
  admit(): boolean {
    const { state } = this;
    if (state === 'half-open') this.#pause();
    return state !== 'open';
  }

  succeeded(): void {
    this.#failuresInARow = 0;
  }

  failed(): void {
    this.#failuresInARow++;
    if (this.#failuresInARow === this.#options.threshold) this.#pause();
  }

  #pause(): void {
    this.#nextProbeAt = this.#options.now() + this.#options.pauseMs;
  }
}
