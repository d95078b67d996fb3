import { keyDigest } from '../store/key.ts';

/** A flood of other keys fills no memory. */
const KEYS = 1000;
/** Not longer than texts of requests lie about until the collector finds them. Milliseconds. */
const KEPT_MS = 1000;

/**
 * Digests of the keys that came in the last second, so that one which comes all the time is not digested each time.
 * Keys themselves are in memory only as long as that.
 */
export class RecentDigests {
  readonly #digests = new Map<string, string>();

  /** The digest of a key that was added a moment ago. */
  known(key: string): string | undefined {
    return this.#digests.get(key);
  }

  /** Makes the digest of a key, and keeps it for at most a second. */
  add(key: string): string {
    const digest = keyDigest(key);
    if (this.#digests.size === 0) setTimeout(() => this.#digests.clear(), KEPT_MS).unref();
    if (this.#digests.size < KEYS) this.#digests.set(key, digest);
    return digest;
  }
}
