import type { Dots } from './dots.ts';

/** Figures of a comparison. Dots. */
export interface Comparison {
  readonly equal: boolean;
  /** Black dots that both have, of those that either has; 1 where both are blank. */
  readonly iou: number;
  readonly onlyPlaten: number;
  readonly onlyPrinter: number;
  /** The column of the printer's picture at which ours begins: a narrow label may be centred on its canvas. */
  readonly offset: number;
}

/** Black dots by the bits of a byte. */
const BITS = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/**
 * Compares our dots with the printer's. A preview that is wider than the label is compared at its left edge and in its
 * middle, and the better one counts.
 */
export function compareDots(platen: Dots, printer: Dots): Comparison {
  const left = comparedAt(platen, printer, 0);
  const middle = Math.floor((printer.width - platen.width) / 2);
  if (middle <= 0 || left.equal) return left;
  const centred = comparedAt(platen, printer, middle);
  return centred.iou > left.iou ? centred : left;
}

function comparedAt(platen: Dots, printer: Dots, offset: number): Comparison {
  let both = 0;
  let onlyPlaten = 0;
  let onlyPrinter = 0;
  const bytesPerRow = Math.max(platen.bytesPerRow + ((offset + 7) >> 3), printer.bytesPerRow);
  for (let y = 0; y < Math.max(platen.rows, printer.rows); y++) {
    for (let at = 0; at < bytesPerRow; at++) {
      const ours = shiftedByte(platen, y, at, offset);
      const theirs = byteAt(printer, y, at);
      both += BITS[ours & theirs] as number;
      onlyPlaten += BITS[ours & ~theirs & 0xff] as number;
      onlyPrinter += BITS[theirs & ~ours & 0xff] as number;
    }
  }
  const either = both + onlyPlaten + onlyPrinter;
  const isSameSize = platen.width === printer.width && platen.rows === printer.rows;
  return {
    equal: isSameSize && either === both,
    iou: either === 0 ? 1 : both / either,
    onlyPlaten,
    onlyPrinter,
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
