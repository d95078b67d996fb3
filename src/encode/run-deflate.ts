import type { Bitmap } from '../raster/bitmap.ts';
import {
  CodePacker,
  LITERALS,
  MATCH_MIN,
  putRepeat,
  putRun,
  putZeros,
  repeatCodesMax,
} from './fixed-codes.ts';
import { byteOf, FILTER_UP, lessAbove } from './scanline.ts';

/** Some rows of a bitmap, compressed so that they can stand anywhere in a zlib stream. */
export interface Band {
  readonly deflated: Uint8Array;
  /** Adler-32 as if it began at zero: the sum of the bytes, and the sum of those sums. Modulo 65521. */
  readonly sum: number;
  readonly sumOfSums: number;
  /** Bytes before compression. */
  readonly length: number;
}

export const ADLER_MODULUS = 65_521;

/**
 * Filters rows as PNG has them and compresses them in one go: deflate with fixed codes, and no search for matches
 * but runs of zeros and rows like the row above. On the rows of labels it takes a fraction of the time of zlib,
 * whose preparations alone last longer than compressing a few rows.
 *
 * @param spent the bytes of a band that is not needed any more; their memory may be used again.
 */
export function deflateRows(
  { width, stride, words }: Bitmap,
  top: number,
  bottom: number,
  spent?: Uint8Array,
): Band {
  const rowBytes = (width + 7) >> 3;
  const lineBytes = rowBytes + 1;
  const length = lineBytes * (bottom - top);
  const packer = new CodePacker(length, 2 * lineBytes + repeatCodesMax(length));
  const { codes } = packer;
  let [sum, sumOfSums] = packFirstRow(packer, words, top * stride, rowBytes, length);
  // Every byte counts once for itself and for each byte after it: first the filters.
  const filtered = bottom - top - 1;
  sum += FILTER_UP * filtered;
  sumOfSums += (FILTER_UP * lineBytes * filtered * (filtered + 1)) / 2;
  /** Rows like the one above that have not been packed. */
  let blank = 0;
  for (let y = top + 1; y < bottom; y++) {
    const row = y * stride;
    const end = row + stride;
    let at = row;
    while (at < end && words[at] === words[at - stride]) at++;
    if (at === end && lineBytes >= MATCH_MIN) {
      blank++;
      continue;
    }
    let count = putBlankRows(codes, blank, lineBytes);
    blank = 0;
    codes[count++] = LITERALS[FILTER_UP] as number;
    /** Of the bytes, and of each byte times its place in the row. */
    let rowSum = 0;
    let weighted = 0;
    /** That have not been put. */
    let zeros = (at - row) * 4;
    for (; at < end; at++) {
      const above = words[at - stride] as number;
      const word = words[at] as number;
      if (word === above) {
        zeros += 4;
        continue;
      }
      const less = lessAbove(word, above);
      if (zeros > 0) count = putZeros(codes, count, zeros);
      zeros = 0;
      // Zeros among them too: to look for them takes longer than it is worth.
      const a = less >>> 24;
      const b = (less >>> 16) & 0xff;
      const c = (less >>> 8) & 0xff;
      const d = less & 0xff;
      codes[count] = LITERALS[a] as number;
      codes[count + 1] = LITERALS[b] as number;
      codes[count + 2] = LITERALS[c] as number;
      codes[count + 3] = LITERALS[d] as number;
      count += 4;
      const wordSum = a + b + c + d;
      rowSum += wordSum;
      weighted += wordSum * ((at - row) * 4 + 1) + b + 2 * c + 3 * d;
    }
    // What lies beyond the last byte of the row is not written.
    zeros -= stride * 4 - rowBytes;
    if (zeros > 0) count = putZeros(codes, count, zeros);
    else count += zeros;
    packer.pack(count);
    sum += rowSum;
    sumOfSums += rowSum * (bottom - y) * lineBytes - weighted;
  }
  packer.pack(putBlankRows(codes, blank, lineBytes));
  return {
    deflated: packer.end(spent),
    sum: sum % ADLER_MODULUS,
    sumOfSums: sumOfSums % ADLER_MODULUS,
    length,
  };
}

/** Puts rows like the row above at the start of a list of codes; gives where it goes on. */
function putBlankRows(codes: Int32Array, rows: number, lineBytes: number): number {
  if (rows === 0) return 0;
  codes[0] = LITERALS[FILTER_UP] as number;
  const count = putZeros(codes, 1, lineBytes - 1);
  return rows === 1 ? count : putRepeat(codes, count, (rows - 1) * lineBytes, lineBytes);
}

/** Packs the row that stands for itself; gives the sum of its bytes, and what they add to the sum of sums. */
function packFirstRow(
  packer: CodePacker,
  words: Int32Array,
  row: number,
  rowBytes: number,
  length: number,
): [sum: number, sumOfSums: number] {
  const { codes } = packer;
  // As of a white row, whose bytes are all 255, and then less the ink.
  let sum = 255 * rowBytes;
  let sumOfSums = sum * (length - 1) - (sum * (rowBytes - 1)) / 2;
  codes[0] = LITERALS[0] as number;
  let count = 1;
  let white = 0;
  for (let i = 0; i < rowBytes; i++) {
    const ink = byteOf(words[row + (i >> 2)] as number, i & 3);
    if (ink === 0) {
      white++;
      continue;
    }
    if (white > 0) count = putRun(codes, count, 255, white);
    white = 0;
    codes[count++] = LITERALS[255 - ink] as number;
    sum -= ink;
    sumOfSums -= ink * (length - 1 - i);
  }
  if (white > 0) count = putRun(codes, count, 255, white);
  packer.pack(count);
  return [sum, sumOfSums];
}
