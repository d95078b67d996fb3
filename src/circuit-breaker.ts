/** `open` lets nothing through. `half-open`: the pause is over, and the next call goes through as a probe. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** The states, for metrics. */
export const BREAKER_STATES = ['closed', 'open', 'half-open'] as const satisfies readonly BreakerState[];

/** When the failures of a part are so many that its breaker opens. Milliseconds of a monotonic clock. */
export interface OpeningRule {
  /** Asked once at each failure while the breaker is closed: whether it opens. A rule may count by being asked. */
  opens(now: number): boolean;
  /** Forgets all failures: the part is well. */
  forget(): void;
}

/** Opens at more failures than this within a time, whatever succeeds between them. */
export function moreThan(most: number, withinMs: number): OpeningRule {
  let failures: number[] = [];
  return {
    opens(now) {
      failures = [...failures.filter((at) => at > now - withinMs), now];
      return failures.length > most;
    },
    forget() {
      failures = [];
    },
  };
}

export interface BreakerOptions {
  readonly rule: OpeningRule;
  /** Between the opening and the first probe, and between two probes. Milliseconds. */
  readonly pauseMs: number;
  /**
   * A failure while it is not closed begins the pause again. Not where a call may take longer than the pause: what
   * began before the opening would keep the probes away.
   */
  readonly prolonged?: boolean;
}

/**
 * Refuses calls to a part that keeps failing. While it is not closed, one call in each pause is let through as a probe,
 * whether or not the probe before it has come back: one that hangs must not hide that the part is well again. `now` is
 * milliseconds of one monotonic clock.
 */
export class CircuitBreaker {
  readonly #options: BreakerOptions;
  /** Null while it is closed. */
  #nextProbeAt: number | null = null;
  #probing = false;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  state(now: number): BreakerState {
    if (this.#nextProbeAt === null) return 'closed';
    return now < this.#nextProbeAt ? 'open' : 'half-open';
  }

  /** Whether a probe was let through, and nothing is known of it yet. */
  get probing(): boolean {
    return this.#probing;
  }

  /** Milliseconds until the next probe may be made; 0 when a call may be made now. */
  remainingMs(now: number): number {
    return this.#nextProbeAt === null ? 0 : Math.max(0, this.#nextProbeAt - now);
  }

  /** Whether a call may be made now. Its outcome should follow; one that was given up has none. */
  admit(now: number): boolean {
    if (this.#nextProbeAt === null) return true;
    if (now < this.#nextProbeAt) return false;
    this.#probing = true;
    this.#nextProbeAt = now + this.#options.pauseMs;
    return true;
  }

  /** A call failed. */
  failed(now: number): void {
    const { rule, pauseMs, prolonged = false } = this.#options;
    const opens = this.#nextProbeAt === null ? rule.opens(now) : prolonged;
    this.#probing = false;
    if (opens) this.#nextProbeAt = now + pauseMs;
  }

  /** A call succeeded: as a probe it closes the breaker, else it proves nothing, since others may still fail. */
  succeeded(): void {
    if (this.#probing) this.close();
  }

  /** Closes the breaker, and forgets all failures: the part is well. */
  close(): void {
    this.#options.rule.forget();
    this.#nextProbeAt = null;
    this.#probing = false;
  }
}
