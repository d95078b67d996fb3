import { inflateSync } from 'node:zlib';
import { expect } from 'vitest';
import { Bitmap } from '../../src/raster/bitmap.ts';

/** The dots of compressed rows, read as a PNG reader does; every row must be unfiltered or less the one above. */
export function dotsOf(stream: Buffer, width: number, height: number): Bitmap {
  const bitmap = Bitmap.create(width, height);
  const { stride, data } = bitmap;
  const lines = inflateSync(stream);
  expect(lines.length).toBe((stride + 1) * height);
  const grey = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (stride + 1)] as number;
    expect([0, 2]).toContain(filter);
    for (let x = 0; x < stride; x++) {
      const above = filter === 2 && y > 0 ? (grey[(y - 1) * stride + x] as number) : 0;
      grey[y * stride + x] = (lines[y * (stride + 1) + 1 + x] as number) + above;
      data[y * stride + x] = ~(grey[y * stride + x] as number);
    }
  }
  return bitmap;
}
