import { constants, deflateRawSync } from 'node:zlib';
import type { Bitmap } from '../bitmap/bitmap.ts';
import { type Bits, DeflateBits } from './bits.ts';
import { type CodedRows, type RowBytes, rowsAlike, sumsOfFilters } from './coded-rows.ts';
import { BYTE_BITS_MAX, LITERALS, PAIRS, putRun, putZeros, ZEROS, ZEROS_MAX } from './label-codes.ts';
import { byteOf, FILTER_UP, lessAbove, lineBytesOf } from './scanline.ts';

/** Rows of a bitmap, compressed for their place in a zlib stream. */
export interface Band extends RowBytes {
  readonly bits: Bits;
  /** Codes for a block that is open, or blocks of the band's own, which begin and end on whole bytes. */
  readonly kind: 'codes' | 'blocks';
}

/** Compression of rows that the codes of labels do not fit, as in photographs: only repeated bytes are searched for. */
const COMPRESSION = {
  level: 3,
  strategy: constants.Z_RLE,
  finishFlush: constants.Z_SYNC_FLUSH,
} as const;
/** Bytes that it takes to leave the block for blocks of the band's own, and to begin it again. */
const DETOUR_BYTES = 80;

/**
 * Filters rows as PNG has them, each less the row above, and compresses them in one go, with no search for matches but
 * runs of a byte and rows like the row above. The result depends on these dots and those of the row above alone. A band
 * of a carrier label takes 15 → 1.8 µs, filters included, compared with zlib's deflate (Z_RLE, level 3), whose setup
 * alone takes longer than compressing a few rows (bench render, a warm label).
 *
 * @param reused the bits of a band that is no longer needed; their memory may be used again.
 */
export function compressBand(dots: Bitmap, top: number, bottom: number, reused?: Bits): Band {
  return bandOf(codeRows(dots, top, bottom), dots, top, bottom, reused);
}

/** {@link compressBand} of rows that are coded already. */
export function bandOf(rows: CodedRows, dots: Bitmap, top: number, bottom: number, reused?: Bits): Band {
  const { codes, count, sum, sumOfSums, length } = rows;
  writer.cutBack(0);
  writer.reserve(length * BYTE_BITS_MAX);
  writer.putAll(codes, count);
  if (areMany(writer.length, length)) {
    const deflated = deflateRawSync(scanlines(dots, top, bottom), COMPRESSION);
    if (deflated.length + DETOUR_BYTES < writer.length >> 3) {
      const words = new Int32Array((deflated.length + 3) >> 2);
      new Uint8Array(words.buffer).set(deflated);
      return { bits: { words, length: deflated.length * 8 }, kind: 'blocks', sum, sumOfSums, length };
    }
  }
  return { bits: writer.bits(reused), kind: 'codes', sum, sumOfSums, length };
}

const writer = new DeflateBits();

/**
 * Whether the bits of codes are so many for these bytes that the codes do not fit: labels seldom take more than a
 * fifth.
 */
export function areMany(bits: number, bytes: number): boolean {
  return bits >= 4 * bytes;
}

let codes = new Int32Array(1 << 10);

