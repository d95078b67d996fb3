import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bitmap } from '../../src/bitmap/bitmap.ts';
import { wordsOf } from '../../src/bitmap/packed-bits.ts';
import { type Band, compressBand } from '../../src/encode/band.ts';
import { BAND_ROWS, compressed, joinBands } from '../../src/encode/compressed-dots.ts';
import { expectEqual } from '../support/expect-equal.ts';
import { runs } from '../support/runs.ts';
import { dotsOf } from './dots-of.ts';

const rectangle = fc.tuple(
  fc.integer({ min: -5, max: 200 }),
  fc.integer({ min: -5, max: 80 }),
  fc.integer({ min: 1, max: 90 }),
  fc.integer({ min: 1, max: 40 }),
  fc.constantFrom('black' as const, 'white' as const, 'xor' as const),
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
    noise.forEach((byte, i) => bitmap.fillRect(byte, (i * 7) % height, 1, 1, 'xor'));
    return bitmap;
  });

function bandOf(bitmap: Bitmap, i: number, spent?: Band): Band {
  const bottom = Math.min((i + 1) * BAND_ROWS, bitmap.height);
  return compressBand(bitmap, i * BAND_ROWS, bottom, spent?.bits);
}

/** Dots that no codes fit. */
function noise(width: number, height: number, top = 0, bottom = height): Bitmap {
  const bitmap = Bitmap.create(width, height);
  let seed = 1;
  for (let i = top * bitmap.stride; i < bottom * bitmap.stride; i++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    bitmap.words[i] = seed ^ (seed >>> 16);
  }
  return bitmap;
}

describe('compressed dots', () => {
  // The checksum at the end is verified too: inflating fails without it.
  it('are the dots of the bitmap', () => {
    fc.assert(
      fc.property(drawing, (bitmap) => {
        const { width, height } = bitmap;
        expectEqual(dotsOf(compressed(bitmap).stream, width, height).words, bitmap.words);
      }),
      { numRuns: runs(250) },
    );
  });

  it('are the same bytes when only the bands change whose rows do, or the row above them', () => {
    fc.assert(
      fc.property(drawing, drawing, (bitmap, other) => {
        const { width, height, stride, words } = bitmap;
        const before = Bitmap.create(width, height);
        before.blit(bitmap, 0, 0, 'black');
        before.blit(other, 0, 0, 'xor');
        const bands = Array.from({ length: Math.ceil(height / BAND_ROWS) }, (_, i) => bandOf(before, i));
        for (const [i, band] of bands.entries()) {
          const rows = [Math.max(0, i * BAND_ROWS - 1) * stride, (i + 1) * BAND_ROWS * stride] as const;
          const same = words.slice(...rows).every((word, at) => word === before.words[rows[0] + at]);
          if (!same) bands[i] = bandOf(bitmap, i, band);
        }
        const stream = Buffer.from(joinBands(width, height, bands).stream);
        expectEqual(stream, compressed(bitmap).stream);
      }),
      { numRuns: runs(250) },
    );
  });

  it('are the same bytes when rows without a dot are not looked at', () => {
    fc.assert(
      fc.property(drawing, fc.nat(400), (bitmap, margin) => {
        const { width, height } = bitmap;
        const taller = Bitmap.create(width, height + 2 * margin);
        taller.blit(bitmap, 0, margin, 'black');
        expectEqual(compressed(taller, taller.drawn).stream, compressed(taller).stream);
      }),
    );
  });

  it('are the same bytes when words are not looked at in which no row can differ', () => {
    fc.assert(
      fc.property(drawing, drawing, (bitmap, { width, height, words }) => {
        const noting = Bitmap.create(bitmap.width, bitmap.height);
        noting.noteChanges();
        noting.copyRows(bitmap, 0, bitmap.height);
        noting.blit({ width, height, stride: wordsOf(width), words }, -3, 5, 'xor');
        bitmap.blit({ width, height, stride: wordsOf(width), words }, -3, 5, 'xor');
        expectEqual(compressed(noting).stream, compressed(bitmap).stream);
        bitmap.noteChanges();
        expectEqual(compressed(noting).stream, compressed(bitmap).stream);
      }),
    );
  });

  it('are those of every width, down to one dot', () => {
    for (let width = 1; width <= 70; width++) {
      const bitmap = Bitmap.create(width, 40);
      bitmap.fillRect(0, 3, width, 1, 'black');
      bitmap.fillRect(width >> 1, 9, 1, 20, 'black');
      expectEqual(dotsOf(compressed(bitmap).stream, width, 40).words, bitmap.words);
    }
  });

  it.each([800, 2400, 8000, 12_000])('hold blank, black and striped images %i dots wide', (width) => {
    const images = Array.from({ length: 3 }, () => Bitmap.create(width, 60)) as [Bitmap, Bitmap, Bitmap];
    images[1].fillRect(0, 0, width, 60, 'black');
    for (let x = 0; x < width; x += 7) images[2].fillRect(x, 20, 3, 30, 'black');
    for (const bitmap of images) {
      const { stream } = compressed(bitmap);
      expectEqual(dotsOf(stream, width, 60).words, bitmap.words);
      expect(stream.length).toBeLessThan(width);
    }
  });

  it('are no larger than the dots where nothing repeats, wherever that is', () => {
    for (const [top, bottom] of [
      [0, 400],
      [0, 100],
      [90, 200],
      [300, 400],
    ] as const) {
      const bitmap = noise(1600, 400, top, bottom);
      const { stream } = compressed(bitmap);
      expectEqual(dotsOf(stream, 1600, 400).words, bitmap.words);
      expect(stream.length).toBeLessThan(1.03 * 201 * (bottom - top) + 600);
    }
  });

  it('are few bytes for a blank label', () => {
    expect(compressed(Bitmap.create(812, 1218)).stream.length).toBeLessThan(1000);
  });
});
