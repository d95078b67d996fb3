import { describe, expect, it } from 'vitest';
import { sampleOf, typefaceOf } from '../../../src/raster/font/resident-fonts.ts';
import { symbolTypeface } from '../../../src/raster/font/symbols.ts';
import type { Typeface } from '../../../src/raster/font/typeface.ts';
import type { DotsPerMm } from '../../../src/units.ts';

const DENSITIES = [6, 8, 12, 24] as const;

/** Values of the font matrices in the ZPL guide: cell height and width, gap, baseline. */
const SAME_AT_ALL: Readonly<Record<string, readonly [number, number, number, number]>> = {
  A: [9, 5, 1, 7],
  B: [11, 7, 2, 11],
  C: [18, 10, 2, 14],
  D: [18, 10, 2, 14],
  F: [26, 13, 3, 21],
  G: [60, 40, 8, 48],
};
/** Cells of E and H by density; gaps and baselines are known at 8 dots per mm. */
const OWN_CELLS: readonly (readonly [string, DotsPerMm, number, number])[] = [
  ['E', 6, 21, 10],
  ['E', 8, 28, 15],
  ['E', 12, 42, 20],
  ['E', 24, 42, 20],
  ['H', 6, 17, 11],
  ['H', 8, 21, 13],
  ['H', 12, 34, 22],
  ['H', 24, 34, 22],
];
/** Cell height and width, height of capitals, advance of a plus sign (printer evidence 11). */
const PROPORTIONAL: readonly (readonly [string, number, number, number, number])[] = [
  ['P', 20, 18, 13, 15],
  ['Q', 28, 24, 18, 21],
  ['R', 35, 31, 22, 26],
  ['S', 40, 35, 25, 30],
  ['T', 48, 42, 30, 35],
  ['U', 59, 53, 37, 45],
  ['V', 80, 71, 50, 60],
];

const once = (name: string, dotsPerMm: DotsPerMm) => typefaceOf({ name, height: 0, width: 0 }, dotsPerMm);

/** The first row of a character's ink, from the top of the cell, and its number of rows. */
function ink(typeface: Typeface, character: string): readonly [top: number, height: number] {
  const glyph = typeface.draw(character);
  if (glyph === null) throw new Error(`${character} is blank`);
  const { words, height } = glyph.bits;
  const perRow = words.length / height;
  const inked = Array.from({ length: height }, (_, row) => row).filter((row) =>
    words.subarray(row * perRow, (row + 1) * perRow).some((word) => word !== 0),
  );
  const [first = 0] = inked;
  return [typeface.baseline + glyph.top + first, (inked.at(-1) ?? 0) - first + 1];
}

/** Outlines stand for the bitmaps of A–H: a row more or less at either end is theirs. */
function expectCapitals(typeface: Typeface, top: number, height: number): void {
  const [inkTop, inkHeight] = ink(typeface, 'H');
  expect(Math.abs(inkTop - top)).toBeLessThanOrEqual(1);
  expect(Math.abs(inkHeight - height)).toBeLessThanOrEqual(1);
}

describe.each(DENSITIES)('at %i dots per mm', (dotsPerMm) => {
  it.each(Object.entries(SAME_AT_ALL))('font %s has the cell %j', (name, [height, width, gap, baseline]) => {
    const typeface = once(name, dotsPerMm);
    expect([typeface.height, typeface.advance('H'), typeface.baseline]).toEqual([
      height,
      width + gap,
      baseline,
    ]);
    expectCapitals(typeface, 0, baseline);
    // Sizes are multiples of the cell.
    const thrice = typefaceOf({ name, height: 3 * height, width: 2 * width }, dotsPerMm);
    expect([thrice.height, thrice.advance('H'), thrice.baseline]).toEqual([
      3 * height,
      2 * (width + gap),
      3 * baseline,
    ]);
  });

  it.each(PROPORTIONAL)(
    'font %s has the cell %i × %i, capitals of %i and a plus sign of %i dots',
    (...row) => {
      const [name, height, width, capitals, plus] = row;
      const typeface = once(name, dotsPerMm);
      expect([typeface.height, ink(typeface, 'H')[1], typeface.advance('+')]).toEqual([
        height,
        capitals,
        plus,
      ]);
      const twice = typefaceOf({ name, height: 2 * height, width: 2 * width }, dotsPerMm);
      expect([twice.height, twice.baseline]).toEqual([2 * height, 2 * typeface.baseline]);
    },
  );

  it('font 0 is 15 × 12 dots unless a label says otherwise, with capitals of three quarters', () => {
    expect(once('0', dotsPerMm).height).toBe(15);
    expect(once('0', dotsPerMm).advance('1')).toBeCloseTo(0.48 * 12, 0);
    const large = typefaceOf({ name: '0', height: 100, width: 80 }, dotsPerMm);
    expect([large.height, large.baseline, ink(large, 'H')]).toEqual([100, 75, [0, 75]]);
    // Advances in parts of the width, as measured.
    for (const [character, part] of [
      ['H', 0.61],
      ['M', 0.755],
      ['i', 0.258],
      ['e', 0.48],
      ['+', 0.905],
    ] as const)
      expect(large.advance(character)).toBeCloseTo(80 * part, 0);
  });
});

it.each(OWN_CELLS)('font %s at %i dots per mm has the cell %i × %i', (name, dotsPerMm, height, width) => {
  const typeface = once(name, dotsPerMm);
  expect(typeface.height).toBe(height);
  expect(typefaceOf({ name, height: 2 * height, width: 3 * width }, dotsPerMm)).toMatchObject({
    height: 2 * height,
    baseline: 2 * typeface.baseline,
  });
  expect(typefaceOf({ name, height: 0, width: 3 * width }, dotsPerMm).advance('H')).toBe(
    3 * typeface.advance('H'),
  );
  expect(typeface.advance('H')).toBeGreaterThan(width);
});

it.each([
  ['E', 20, 23, 3, 20],
  ['H', 19, 21, 0, 21],
] as const)('font %s advances by %i dots at 8 dots per mm, on a baseline of %i', (...row) => {
  const [name, advance, baseline, top, height] = row;
  const typeface = once(name, 8);
  expect([typeface.advance('H'), typeface.baseline]).toEqual([advance, baseline]);
  expectCapitals(typeface, top, height);
});

it('the marks of ^GS have a cell of 24 dots', () => {
  expect(symbolTypeface(0, 0)).toMatchObject({ height: 24, baseline: 18 });
});

describe('sampleOf', () => {
  it.each([
    [
      ['0', 30, 0],
      ['0', 30, 30],
    ],
    [
      ['0', 0, 0],
      ['0', 15, 12],
    ],
    [
      ['0', 4, 200],
      ['0', 10, 200],
    ],
    [
      ['A', 36, 10],
      ['A', 9, 5],
    ],
    [
      ['E', 0, 0],
      ['E', 28, 15],
    ],
    [
      ['S', 0, 0],
      ['S', 40, 35],
    ],
    [
      ['S', 85, 0],
      ['S', 80, 35],
    ],
    [
      ['7', 20, 20],
      ['A', 9, 5],
    ],
  ] as const)('of %j is %j', ([name, height, width], [font, sampledHeight, sampledWidth]) => {
    expect(sampleOf({ name, height, width }, 8)).toEqual({
      font,
      height: sampledHeight,
      width: sampledWidth,
    });
  });

  it('follows the cells of the resolution', () => {
    expect(sampleOf({ name: 'H', height: 0, width: 0 }, 12)).toEqual({ font: 'H', height: 34, width: 22 });
  });
});
