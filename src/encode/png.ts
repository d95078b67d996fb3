import { crc32 } from 'node:zlib';
import type { Bitmap } from '../raster/bitmap.ts';
import { type CompressedDots, compressed } from './compressed-dots.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const HEADER_BYTES = 13;
const RESOLUTION_BYTES = 9;
const MILLIMETRES_PER_INCH = 25.4;

/**
 * The dots as a PNG of 1 bit a pixel, black on white, with its physical resolution.
 *
 * @param dpi dots per inch, positive and finite
 */
export function encodePng(dots: Bitmap | CompressedDots, dpi: number): Buffer {
  const { width, height, stream } = 'stream' in dots ? dots : compressed(dots);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1; // bits; then greyscale, deflate, adaptive filters, not interlaced: all 0
  const dotsPerMetre = Math.round((dpi / MILLIMETRES_PER_INCH) * 1000);
  const resolution = Buffer.alloc(RESOLUTION_BYTES);
  resolution.writeUInt32BE(dotsPerMetre, 0);
  resolution.writeUInt32BE(dotsPerMetre, 4);
  resolution[8] = 1; // metres
  const png = Buffer.allocUnsafe(
    SIGNATURE.length + 4 * CHUNK_BYTES + HEADER_BYTES + RESOLUTION_BYTES + stream.length,
  );
  let at = SIGNATURE.copy(png);
  at = writeChunk(png, at, 'IHDR', header);
  at = writeChunk(png, at, 'pHYs', resolution);
  at = writeChunk(png, at, 'IDAT', stream);
  writeChunk(png, at, 'IEND', NOTHING);
  return png;
}

/** Of a chunk beside its body. */
const CHUNK_BYTES = 12;
const NOTHING = new Uint8Array(0);

/** Writes a chunk, and gives where the next one goes. */
function writeChunk(png: Buffer, at: number, type: string, body: Uint8Array): number {
  png.write(type, at + 4, 'latin1');
  png.set(body, at + 8);
  const end = at + 8 + body.length;
  png.writeUInt32BE(body.length, at);
  return png.writeUInt32BE(crc32(png.subarray(at + 4, end)), end);
}