/** Rows of a bitmap in the codes of {@link compressBand}; good until the next call. */
export function codeRows(dots: Bitmap, top: number, bottom: number): CodedRows {
  const { width, stride, words, changes } = dots;
  const lineBytes = lineBytesOf(width);
  const rowBytes = lineBytes - 1;
  const rows = bottom - top;
  const length = lineBytes * rows;
  if (top > 0 && changes?.areAlike(top, bottom)) return rowsAlike(rows, lineBytes);
  if (codes.length < 2 * length) codes = new Int32Array(2 * length);
  const scale = changes?.scale ?? 0;
  let count = 0;
  let { sum, sumOfSums } = sumsOfFilters(rows, lineBytes);
  for (let y = top; y < bottom; ) {
    const above = y === 0 ? aboveFirst(stride) : words;
    const up = y === 0 ? 0 : stride;
    const noted = y === 0 ? undefined : changes;
    const last = y === 0 ? 1 : bottom;
    let row = y * stride;
    let at = row;
    /** The end of the words that may differ. */
    let until = row;
    // Most rows are like the one above: all that follow each other are put together.
    let alike = 0;
    for (; y < last; y++, row += stride, alike++) {
      if (noted?.marks[y] === 0) continue;
      at = row + (noted === undefined ? 0 : noted.firstOf(y));
      until = row + (noted === undefined ? stride : noted.endOf(y));
      while (at < until && words[at] === above[at - up]) at++;
      if (at < until) break;
    }
    if (alike > 0) {
      const those = rowsAlike(alike, lineBytes);
      for (let i = 0; i < those.count; i++) codes[count++] = those.codes[i] as number;
    }
    if (y === last) continue;
    codes[count++] = LITERALS[FILTER_UP] as number;
    /** Sums of the bytes, and of each byte times its place in the row. */
    let rowSum = 0;
    let weighted = 0;
    /** The end of the words whose bytes are all in the row. */
    const end = row + (rowBytes >> 2);
    until = Math.min(until, end);
    const marks = noted === undefined ? -1 : (noted.marks[y] as number);
    /** Bytes of the row that have been put. */
    let put = 0;
    while (at < until) {
      const less = lessAbove(words[at] as number, above[at - up] as number);
      const place = (at - row) * 4;
      const a = less >>> 24;
      if (less === 0) {
        // Put with the zeros before and after it.
      } else if (less === ((less << 8) | a)) {
        const first = at;
        while (at + 1 < until && lessAbove(words[at + 1] as number, above[at + 1 - up] as number) === less)
          at++;
        const run = (at + 1 - first) * 4;
        if (place > put) count = putZeros(codes, count, place - put);
        count = putRun(codes, count, a, run);
        put = place + run;
        rowSum += a * run;
        weighted += a * ((run * (2 * place + run + 1)) >> 1);
      } else {
        const upper = less >>> 16;
        const lower = less & 0xffff;
        const hasUpper = isNonZero(upper);
        const hasLower = isNonZero(lower);
        const zeros = place + 2 - 2 * hasUpper - put;
        if (zeros > ZEROS_MAX) {
          count = putZeros(codes, count, zeros);
        } else {
          codes[count] = ZEROS[zeros] as number;
          count += isNonZero(zeros);
        }
        codes[count] = PAIRS[upper] as number;
        count += hasUpper;
        codes[count] = PAIRS[lower] as number;
        count += hasLower;
        put = place + 2 + 2 * hasLower;
        // Two bytes at a time: the second and the fourth, and the first and the second of each two.
        const seconds = less & 0x00ff00ff;
        const pairs = ((less >>> 8) & 0x00ff00ff) + seconds;
        const wordSum = (pairs >>> 16) + (pairs & 0xffff);
        rowSum += wordSum;
        weighted += wordSum * (place + 1) + 2 * (pairs & 0xffff) + (seconds >>> 16) + (seconds & 0xffff);
      }
      at++;
      // On to the next word that has a mark. A shift by 32, past the last one, is none.
      const group = (at - row) >> scale;
      const rest = marks << group;
      if (rest >= 0) at = row + ((group + Math.clz32(rest)) << scale);
    }
    let byte = (end - row) * 4;
    if (byte < rowBytes && words[end] === above[end - up]) byte = rowBytes;
    for (; byte < rowBytes; byte++) {
      const less = byteOf(lessAbove(words[end] as number, above[end - up] as number), byte & 3);
      if (less === 0) continue;
      if (byte > put) count = putZeros(codes, count, byte - put);
      put = byte + 1;
      codes[count++] = LITERALS[less] as number;
      rowSum += less;
      weighted += less * (byte + 1);
    }
    if (rowBytes > put) count = putZeros(codes, count, rowBytes - put);
    sum += rowSum;
    sumOfSums += rowSum * (bottom - y) * lineBytes - weighted;
    y++;
  }
  return { codes, count, sum, sumOfSums, length };
}

/**
 * 1 for a number that is not 0. With branches, which no processor predicts here, bands take a twelfth longer (bench
 * render).
 */
function isNonZero(value: number): number {
  return (value | (0 - value)) >>> 31;
}

let black = new Int32Array(0);

/** PNG takes the row above the first to be zeros: black. */
function aboveFirst(stride: number): Int32Array {
  if (black.length < stride) black = new Int32Array(stride).fill(-1);
  return black;
}

/** Rows as PNG has them. */
function scanlines({ width, stride, words }: Bitmap, top: number, bottom: number): Uint8Array {
  const lineBytes = lineBytesOf(width);
  const rowBytes = lineBytes - 1;
  const lines = new Uint8Array(lineBytes * (bottom - top));
  for (let y = top; y < bottom; y++) {
    const line = (y - top) * lineBytes + 1;
    lines[line - 1] = FILTER_UP;
    const above = y === 0 ? aboveFirst(stride) : words;
    const up = y === 0 ? 0 : stride;
    for (let i = 0; i < rowBytes; i++) {
      const at = y * stride + (i >> 2);
      lines[line + i] = byteOf(lessAbove(words[at] as number, above[at - up] as number), i & 3);
    }
  }
  return lines;
}
