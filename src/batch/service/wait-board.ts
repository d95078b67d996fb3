import type { Watcher } from '../stages.ts';

/** What the requests under way wait for: people are told of the latest that is not over. */
export class WaitBoard {
  readonly #watcher: Watcher;
  /** In the order in which they began. */
  readonly #waits = new Set<{ readonly what: string }>();

  constructor(watcher: Watcher) {
    this.#watcher = watcher;
  }

  /** Returns what ends it. */
  begin(what: string): () => void {
    const wait = { what };
    this.#waits.add(wait);
    this.#watcher.waiting(what);
    return () => {
      if (this.#waits.delete(wait)) this.#watcher.waiting([...this.#waits].at(-1)?.what ?? null);
    };
  }
}
