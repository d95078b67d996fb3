import type { Bitmap } from '../raster/bitmap.ts';
import { CodePacker, LITERALS, MATCH_MIN, putRepeat, putRun, repeatCodesMax } from './fixed-codes.ts';
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
 */
export function deflateRows(rows: Bitmap): Band {
  const { width, height, stride, words } = rows;
  const rowBytes = (width + 7) >> 3;
  const lineBytes = rowBytes + 1;
  const length = lineBytes * height;
  const packer = new CodePacker(length);
  const codes = new Int32Array(lineBytes + repeatCodesMax(length));
  let [sum, sumOfSums] = packFirstRow(packer, codes, words, rowBytes, length);
  let afterBlank = false;
  /** Rows like the one above that have not been packed. */
  let repeats = 0;
  for (let y = 1; y < height; y++) {
    const row = y * stride;
    const end = row + stride;
    let at = row;
    while (at < end && words[at] === words[at - stride]) at++;
    const blank = at === end;
    let rowSum = FILTER_UP;
    /** Each byte times its place in the row. */
    let weighted = 0;
    if (blank && afterBlank && lineBytes >= MATCH_MIN) {
      repeats++;
    } else {
      let count = repeats > 0 ? putRepeat(codes, 0, repeats * lineBytes, lineBytes) : 0;
      repeats = 0;
      codes[count++] = LITERALS[FILTER_UP] as number;
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
        if (zeros > 0) count = putRun(codes, count, 0, zeros);
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
      if (zeros > 0) count = putRun(codes, count, 0, zeros);
      else count += zeros;
      packer.pack(codes, count);
    }
    afterBlank = blank;
    sum += rowSum;
    // Every byte counts once for itself and for each byte after it.
    sumOfSums += rowSum * (length - y * lineBytes) - weighted;
  }
  if (repeats > 0) packer.pack(codes, putRepeat(codes, 0, repeats * lineBytes, lineBytes));
  return { deflated: packer.end(), sum: sum % ADLER_MODULUS, sumOfSums: sumOfSums % ADLER_MODULUS, length };
}

/** Packs the row that stands for itself; gives the sum of its bytes, and what they add to the sum of sums. */
function packFirstRow(
  packer: CodePacker,
  codes: Int32Array,
  words: Int32Array,
  rowBytes: number,
  length: number,
): [sum: number, sumOfSums: number] {
  // As of a white row, whose bytes are all 255, and then less the ink.
  let sum = 255 * rowBytes;
  let sumOfSums = sum * (length - 1) - (sum * (rowBytes - 1)) / 2;
  codes[0] = LITERALS[0] as number;
  let count = 1;
  let white = 0;
  for (let i = 0; i < rowBytes; i++) {
    const ink = byteOf(words[i >> 2] as number, i & 3);
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
  packer.pack(codes, count);
  return [sum, sumOfSums];
}
