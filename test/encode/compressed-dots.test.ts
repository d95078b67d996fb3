import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compressBand, compressed, joinBands } from '../../src/encode/compressed-dots.ts';
import { deflateRows } from '../../src/encode/run-deflate.ts';
import { Bitmap } from '../../src/raster/bitmap.ts';
import { dotsOf } from './dots-of.ts';

const rectangle = fc.tuple(
  fc.integer({ min: -5, max: 200 }),
  fc.integer({ min: -5, max: 80 }),
  fc.integer({ min: 1, max: 90 }),
  fc.integer({ min: 1, max: 40 }),
  fc.constantFrom('ink' as const, 'paper' as const, 'invert' as const),
);
const drawing = fc
  .record({
    width: fc.integer({ min: 1, max: 200 }),
    height: fc.integer({ min: 1, max: 80 }),
    rectangles: fc.array(rectangle, { maxLength: 12 }),
    noise: fc.uint8Array({ maxLength: 60 }),
  })
  .map(({ width, height, rectangles, noise }) => {
    const bitmap = Bitmap.create(width, height);
    for (const [x, y, w, h, mode] of rectangles) bitmap.fillRect(x, y, w, h, mode);
    noise.forEach((byte, i) => bitmap.fillRect(byte, (i * 7) % height, 1, 1, 'invert'));
    return bitmap;
  });

describe('compressed dots', () => {
  it('are the dots of the bitmap', () => {
    fc.assert(
      fc.property(drawing, (bitmap) => {
        expect(dotsOf(compressed(bitmap).pieces, bitmap.width, bitmap.height).words).toEqual(bitmap.words);
      }),
      { numRuns: 150 },
    );
  });

  // The checksum at the end is verified too: inflating fails without it.
  it('are the same in bands, wherever those are cut and however each is compressed', () => {
    const cut = fc.tuple(fc.integer({ min: 1, max: 79 }), fc.constantFrom(compressBand, deflateRows));
    fc.assert(
      fc.property(drawing, fc.array(cut, { maxLength: 6 }), (bitmap, cuts) => {
        const { width, height } = bitmap;
        const inside = cuts.filter(([at]) => at < height).toSorted(([a], [b]) => a - b);
        const bands = [...inside, [height, deflateRows] as const].map(([bottom, compress], i) => {
          const top = inside[i - 1]?.[0] ?? 0;
          return top === bottom ? null : compress(bitmap, top, bottom);
        });
        const { pieces } = joinBands(
          width,
          height,
          bands.filter((band) => band !== null),
        );
        expect(dotsOf(pieces, width, height).words).toEqual(bitmap.words);
      }),
      { numRuns: 250 },
    );
  });

  it('are the same when memory is used again', () => {
    let spent: Uint8Array | undefined;
    fc.assert(
      fc.property(drawing, (bitmap) => {
        const { width, height } = bitmap;
        const band = deflateRows(bitmap, 0, height, spent);
        spent = band.deflated;
        expect(dotsOf(joinBands(width, height, [band]).pieces, width, height).words).toEqual(bitmap.words);
      }),
    );
  });

  it('hold large blank and striped images, and noise that cannot be made smaller', () => {
    const blank = Bitmap.create(1600, 1000);
    const striped = Bitmap.create(1600, 1000);
    for (let x = 0; x < 1600; x += 7) striped.fillRect(x, 0, 3, 1000, 'ink');
    const noise = Bitmap.create(1600, 1000);
    let seed = 1;
    for (let i = 0; i < noise.words.length; i++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      noise.words[i] = seed ^ (seed >>> 16);
    }
    for (const bitmap of [blank, striped, noise]) {
      for (const compress of [compressBand, deflateRows]) {
        const { pieces } = joinBands(1600, 1000, [compress(bitmap, 0, 1000)]);
        expect(dotsOf(pieces, 1600, 1000).words.every((word, i) => word === bitmap.words[i])).toBe(true);
      }
    }
    expect(deflateRows(blank, 0, 1000).deflated.length).toBeLessThan(2500);
  });
});
