import type { RefusalReason } from './options.ts';

/** Why tasks are refused because of others, which may be thousands a second. */
const OF_A_FULL_POOL: ReadonlySet<RefusalReason> = new Set(['jobs', 'pixels', 'units', 'share']);
/**
 * Refusals that are told at once. Each takes the main thread some 0.1 ms, its answer and the checks before it, of which no step
 * can be left out: so many take a sixteenth of its time.
 */
const AT_ONCE_PER_MS = 0.6;
/** So many at once after a while without any: those of a burst, which come once. */
const AT_ONCE = 512;
/** The others are told after 1 to 2 times this: when a client that heeds `Retry-After` would be back. Milliseconds. */
const PAUSE_MS = 1000;
/** What the others hold is small: the body of their request. Beyond so many all are told at once. */
const PAUSED = 1024;

/**
 * When clients are told that they were refused. One that comes back at once is refused again, and costs the main thread what
 * it needs for tasks that were let in: hundreds of those would have it do nothing else. So only a share is told at once.
 */
export class Refusals {
  #atOnce = AT_ONCE;
  #toldAt = 0;
  readonly #paused = new Map<() => void, NodeJS.Timeout>();

  /** Calls it at once or, where that is one of many, within two seconds. */
  tell(reason: RefusalReason, refuse: () => void): void {
    if (!OF_A_FULL_POOL.has(reason)) return refuse();
    const now = performance.now();
    this.#atOnce = Math.min(AT_ONCE, this.#atOnce + AT_ONCE_PER_MS * (now - this.#toldAt));
    this.#toldAt = now;
    if (this.#atOnce >= 1 || this.#paused.size >= PAUSED) {
      this.#atOnce = Math.max(0, this.#atOnce - 1);
      refuse();
      return;
    }
    // What was refused together should not come back together. Whole milliseconds: Node keeps a list for each length.
    const pauseMs = Math.ceil(PAUSE_MS * (1 + Math.random()));
    const timer = setTimeout(() => {
      this.#paused.delete(refuse);
      refuse();
    }, pauseMs);
    this.#paused.set(refuse, timer);
  }

  /** Nobody waits any longer. */
  tellAll(): void {
    for (const [refuse, timer] of this.#paused) {
      clearTimeout(timer);
      refuse();
    }
    this.#paused.clear();
  }
}
