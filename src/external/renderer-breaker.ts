import { LRUCache } from 'lru-cache';
import { type BreakerState, CircuitBreaker } from './circuit-breaker.ts';

/** A call that was let through. */
export interface Attempt {
  readonly account: string;
  readonly label: string;
  readonly beganAt: number;
}

/** Failures in a row: of one label for itself, of all together for everybody. */
const FAILURES = 5;
/** So many accounts must have failed: one or two that will fail on purpose are not everybody. */
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
  /** When the next probe is due: of accounts that have failed, and of others. */
  readonly #probeAt = { failing: 0, other: 0 };

  /** `now` is a monotonic clock, and `pauseMs` lies between two probes. Milliseconds. */
  constructor(pauseMs: number, now: () => number) {
    this.#pauseMs = pauseMs;
    this.#now = now;
  }

  /** Of the renderer as a whole. */
  get state(): BreakerState {
    if (!this.#isDown) return 'closed';
    return this.#now() < Math.min(this.#probeAt.failing, this.#probeAt.other) ? 'open' : 'half-open';
  }

  /**
   * Begins a call, or returns null where it should not be made. Its outcome should follow; one that was given up has
   * none.
   */
  begin(account: string, label: string): Attempt | null {
    const now = this.#now();
    if (this.#isDown) {
      const kind = this.#failing.has(account) ? 'failing' : 'other';
      if (now < this.#probeAt[kind]) return null;
      this.#probeAt[kind] = now + this.#pauseMs;
    } else if (this.#labels.get(label)?.admit() === false) {
      return null;
    }
    return { account, label, beganAt: now };
  }

  succeeded({ label }: Attempt): void {
    this.#labels.delete(label);
    this.#failures = 0;
    this.#failing.clear();
    this.#succeededAt = this.#now();
  }

  failed({ account, label, beganAt }: Attempt): void {
    let own = this.#labels.get(label);
    if (own === undefined) {
      own = new CircuitBreaker({ threshold: FAILURES, pauseMs: this.#pauseMs, now: this.#now });
      this.#labels.set(label, own);
    }
    own.failed();
    if (beganAt < this.#succeededAt) return;
    const wasDown = this.#isDown;
    this.#failures++;
    this.#failing.add(account);
    if (this.#isDown && !wasDown) this.#probeAt.failing = this.#probeAt.other = this.#now() + this.#pauseMs;
  }

  get #isDown(): boolean {
    return this.#failures >= FAILURES && this.#failing.size >= ACCOUNTS;
  }
}
