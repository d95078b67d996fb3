import { LRUCache } from 'lru-cache';
import { type BreakerState, CircuitBreaker, inARow } from '../circuit-breaker.ts';

/** A call that was let through. */
export interface Attempt {
  readonly account: string;
  readonly label: string;
  readonly beganAt: number;
}

/** Failures in a row: of one label for itself, of all together for everybody. */
const FAILURES = 5;
/** The number of accounts that must have failed: one or two may fail on purpose. */
const ACCOUNTS = 3;
/** Labels that are remembered for having failed. */
const LABELS = 10_000;

/**
 * Refuses calls to a renderer that is down, and calls for a label that always fails.
 *
 * The renderer counts as down when calls of several labels of several accounts have failed in a row. A call that
 * fails while another one succeeds says something of its label only, so it does not count: a label that runs into
 * the timeout proves nothing as long as anything else is drawn. Then one call in each pause is let through as a probe,
 * and one of an account that has not failed itself, so that nobody can use up the probes; the first success closes it.
 *
 * A label that fails five times in a row is refused by itself, with probes of its own. That is all that happens where
 * fewer accounts use the renderer.
 */
export class RendererBreaker {
  readonly #pauseMs: number;
  readonly #now: () => number;
  readonly #labels = new LRUCache<string, CircuitBreaker>({ max: LABELS });
  /** Since the last success. */
  #failures = 0;
  readonly #failing = new Set<string>();
  #succeededAt = Number.NEGATIVE_INFINITY;
  /** For accounts that have failed, and for others: both open at once, and each has probes of its own. */
  readonly #forFailing: CircuitBreaker;
  readonly #forOthers: CircuitBreaker;

  /** `now` is a monotonic clock, and `pauseMs` lies between two probes. Milliseconds. */
  constructor(pauseMs: number, now: () => number) {
    this.#pauseMs = pauseMs;
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
  begin(account: string, label: string): Attempt | null {
    const now = this.#now();
    const shared = this.#failing.has(account) ? this.#forFailing : this.#forOthers;
    // While the renderer is down, probes of a label are probes of the renderer.
    const breaker = shared.state(now) === 'closed' ? this.#labels.get(label) : shared;
    return breaker?.admit(now) === false ? null : { account, label, beganAt: now };
  }

  succeeded({ label }: Attempt): void {
    this.#labels.delete(label);
    this.#forFailing.close();
    this.#forOthers.close();
    this.#succeededAt = this.#now();
  }

  failed({ account, label, beganAt }: Attempt): void {
    let own = this.#labels.get(label);
    if (own === undefined) {
      own = new CircuitBreaker({ rule: inARow(FAILURES), pauseMs: this.#pauseMs });
      this.#labels.set(label, own);
    }
    const now = this.#now();
    own.failed(now);
    if (beganAt < this.#succeededAt) return;
    this.#failures++;
    this.#failing.add(account);
    this.#forFailing.failed(now);
    this.#forOthers.failed(now);
  }
}
