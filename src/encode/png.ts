import { constants, crc32, deflateSync } from 'node:zlib';
import type { Bitmap } from '../bitmap/bitmap.ts';
import { packedBytes } from '../bitmap/packed-bits.ts';
import { MM_PER_INCH } from '../units.ts';
import { type CompressedDots, compressed } from './compressed-dots.ts';

/** The first bytes of every PNG. */
export const PNG_SIGNATURE: Buffer = Buffer.from('89504e470d0a1a0a', 'hex');
const HEADER_BYTES = 13;
const RESOLUTION_BYTES = 9;

/**
 * The dots as a PNG of 1 bit a pixel, black on white, with its physical resolution.
 *
 * @param dpi dots per inch, positive and finite
 */
export function encodePng(dots: Bitmap | CompressedDots, dpi: number): Buffer {
  const { width, height, stream } = 'stream' in dots ? dots : compressed(dots);
  const start = startOf(width, height, dpi);
  const png = Buffer.allocUnsafe(start.length + CHUNK_BYTES + stream.length + END.length);
  png.set(start);
  png.set(END, writeChunk(png, start.length, 'IDAT', stream));
  return png;
}

/** The dots as a PNG of a byte a pixel, 0 for black and 255 for white, as viewers of grey pictures expect. */
export function encodeGreyPng(dots: Bitmap, dpi: number): Buffer {
  const { width, height } = dots;
  const bytesPerRow = (width + 7) >> 3;
  const packed = packedBytes(dots);
  // Each row begins with its filter, which is none.
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0, at = 0; y < height; y++) {
    at++;
    for (let x = 0; x < width; x++, at++) {
      const byte = packed[y * bytesPerRow + (x >> 3)] as number;
      if (((byte >> (7 - (x & 7))) & 1) === 0) rows[at] = 0xff;
    }
  }
  // Pixels come in runs: looking for other repetitions takes longer, and gains little.
  const stream = deflateSync(rows, { strategy: constants.Z_RLE });
  return Buffer.concat([headOf(width, height, dpi, 8), chunkOf('IDAT', stream), END]);
}

let last:
  | { readonly width: number; readonly height: number; readonly dpi: number; readonly start: Buffer }
  | undefined;

/** The bytes before the dots; kept, because most images have the size of the one before. */
function startOf(width: number, height: number, dpi: number): Buffer {
  if (last?.width !== width || last.height !== height || last.dpi !== dpi) {
    last = { width, height, dpi, start: headOf(width, height, dpi, 1) };
  }
  return last.start;
}

/** The bytes before the dots of a grey picture with `bits` bits a pixel. */
function headOf(width: number, height: number, dpi: number, bits: 1 | 8): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits; // then greyscale, deflate, adaptive filters, not interlaced: all 0
  const dotsPerMetre = Math.round((dpi / MM_PER_INCH) * 1000);
  const resolution = Buffer.alloc(RESOLUTION_BYTES);
  resolution.writeUInt32BE(dotsPerMetre, 0);
  resolution.writeUInt32BE(dotsPerMetre, 4);
  resolution[8] = 1; // metres
  return Buffer.concat([PNG_SIGNATURE, chunkOf('IHDR', header), chunkOf('pHYs', resolution)]);
}

function chunkOf(type: string, body: Uint8Array): Buffer {
  const chunk = Buffer.alloc(CHUNK_BYTES + body.length);
  writeChunk(chunk, 0, type, body);
  return chunk;
}

/** Writes a chunk; returns the index of the next one. */
function writeChunk(png: Buffer, at: number, type: string, body: Uint8Array): number {
  png.write(type, at + 4, 'latin1');
  png.set(body, at + 8);
  const end = at + 8 + body.length;
  png.writeUInt32BE(body.length, at);
  return png.writeUInt32BE(crc32(png.subarray(at + 4, end)), end);
}

/** Bytes of a chunk besides its body. */
const CHUNK_BYTES = 12;
const END = chunkOf('IEND', new Uint8Array(0));
