import type { GuardVerdict } from './budget.ts';

/** How many of the requests were admitted, and how long the others have to wait. */
type Admitted = readonly [admitted: number, waitSeconds: number];

interface Waiting {
  readonly resolve: (verdict: GuardVerdict) => void;
  readonly reject: (error: unknown) => void;
}

const ALLOWED: GuardVerdict = { allowed: true };

/**
 * A counter of the whole deployment, asked once for all requests that came in on one turn of the event loop:
 * as many of them pass as fit, the first ones first, so it is as if each had asked by itself.
 */
export class SharedCounter {
  readonly #admit: (requests: number) => Promise<Admitted>;
  #waiting: Waiting[] = [];

  /** `admit` counts as many of the requests as fit. */
  constructor(admit: (requests: number) => Promise<Admitted>) {
    this.#admit = admit;
  }

  /** Counts one request. Rejects if the counter cannot be reached. */
  count(): Promise<GuardVerdict> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.#send());
      this.#waiting.push({ resolve, reject });
    });
  }

  async #send(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const [admitted, retryAfterSeconds] = await this.#admit(waiting.length);
      for (const [index, { resolve }] of waiting.entries()) {
        resolve(index < admitted ? ALLOWED : { allowed: false, retryAfterSeconds });
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}
