import type { Dots } from './dots.ts';

/** Figures of a comparison of two pictures. Dots. */
export interface Comparison {
  readonly equal: boolean;
  /** Black dots that both have, of those that either has; 1 where both are blank. */
  readonly iou: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** The column of the second picture at which the first one begins: a printer may centre a narrow label. */
  readonly offset: number;
}

/** Black dots by the bits of a byte. */
const BITS = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/**
 * Compares two pictures. A second one that is wider is compared at its left edge and in its middle, and the better
 * place counts.
 */
export function compareDots(first: Dots, second: Dots): Comparison {
  const left = comparedAt(first, second, 0);
  const middle = Math.floor((second.width - first.width) / 2);
  if (middle <= 0 || left.equal) return left;
  const centred = comparedAt(first, second, middle);
  return centred.iou > left.iou ? centred : left;
}

function comparedAt(first: Dots, second: Dots, offset: number): Comparison {
  let both = 0;
  let onlyFirst = 0;
  let onlySecond = 0;
  const bytesPerRow = Math.max(first.bytesPerRow + ((offset + 7) >> 3), second.bytesPerRow);
  for (let y = 0; y < Math.max(first.rows, second.rows); y++) {
    for (let at = 0; at < bytesPerRow; at++) {
      const one = shiftedByte(first, y, at, offset);
      const other = byteAt(second, y, at);
      both += BITS[one & other] as number;
      onlyFirst += BITS[one & ~other & 0xff] as number;
      onlySecond += BITS[other & ~one & 0xff] as number;
    }
  }
  const either = both + onlyFirst + onlySecond;
  const isSameSize = first.width === second.width && first.rows === second.rows;
  return {
    equal: isSameSize && either === both,
    iou: either === 0 ? 1 : both / either,
    onlyFirst,
    onlySecond,
    offset,
  };
}

function byteAt({ bytesPerRow, rows, data }: Dots, y: number, at: number): number {
  return y < rows && at >= 0 && at < bytesPerRow ? (data[y * bytesPerRow + at] as number) : 0;
}

/** A byte of a picture that begins some dots further to the right. */
function shiftedByte(dots: Dots, y: number, at: number, offset: number): number {
  const from = at - (offset >> 3);
  const bits = offset & 7;
  if (bits === 0) return byteAt(dots, y, from);
  return ((byteAt(dots, y, from - 1) << (8 - bits)) | (byteAt(dots, y, from) >> bits)) & 0xff;
}
