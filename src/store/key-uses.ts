import type { KeyUse, Store } from './store.ts';

/** How long a use may wait to be written. Milliseconds. */
const WRITE_EVERY_MS = 60_000;

/**
 * Remembers how often keys were used, and when last, and writes it once a minute for all keys together, so that no
 * request waits for a write. Memory is bounded by the keys that the database has admitted since the last write: while
 * the database cannot be reached, no further key is admitted.
 */
export class KeyUses {
  readonly #store: Pick<Store, 'recordKeyUses'>;
  readonly #onError: (error: unknown) => void;
  /** By key id. */
  #uses = new Map<string, { -readonly [Member in keyof KeyUse]: KeyUse[Member] }>();
  #timer: NodeJS.Timeout | null = null;

  constructor(store: Pick<Store, 'recordKeyUses'>, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  /** The key has been used now. */
  note(keyId: string): void {
    const use = this.#uses.get(keyId);
    if (use === undefined) {
      this.#uses.set(keyId, { at: Date.now(), requests: 1 });
    } else {
      use.at = Date.now();
      use.requests++;
    }
    this.#timer ??= setTimeout(() => void this.#write(), WRITE_EVERY_MS).unref();
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    clearTimeout(this.#timer ?? undefined);
    if (this.#uses.size > 0) await this.#write();
  }

  /** A failure is reported, and what could not be written is written with the next uses. */
  async #write(): Promise<void> {
    this.#timer = null;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      await this.#store.recordKeyUses(uses);
    } catch (error) {
      this.#onError(error);
      for (const [keyId, { at, requests }] of this.#uses) {
        uses.set(keyId, { at, requests: requests + (uses.get(keyId)?.requests ?? 0) });
      }
      this.#uses = uses;
    }
  }
}
