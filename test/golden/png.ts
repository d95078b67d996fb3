import { inflateSync } from 'node:zlib';
import { Bitmap } from '../../src/bitmap/bitmap.ts';
import { type PackedBits, packedBits } from '../../src/bitmap/packed-bits.ts';

const SIGNATURE_BYTES = 8;

/**
 * The dots of a PNG as this service writes it: 1 bit a pixel, greyscale, rows as they are or
 * less the row above, not interlaced. Written
 * apart from the encoder, so that a fault there cannot hide itself.
 */
export function decodePng(png: Buffer): PackedBits {
  let header: Buffer | undefined;
  const compressed: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = body;
    else if (type === 'IDAT') compressed.push(body);
    at += 12 + length;
  }
  if (header?.toString('hex', 8) !== '0100000000') throw new Error('not a 1-bit greyscale PNG');
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const lines = inflateSync(Buffer.concat(compressed));
  const stride = (width + 7) >> 3;
  const data = new Uint8Array(stride * height);
  if (lines.length !== (stride + 1) * height) throw new Error(`${lines.length} bytes of scan lines`);
  for (let y = 0; y < height; y++) {
    const line = y * (stride + 1);
    const filter = lines[line];
    if (filter !== 0 && filter !== 2) throw new Error(`filter ${filter} is not read here`);
    const above = filter === 2 && y > 0 ? line - stride : undefined;
    for (let i = 0; i < stride; i++) {
      // Undone in place, so that the next row finds what it was taken from.
      if (above !== undefined)
        lines[line + 1 + i] = (lines[line + 1 + i] as number) + (lines[above + i] as number);
      data[y * stride + i] = ~(lines[line + 1 + i] as number);
    }
  }
  return packedBits(width, height, data);
}

/** Dots in which two pictures differ, as ink, and their number; dots that only one of them has differ too. */
export function difference(a: PackedBits, b: PackedBits): { picture: Bitmap; dots: number } {
  const picture = Bitmap.create(Math.max(a.width, b.width), Math.max(a.height, b.height));
  for (const { width, height } of [a, b]) picture.fillRect(0, 0, width, height, 'xor');
  for (const side of [a, b]) picture.blit(side, 0, 0, 'xor');
  let dots = 0;
  for (const word of picture.words) {
    for (let bits = word; bits !== 0; bits &= bits - 1) dots++;
  }
  return { picture, dots };
}
