import { crc32 } from 'node:zlib';
import type { Bitmap } from '../raster/bitmap.ts';
import { type CompressedDots, compressed } from './compressed-dots.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const MILLIMETRES_PER_INCH = 25.4;

/**
 * The dots as a PNG of 1 bit a pixel, black on white, with its physical resolution.
 *
 * @param dpi dots per inch, positive and finite
 */
export function encodePng(dots: Bitmap | CompressedDots, dpi: number): Buffer {
  const { width, height, stream } = compressed(dots);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1; // bits; then greyscale, deflate, adaptive filters, not interlaced: all 0
  const dotsPerMetre = Math.round((dpi / MILLIMETRES_PER_INCH) * 1000);
  const resolution = Buffer.alloc(9);
  resolution.writeUInt32BE(dotsPerMetre, 0);
  resolution.writeUInt32BE(dotsPerMetre, 4);
  resolution[8] = 1; // metres
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('pHYs', resolution),
    chunk('IDAT', stream),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + body.length);
  bytes.writeUInt32BE(body.length, 0);
  bytes.write(type, 4, 'latin1');
  body.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + body.length)), 8 + body.length);
  return bytes;
}
