import { LRUCache } from 'lru-cache';

/** Bytes of results that each thread keeps at most. */
const CACHE_BYTES = 16 * 1024 * 1024;
/** Bytes of an entry besides its content: key, objects, and the cache's own links; by estimate. */
const ENTRY_BYTES = 1024;
/** Bytes of a value that is kept, its field's name included: longer ones seldom return. */
const KEY_MAX = 512;
/** Values that are remembered as seen; a newer one may replace an older one. */
const SEEN = 1 << 16;

/**
 * Results of values that return: cities, services, quantities. A value is kept from the second time on, because
 * keeping names and numbers would mostly be in vain, and would cost a sixth more for each.
 */
export class ReturningValues<Made extends object> {
  readonly #made: LRUCache<string, Made>;
  /** Hashes of values, by their lowest bits. */
  readonly #seen = new Int32Array(SEEN);

  constructor(maxBytes: number = CACHE_BYTES) {
    this.#made = new LRUCache({ maxSize: maxBytes });
  }

  /** Estimated bytes in use; never above the bound. */
  get bytes(): number {
    return this.#made.calculatedSize;
  }

  /** The result kept for a value, if any. */
  get(field: string, value: string): Made | undefined {
    return this.#made.get(field + value);
  }

  /**
   * Keeps this if the value has been here before.
   *
   * @param field a name that no other field has.
   * @param bytes that it takes.
   * @returns whether it is kept; then it must not change any more.
   */
  keep(field: string, value: string, made: Made, bytes: number): boolean {
    const key = field + value;
    if (key.length > KEY_MAX || !this.#hasSeen(key)) return false;
    this.#made.set(key, made, { size: ENTRY_BYTES + bytes });
    return this.#made.has(key);
  }

  /** Whether this method was called before with this value, or with one of the same hash. */
  #hasSeen(key: string): boolean {
    let hash = 1;
    for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0;
    const at = (hash ^ (hash >>> 16)) & (SEEN - 1);
    if (this.#seen[at] === hash) return true;
    this.#seen[at] = hash;
    return false;
  }
}
