import { describe, expect, it } from 'vitest';
import { Bitmap } from '../../../src/bitmap/bitmap.ts';
import { fillOutline, type GlyphBits } from '../../../src/raster/font/fill-outline.ts';
import { blackCount, picture } from '../../bitmap/picture.ts';

/** Units are dots. */
const AS_IT_IS = { scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0 };

function filled(steps: readonly (readonly number[])[], placement = AS_IT_IS): GlyphBits | null {
  return fillOutline(Float32Array.from(steps.flat()), placement);
}

function bitmapOf(glyph: GlyphBits | null): Bitmap {
  const { width, height } = glyph?.bits ?? { width: 1, height: 1 };
  const bitmap = Bitmap.create(width, height);
  if (glyph !== null) bitmap.blit(glyph.bits, 0, 0, 'black');
  return bitmap;
}

/** A square, to the right around its inside or to the left. */
function square(left: number, bottom: number, side: number, isTurned = false): number[][] {
  const [right, top] = [left + side, bottom + side];
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
  ];
  return [[0, left, bottom], ...(isTurned ? corners.toReversed() : corners).map((corner) => [1, ...corner])];
}

describe('fillOutline', () => {
  it('has its corner where the outline is, y downwards', () => {
    const glyph = filled(square(-3, 2, 4));
    expect(glyph).toMatchObject({ left: -3, top: -6, bits: { width: 4, height: 4 } });
    expect(blackCount(bitmapOf(glyph))).toBe(16);
    const placed = filled(square(0, 0, 4), { scaleX: 2, scaleY: 0.5, shiftX: 10, shiftY: 20 });
    expect(placed).toMatchObject({ left: 10, top: 18, bits: { width: 8, height: 2 } });
  });

  it('leaves a hole where contours run against each other, and none where they overlap', () => {
    expect(picture(bitmapOf(filled([...square(0, 0, 6), ...square(2, 2, 2, true)])))).toEqual([
      '######',
      '######',
      '##..##',
      '##..##',
      '######',
      '######',
    ]);
    expect(picture(bitmapOf(filled([...square(0, 0, 4), ...square(2, 2, 4)])))).toEqual([
      '..####',
      '..####',
      '######',
      '######',
      '####..',
      '####..',
    ]);
  });

  it.each([
    ['quadratic', 2],
    ['cubic', 3],
  ] as const)('follows %s curves to a part of a dot', (_, points) => {
    // The four quarters of a circle, as near as one curve of the kind comes to each.
    const radius = 200;
    const pull = points === 2 ? 1 : 0.5523;
    const steps: number[][] = [[0, radius, 0]];
    let [x, y] = [radius, 0];
    for (let quarter = 0; quarter < 4; quarter++) {
      const [toX, toY] = [-y, x];
      const ends = [
        [x + pull * toX, y + pull * toY],
        [toX + pull * x, toY + pull * y],
      ];
      steps.push([points, ...(points === 2 ? (ends[0] as number[]) : ends.flat()), toX, toY]);
      [x, y] = [toX, toY];
    }
    // By Green's theorem a quadratic quarter holds 5/6 of the square around it.
    const area = points === 2 ? (4 * radius * radius * 5) / 6 : Math.PI * radius * radius;
    const count = blackCount(bitmapOf(filled(steps)));
    expect(Math.abs(count - area) / area).toBeLessThan(0.001);
  });

  it('is the same in several bands as in one', () => {
    const slanted = [
      [0, 0, 0],
      [1, 300, 1000],
      [1, 900, 1000],
      [1, 600, 0],
    ];
    const bitmap = bitmapOf(filled(slanted));
    for (const y of [0, 72, 73, 500, 999]) {
      const [middle, row] = [(1000 - y - 0.5) * 0.3, picture(bitmap)[y] as string];
      expect([row.indexOf('#'), row.lastIndexOf('#') + 1], `row ${y}`).toEqual([
        Math.round(middle),
        Math.round(middle + 600),
      ]);
    }
  });

  it('is null without ink', () => {
    expect(filled([])).toBeNull();
    expect(filled([[0, 5, 5]])).toBeNull();
    expect(
      filled([
        [0, 1, 1],
        [1, 9, 1],
      ]),
    ).toBeNull();
  });

  it('refuses what would be larger than any image', () => {
    expect(() => filled(square(0, 0, 20_000))).toThrow('at most');
  });
});
