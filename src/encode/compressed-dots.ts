import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import type { Bitmap } from '../raster/bitmap.ts';

/** A bitmap's rows as PNG and PDF both take them: a filter byte each, 0 for black, in one zlib stream. */
export interface CompressedDots {
  readonly width: number;
  readonly height: number;
  readonly stream: Buffer;
}

/** Some rows of a bitmap, compressed so that they can stand anywhere in a zlib stream. */
export interface Band {
  readonly deflated: Uint8Array;
  /** Adler-32 as if it began at zero: the sum of the bytes, and the sum of those sums. Modulo 65521. */
  readonly sum: number;
  readonly sumOfSums: number;
  /** Bytes before compression. */
  readonly length: number;
}

/** Measured on 4 by 6 inch labels: 0.1 ms; level 4 takes 2.5 times as long to save a tenth of the bytes. */
const COMPRESSION_LEVEL = 3;

/** Setting up takes longer than compressing a few rows; a window of 4 KiB is ready sooner and still holds the row above. */
const BAND_WINDOW_BITS = 12;

/** What a band seldom exceeds when compressed; larger chunks take longer to get. */
const BAND_CHUNK_BYTES = 4000;

/** Deflate with a window of 32 KiB, no dictionary, "fast"; the number is a multiple of 31. */
const ZLIB_HEADER = Buffer.from([0x78, 0x5e]);
/** An empty block with the mark of the last one. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

const ADLER_MODULUS = 65_521;

/** The dots as they are written to a file: a bitmap is compressed as a whole. */
export function compressed(dots: Bitmap | CompressedDots): CompressedDots {
  if ('stream' in dots) return dots;
  const { width, height } = dots;
  return { width, height, stream: deflateSync(scanlines(dots), { level: COMPRESSION_LEVEL }) };
}

/** Compresses some rows, without reference to those before them. */
export function compressBand(rows: Bitmap): Band {
  const lines = scanlines(rows);
  const deflated = deflateRawSync(lines, {
    level: COMPRESSION_LEVEL,
    windowBits: BAND_WINDOW_BITS,
    chunkSize: BAND_CHUNK_BYTES,
    // Ends on a whole byte, and not with a last block.
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  // A copy, because what zlib returns holds on to the whole chunk.
  return { deflated: new Uint8Array(deflated), length: lines.length, ...adlerSums(lines) };
}

/** The rows of all bands, one below the other. */
export function joinBands(width: number, height: number, bands: readonly Band[]): CompressedDots {
  let a = 1;
  let b = 0;
  for (const { sum, sumOfSums, length } of bands) {
    // Every byte of a band adds what came before it once more to b.
    b = (b + length * a + sumOfSums) % ADLER_MODULUS;
    a = (a + sum) % ADLER_MODULUS;
  }
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE(b, 0);
  checksum.writeUInt16BE(a, 2);
  const parts = [ZLIB_HEADER, ...bands.map((band) => band.deflated), LAST_BLOCK, checksum];
  return { width, height, stream: Buffer.concat(parts) };
}

/** Rows as PNG has them: a filter byte (0, none) each, and 0 for black. */
function scanlines({ height, stride, data }: Bitmap): Uint8Array {
  const length = (stride + 1) * height;
  const words = new Uint32Array((length + 3) >> 2);
  const lines = new Uint8Array(words.buffer, 0, length);
  for (let y = 0; y < height; y++) {
    const at = y * (stride + 1);
    lines[at] = 0xff;
    lines.set(data.subarray(y * stride, (y + 1) * stride), at + 1);
  }
  // Inverting words at once, filter bytes too, takes a quarter of the time of single bytes.
  for (let i = 0; i < words.length; i++) words[i] = ~(words[i] as number);
  return lines;
}

/** As many words as can be added up before the sums must be reduced, so that they stay 32-bit integers. */
const ADLER_WORDS = 512;
const BLANK = 0xffff_ffff;

/** @param lines at the start of a buffer. */
function adlerSums(lines: Uint8Array): Pick<Band, 'sum' | 'sumOfSums'> {
  const words = new Uint32Array(lines.buffer, 0, lines.length >> 2);
  let sum = 0;
  let sumOfSums = 0;
  for (let from = 0; from < words.length; from += ADLER_WORDS) {
    const to = Math.min(from + ADLER_WORDS, words.length);
    for (let i = from; i < to; i++) {
      const word = words[i] as number;
      sumOfSums += 4 * sum;
      if (word === BLANK) {
        sum += 4 * 255;
        sumOfSums += (4 + 3 + 2 + 1) * 255;
      } else {
        // Least significant byte first, as on every machine that Node.js runs on.
        const a = word & 0xff;
        const b = (word >> 8) & 0xff;
        const c = (word >> 16) & 0xff;
        const d = word >>> 24;
        sum += a + b + c + d;
        sumOfSums += 4 * a + 3 * b + 2 * c + d;
      }
    }
    sum %= ADLER_MODULUS;
    sumOfSums %= ADLER_MODULUS;
  }
  for (let i = words.length * 4; i < lines.length; i++) {
    sum += lines[i] as number;
    sumOfSums += sum;
  }
  return { sum: sum % ADLER_MODULUS, sumOfSums: sumOfSums % ADLER_MODULUS };
}
