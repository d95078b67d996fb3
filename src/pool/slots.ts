interface Waiter {
  /** Hands over a slot. */
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** A fixed number of slots, given out in the order in which they were asked for. */
export class Slots {
  readonly #size: number;
  readonly #waiters = new Set<Waiter>();
  #taken = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  /** Resolves with a slot; rejects with the signal's reason when that fires first. */
  async take(signal?: AbortSignal): Promise<void> {
    if (this.#taken < this.#size) {
      this.#taken++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiters.delete(waiter);
        reject(signal?.reason);
      };
      const stay = () => signal?.removeEventListener('abort', leave);
      const waiter: Waiter = {
        start: () => {
          stay();
          resolve();
        },
        refuse: (reason) => {
          stay();
          reject(reason);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiters.add(waiter);
    });
  }

  /** Gives a slot back, to the first that waits if any does. */
  release(): void {
    const [first] = this.#waiters;
    if (first === undefined) {
      this.#taken--;
    } else {
      this.#waiters.delete(first);
      first.start();
    }
  }

  /** Rejects every wait with `reason`. */
  refuseWaiting(reason: unknown): void {
    for (const waiter of this.#waiters) waiter.refuse(reason);
    this.#waiters.clear();
  }
}
