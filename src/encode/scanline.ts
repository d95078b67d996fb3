/** PNG's filter that subtracts from each byte the one above it. */
export const FILTER_UP = 2;

/** Bytes of a row as PNG has it: its filter, and 8 dots a byte. */
export function lineBytesOf(width: number): number {
  return ((width + 7) >> 3) + 1;
}

/**
 * Four bytes of a row as {@link FILTER_UP} has them, from four bytes of dots and those above. PNG has inverted dots, 0
 * for black, so these are the bytes of the upper dots less those of the lower ones. Byte by byte, bands take a ninth
 * longer.
 */
export function lessAbove(word: number, above: number): number {
  // The top bits are set so that no byte borrows from the next, and corrected afterwards.
  return ((above | TOP_BITS) - (word & ~TOP_BITS)) ^ (~(above ^ word) & TOP_BITS);
}

const TOP_BITS = 0x80808080 | 0;

/** A byte of a word, 0 the leftmost. */
export function byteOf(word: number, index: number): number {
  return (word >>> (24 - 8 * index)) & 0xff;
}
