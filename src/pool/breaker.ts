/** A minute with more crashes than this is a storm: something is wrong that new workers do not mend. */
const CRASHES_A_MINUTE = 5;
const MINUTE_MS = 60_000;

export type BreakerState = 'closed' | 'open' | 'trial';

/**
 * Stops taking tasks while workers crash one after the other. After a pause one task is let in as a trial: a
 * worker that answers ends the matter, one that crashes starts the next pause. A trial that gets no answer is
 * followed by another after the same pause. Times are milliseconds of one monotonic clock.
 */
export class Breaker {
  readonly #pauseMs: number;
  #crashes: readonly number[] = [];
  #state: BreakerState = 'closed';
  #nextTrialAt = 0;

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** Milliseconds until the next trial; 0 when a task may come now. */
  remainingMs(now: number): number {
    return this.#state === 'closed' ? 0 : Math.max(0, this.#nextTrialAt - now);
  }

  /** Whether a task may come in; if it is the trial, no other may for a while. */
  admits(now: number): boolean {
    if (this.#state === 'closed') return true;
    if (now < this.#nextTrialAt) return false;
    this.#state = 'trial';
    this.#nextTrialAt = now + this.#pauseMs;
    return true;
  }

  /** A worker answered. While no trial is under way that proves nothing: others may still crash. */
  answered(): void {
    if (this.#state !== 'trial') return;
    this.#state = 'closed';
    this.#crashes = [];
  }

  /** A worker crashed. */
  crashed(now: number): void {
    this.#crashes = [...this.#crashes.filter((at) => at > now - MINUTE_MS), now];
    if (this.#state === 'closed' && this.#crashes.length <= CRASHES_A_MINUTE) return;
    this.#state = 'open';
    this.#nextTrialAt = now + this.#pauseMs;
  }
}
