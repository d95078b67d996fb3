import { type BreakerState, CircuitBreaker } from '../circuit-breaker.ts';

/** A call that was let through. */
export interface Attempt {
  readonly account: string;
  readonly beganAt: number;
}

/** Failures in a row. */
const FAILURES = 5;
/** The number of accounts that must have failed: one or two may fail on purpose. */
const ACCOUNTS = 3;

/**
 * Refuses calls to a renderer that is down.
 *
 * The renderer counts as down when calls of several accounts, and so of several labels, have failed in a row. A call
 * that fails while another one succeeds says something of its label only, so it does not count: a label that runs into
 * the timeout proves nothing as long as anything else is drawn. Then one call in each pause is let through as a probe,
 * and one of an account that has not failed itself, so that nobody can use up the probes; the first success closes it.
 * Every call is made while fewer accounts use the renderer.
 */
export class RendererBreaker {
  readonly #now: () => number;
  /** Since the last success. */
  #failures = 0;
  readonly #failing = new Set<string>();
  #succeededAt = Number.NEGATIVE_INFINITY;
  /** For accounts that have failed, and for others: both open at once, and each has probes of its own. */
  readonly #forFailing: CircuitBreaker;
  readonly #forOthers: CircuitBreaker;

  /** `now` is a monotonic clock, and `pauseMs` lies between two probes. Milliseconds. */
  constructor(pauseMs: number, now: () => number) {
    this.#now = now;
    // One rule for both: what they open at are the failures of all accounts, which are counted here.
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
   * Begins a call, or returns null where it should not be made. Its outcome should follow; one that was given up has
   * none.
   */
  begin(account: string): Attempt | null {
    const now = this.#now();
    const breaker = this.#failing.has(account) ? this.#forFailing : this.#forOthers;
    return breaker.admit(now) ? { account, beganAt: now } : null;
  }

  /** The renderer has answered, whatever call it was. */
  succeeded(): void {
    this.#forFailing.close();
    this.#forOthers.close();
    this.#succeededAt = this.#now();
  }

  failed({ account, beganAt }: Attempt): void {
    if (beganAt < this.#succeededAt) return;
    const now = this.#now();
    this.#failures++;
    this.#failing.add(account);
    this.#forFailing.failed(now);
    this.#forOthers.failed(now);
  }
}
