/** Bytes of V8's objects on 64-bit machines, headers included: pointers are not compressed in Node. */
const OBJECT = 24;
const ARRAY = 48;
const STRING = 16;
const WORD = 8;
/** A typed array with its buffer, apart from its contents. */
const TYPED_ARRAY = 240;

/** Equal strings of this length are taken for the same one. */
const SHARED_UNITS = 64;

/**
 * Estimates the bytes of memory that a plain value takes: objects, arrays, strings, byte arrays. Objects that are
 * reached several times count once. A string counts in full, even if it is a part of another one.
 */
export function heapSize(value: unknown, seen = new Set<unknown>()): number {
  if (typeof value === 'string') {
    if (value.length >= SHARED_UNITS) {
      if (seen.has(value)) return 0;
      seen.add(value);
    }
    return STRING + Math.ceil(value.length / WORD) * WORD;
  }
  if (typeof value !== 'object' || value === null) return 0;
  // Most lists of a small label.
  if (Array.isArray(value) && value.length === 0) return ARRAY;
  if (seen.has(value)) return 0;
  seen.add(value);
  if (value instanceof Uint8Array) return TYPED_ARRAY + value.length;
  let size = Array.isArray(value) ? ARRAY : OBJECT;
  // Plain objects inherit no members, and an array of their names for each would take twice as long.
  for (const name in value) size += WORD + heapSize((value as Record<string, unknown>)[name], seen);
  return size;
}
