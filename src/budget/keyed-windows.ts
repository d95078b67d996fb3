import { SlidingWindow } from './window.ts';

/**
 * A window for each account or key that was charged lately. Empty windows are dropped: with each new one, and once
 * in each millisecond with a charge, two others are looked at, so a round over all of them keeps pace with new ones,
 * and the map stays within about twice the number that are in use.
 */
export class KeyedWindows {
  readonly #windows = new Map<string, SlidingWindow>();
  #round = this.#windows.entries();
  #lookedAtMs = -Infinity;

  get size(): number {
    return this.#windows.size;
  }

  /** The window of `id`, a new one if it has none. Use it at once: an empty one may be dropped by the next call. */
  get(id: string, now: number): SlidingWindow {
    const window = this.#windows.get(id);
    if (window !== undefined && now - this.#lookedAtMs < 1) return window;
    this.#lookedAtMs = now;
    this.#dropIdle(now);
    this.#dropIdle(now);
    return this.#windows.get(id) ?? this.#add(id);
  }

  #add(id: string): SlidingWindow {
    const window = new SlidingWindow();
    this.#windows.set(id, window);
    return window;
  }

  /** Looks at the next window of the round. */
  #dropIdle(now: number): void {
    const next = this.#round.next();
    if (next.done === true) {
      this.#round = this.#windows.entries();
    } else {
      const [id, window] = next.value;
      if (window.isEmpty(now)) this.#windows.delete(id);
    }
  }
}
