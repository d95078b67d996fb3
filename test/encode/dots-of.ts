import { inflateSync } from 'node:zlib';
import { Bitmap } from '../../src/bitmap/bitmap.ts';
import { packedBits } from '../../src/bitmap/packed-bits.ts';

/** The dots of compressed rows, read as a PNG reader does; every row must be unfiltered or less the one above. */
export function dotsOf(stream: Uint8Array, width: number, height: number): Bitmap {
  const rowBytes = (width + 7) >> 3;
  const lines = inflateSync(stream);
  if (lines.length !== (rowBytes + 1) * height) throw new Error(`${lines.length} bytes of rows`);
  const grey = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    const line = y * (rowBytes + 1);
    const filter = lines[line] as number;
    if (filter !== 0 && filter !== 2) throw new Error(`row ${y} has filter ${filter}`);
    for (let x = 0; x < rowBytes; x++) {
      const above = filter === 2 && y > 0 ? (grey[(y - 1) * rowBytes + x] as number) : 0;
      grey[y * rowBytes + x] = (lines[line + 1 + x] as number) + above;
    }
  }
  const bitmap = Bitmap.create(width, height);
  bitmap.blit(
    packedBits(
      width,
      height,
      grey.map((byte) => ~byte),
    ),
    0,
    0,
    'black',
  );
  return bitmap;
}
