/** Notified when the other side stops answering and when it answers again. */
export interface ReachabilityWatcher {
  down(error: Error): void;
  up(): void;
}

/** Between two probes of a side that does not answer. Milliseconds. */
const PROBE_PAUSE_MS = 200;

/**
 * Keeps requests away from a server that does not answer. A failure alone proves nothing (one lost packet is
 * one), so it only starts a probe; after a probe that fails it is out of reach, and probes go on until one succeeds.
 * No request is spent on finding out. Begins out of reach, until the first {@link suspect} or {@link check}.
 */
export class Reachability {
  readonly #probe: () => Promise<unknown>;
  readonly #watcher: ReachabilityWatcher;
  #reason: Error | null = new Error('not connected yet');
  #reported = false;
  #probing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(probe: () => Promise<unknown>, watcher: ReachabilityWatcher) {
    this.#probe = probe;
    this.#watcher = watcher;
  }

  /** Why nobody should ask, or null if one may. The same object until that changes. */
  get reason(): Error | null {
    return this.#reason;
  }

  /** After a failure, or when something has changed. Probes, unless a probe is in flight. */
  suspect(): void {
    void this.check();
  }

  /** Probes now; settled when {@link reason} tells the result. Never rejects. */
  check(): Promise<void> {
    this.#probing ??= this.#attempt().finally(() => {
      this.#probing = null;
    });
    return this.#probing;
  }

  /** Ends the probes; it stays out of reach. */
  close(): void {
    this.#closed = true;
    this.#reason = new Error('closed');
    clearTimeout(this.#timer);
  }

  async #attempt(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    try {
      await this.#probe();
      if (this.#closed) return;
      this.#reason = null;
      if (this.#reported) this.#watcher.up();
      this.#reported = false;
    } catch (error) {
      if (this.#closed) return;
      this.#reason = error as Error;
      this.#timer = setTimeout(() => this.suspect(), PROBE_PAUSE_MS).unref();
      if (!this.#reported) this.#watcher.down(this.#reason);
      this.#reported = true;
    }
  }
}
