import { constants, crc32, deflateSync } from 'node:zlib';
import type { Bitmap } from '../raster/bitmap.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const MILLIMETRES_PER_INCH = 25.4;

/** Fast, and within a few per cent of the smallest: bits of a label compress by repetition. */
const COMPRESSION = { level: 3, strategy: constants.Z_DEFAULT_STRATEGY } as const;

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
    chunk('IDAT', deflateSync(scanlines(bitmap), COMPRESSION)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Rows as PNG has them: a filter byte (0, none) each, and 0 for black. */
function scanlines({ height, stride, data }: Bitmap): Buffer {
  const lines = Buffer.alloc((stride + 1) * height);
  for (let y = 0, from = 0, to = 0; y < height; y++) {
    to++;
    for (let i = 0; i < stride; i++) lines[to++] = ~(data[from++] as number);
  }
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
