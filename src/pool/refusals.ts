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
/** Beyond so many that wait, or so many bytes of their labels, all are told at once. */
const PAUSED = 1024;
const PAUSED_BYTES = 32 * 2 ** 20;

/**
 * When clients are told that they were refused. One that comes back at once is refused again, and costs the main thread what
 * it needs for tasks that were let in: hundreds of those would have it do nothing else. So only a share is told at once.
 */
export class Refusals {
  #atOnce = AT_ONCE;
  #toldAt = 0;
  /** Each tells its client, and forgets it. */
  readonly #paused = new Set<() => void>();
  #pausedBytes = 0;

  /** That will be told later. */
  get waiting(): number {
    return this.#paused.size;
  }

  /**
   * Calls it at once or, where that is one of many, within two seconds: then it returns what calls it sooner.
   *
   * @param bytes that it holds.
   */
  tell(reason: RefusalReason, bytes: number, refuse: () => void): (() => void) | undefined {
    if (!OF_A_FULL_POOL.has(reason)) {
      refuse();
      return undefined;
    }
    const now = performance.now();
    this.#atOnce = Math.min(AT_ONCE, this.#atOnce + AT_ONCE_PER_MS * (now - this.#toldAt));
    this.#toldAt = now;
    if (this.#atOnce >= 1 || this.#paused.size >= PAUSED || this.#pausedBytes + bytes > PAUSED_BYTES) {
      this.#atOnce = Math.max(0, this.#atOnce - 1);
      refuse();
      return undefined;
    }
    return this.#pause(bytes, refuse);
  }

  /** Nobody waits any longer. */
  tellAll(): void {
    for (const tellNow of this.#paused) tellNow();
  }

  #pause(bytes: number, refuse: () => void): () => void {
    // What was refused together should not come back together. Whole milliseconds: Node keeps a list for each length.
    const pauseMs = Math.ceil(PAUSE_MS * (1 + Math.random()));
    const tellNow = (): void => {
      clearTimeout(timer);
      this.#paused.delete(tellNow);
      this.#pausedBytes -= bytes;
      refuse();
    };
    const timer = setTimeout(tellNow, pauseMs);
    this.#paused.add(tellNow);
    this.#pausedBytes += bytes;
    return tellNow;
  }
}
