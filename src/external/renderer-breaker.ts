import { type BreakerState, CircuitBreaker } from '../circuit-breaker.ts';

/** A call that was let through, with the time of its begin. */
export interface BreakerAttempt {
  readonly account: string;
  readonly beganAt: number;
}

/** Failures in a row at which the renderer counts as down. */
const FAILURES = 5;
/** Accounts that must be among the failures, since one or two may fail on purpose. */
const ACCOUNTS = 3;

/**
 * Refuses calls to a renderer that is down.
 *
 * The renderer counts as down when calls of several accounts, and so of several labels, have failed in a row. A call
 * that fails while another one succeeds does not count: the cause is its label, which may run into the timeout while
 * others are drawn. While the breaker is open, two calls in each pause are let through as probes: one of the accounts
 * that failed, and one of the rest, so that failing accounts cannot use up the probes. The first success closes the
 * breaker. If fewer accounts than needed use the renderer, every call is made.
 */
export class RendererBreaker {
  readonly #now: () => number;
  /** Failures since the last success. */
  #failures = 0;
  readonly #failing = new Set<string>();
  #succeededAt = Number.NEGATIVE_INFINITY;
  /** The breakers for accounts that have failed, and for the rest. Both open at once; each has its own probes. */
  readonly #forFailing: CircuitBreaker;
  readonly #forOthers: CircuitBreaker;

  /**
   * @param pauseMs milliseconds between two probes
   * @param now a monotonic clock, in milliseconds
   */
  constructor(pauseMs: number, now: () => number) {
    this.#now = now;
    // Both have one rule: they open at the failures of all accounts, which are counted here.
    const rule = {
      opens: () => this.#failures >= FAILURES && this.#failing.size >= ACCOUNTS,
      forget: () => {
        this.#failures = 0;
        this.#failing.clear();
      },
    };
    this.#forFailing = new CircuitBreaker({ rule, pauseMs });
    this.#forOthers = new CircuitBreaker({ rule, pauseMs });
  }

  /** The state of the renderer as a whole. */
  get state(): BreakerState {
    const now = this.#now();
    const states = [this.#forFailing.state(now), this.#forOthers.state(now)];
    return states.find((state) => state !== 'open') ?? 'open';
  }

  /**
   * Begins a call; null if the call must not be made. Its outcome must be reported, unless the call is given up.
   */
  begin(account: string): BreakerAttempt | null {
    const now = this.#now();
    const breaker = this.#failing.has(account) ? this.#forFailing : this.#forOthers;
    return breaker.admit(now) ? { account, beganAt: now } : null;
  }

  /** Reports a success of any call. */
  succeeded(): void {
    this.#forFailing.close();
    this.#forOthers.close();
    this.#succeededAt = this.#now();
  }

  /** Reports the failure of a call. */
  failed({ account, beganAt }: BreakerAttempt): void {
    if (beganAt < this.#succeededAt) return;
    const now = this.#now();
    this.#failures++;
    this.#failing.add(account);
    this.#forFailing.failed(now);
    this.#forOthers.failed(now);
  }
}
