/** PNG's name for rows of which each byte is less the one above it. */
export const FILTER_UP = 2;

/** Bytes of a row as PNG has it: its filter, and 8 dots a byte. */
export function lineBytesOf(width: number): number {
  return ((width + 7) >> 3) + 1;
}

/**
 * Four bytes of a row as {@link FILTER_UP} has them, from four bytes of dots and those above. The bytes are of inverted
 * dots, 0 for black, so that it is the upper dots less the lower ones. Byte by byte, bands take a ninth longer.
 */
export function lessAbove(word: number, above: number): number {
  // The top bits are kept out of the way of borrowing, and put right afterwards.
  return ((above | TOP_BITS) - (word & ~TOP_BITS)) ^ (~(above ^ word) & TOP_BITS);
}

const TOP_BITS = 0x80808080 | 0;

/** A byte of a word, 0 the leftmost. */
export function byteOf(word: number, index: number): number {
  return (word >>> (24 - 8 * index)) & 0xff;
}
