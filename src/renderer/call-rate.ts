import { LRUCache } from 'lru-cache';

/** Clients that are remembered; a forgotten one counts as new. */
const CLIENTS_MAX = 10_000;
const SECOND_MS = 1000;

/**
 * A rate for each client, by the generic cell rate algorithm: calls are counted at even intervals, and the calls of one
 * second may come at once.
 */
export class CallRate {
  readonly #intervalMs: number;
  /** The time at which each client's calls would be over at even intervals. */
  readonly #overAt = new LRUCache<string, number>({ max: CLIENTS_MAX });

  /** @param perSecond calls of each client, a whole number from 1. */
  constructor(perSecond: number) {
    this.#intervalMs = SECOND_MS / perSecond;
  }

  /**
   * Counts a call.
   *
   * @param nowMs by a monotonic clock
   * @returns whether it is admitted
   */
  admits(client: string, nowMs: number): boolean {
    const overAt = Math.max(nowMs, this.#overAt.get(client) ?? 0);
    if (overAt - nowMs > SECOND_MS - this.#intervalMs) return false;
    this.#overAt.set(client, overAt + this.#intervalMs);
    return true;
  }
}
