/** Numbers of slots that nobody uses. */
export class FreeSlots {
  readonly #free: number[];
  /** Who waits for one. */
  #waiting: ((slot: number) => void) | null = null;

  constructor(slots: number) {
    this.#free = Array.from({ length: slots }, (_, number) => number);
  }

  get size(): number {
    return this.#free.length;
  }

  /** One of them, once there is one. One caller at a time. */
  take(): Promise<number> {
    const slot = this.#free.pop();
    if (slot !== undefined) return Promise.resolve(slot);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  give(slot: number): void {
    if (this.#waiting === null) {
      this.#free.push(slot);
      return;
    }
    this.#waiting(slot);
    this.#waiting = null;
  }
}
