import { describe, expect, it } from 'vitest';
import { COMPONENTS_MAX, componentsOf } from '../../../src/raster/font/components.ts';
import { BOX, composite, nestedFont, trueTypeFont } from './made-font.ts';

const shown = (file: Buffer, glyph: number): number => componentsOf(file, 0, glyph);

describe('components of a glyph', () => {
  it('are none of an outline or nothing, and those within others too of a composite', () => {
    const font = trueTypeFont([Buffer.alloc(0), BOX, composite(1, 1), composite(2, 0)], 1);
    expect([0, 1, 2, 3].map((glyph) => shown(font, glyph))).toEqual([0, 0, 2, 4]);
  });

  it('are counted to the bound, and no further', () => {
    expect(shown(nestedFont(3, 6), 3)).toBe(COMPONENTS_MAX + 1);
    expect(shown(nestedFont(60, 60), 60)).toBe(COMPONENTS_MAX + 1);
    expect(shown(nestedFont(1, COMPONENTS_MAX), 1)).toBe(COMPONENTS_MAX);
  });

  it('are too many of a glyph that is made of itself, or nested deeper than letters are', () => {
    expect(shown(trueTypeFont([composite(0)], 0), 0)).toBe(COMPONENTS_MAX + 1);
    expect(shown(nestedFont(8, 1), 8)).toBe(8);
    expect(shown(nestedFont(9, 1), 9)).toBe(COMPONENTS_MAX + 1);
  });

  it('are none where the tables lie outside of the file', () => {
    const font = nestedFont(2);
    for (let length = 0; length < font.length; length += 3) shown(font.subarray(0, length), 2);
    expect(shown(font, 60_000)).toBe(0);
  });
});
