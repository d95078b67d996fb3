import { crc32, deflateSync } from 'node:zlib';
import type { Bitmap } from '../raster/bitmap.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const MILLIMETRES_PER_INCH = 25.4;

/** Measured on 4 by 6 inch labels: 0.1 ms; level 4 takes 2.5 times as long to save a tenth of the bytes. */
const COMPRESSION_LEVEL = 3;

/**
 * The bitmap as a PNG of 1 bit a pixel, black on white, with its physical resolution.
 *
 * @param dpi dots per inch, positive and finite
 */
export function encodePng(bitmap: Bitmap, dpi: number): Buffer {
  const { width, height } = bitmap;
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
    chunk('IDAT', deflateSync(scanlines(bitmap), { level: COMPRESSION_LEVEL })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
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

function chunk(type: string, body: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + body.length);
  bytes.writeUInt32BE(body.length, 0);
  bytes.write(type, 4, 'latin1');
  body.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + body.length)), 8 + body.length);
  return bytes;
}
