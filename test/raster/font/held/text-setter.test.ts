import { describe, expect, it } from 'vitest';
import { WorkMeter } from '../../../../src/bitmap/work-meter.ts';
import { lookupsIn } from '../../../../src/raster/font/font-tables.ts';
import { HarfBuzz } from '../../../../src/raster/font/harfbuzz/harfbuzz.ts';
import { levelsOf } from '../../../../src/raster/font/held/bidirectional.ts';
import { nameOf } from '../../../../src/raster/font/held/cluster-name.ts';
import { HeldFace } from '../../../../src/raster/font/held/held-face.ts';
import { heldTypeface } from '../../../../src/raster/font/held/held-typeface.ts';
import { boxFont } from '../box-font.ts';
import { substitutingFont } from './substituting-font.ts';

const ALL = { defaultGlyph: false, bidirectional: true, shaping: true, openType: true };

function faceOf(file: Uint8Array): HeldFace {
  return new HeldFace(new HarfBuzz(64 << 20), 'BOX.TTF', 'box', file);
}

/** The work of setting a text with a font, by a meter of its own. */
function workOf(face: HeldFace, text: string, isVertical = false): number {
  const meter = new WorkMeter();
  heldTypeface(face, 30, 30, ALL, meter).set?.(text, isVertical);
  return meter.spent;
}

describe('the work of setting text', () => {
  it('counts all glyphs that a font makes of a word, with those that are too many to draw', () => {
    const face = faceOf(substitutingFont(6, 4));
    expect(heldTypeface(face, 30, 30, ALL).set?.('A', false).units).toEqual(['A']);
    expect(workOf(face, 'A')).toBeGreaterThan(300 * 4 ** 6);
    const few = faceOf(substitutingFont(1, 4));
    expect(heldTypeface(few, 30, 30, ALL).set?.('A', false).units[0]?.length).toBe(2 + 3 * 4);
    expect(workOf(few, 'A')).toBeLessThan(10_000);
  });

  it('counts the lookups of the font for each word', () => {
    const file = substitutingFont(1000, 1);
    expect(lookupsIn(file, 0)).toBe(1000);
    const face = faceOf(file);
    expect(workOf(face, 'B')).toBeGreaterThan(80_000);
    expect(workOf(face, 'B BB B')).toBeGreaterThan(3 * workOf(face, 'B'));
    expect(workOf(faceOf(boxFont()), 'B BB B')).toBeLessThan(10_000);
  });

  it.each([false, true])(
    'is the same whether its words were set before or not (in a column: %s)',
    (isVertical) => {
      const face = faceOf(substitutingFont(3, 4));
      const text = 'A BB AB A';
      const first = workOf(face, text, isVertical);
      expect(first).toBeGreaterThan(0);
      expect(workOf(face, text, isVertical)).toBe(first);
    },
  );

  it('is too much for thousands of words with a font of thousands of lookups', () => {
    const face = faceOf(substitutingFont(20_000, 1));
    const words = Array.from({ length: 4000 }, (_, i) =>
      i.toString(2).replaceAll('0', 'A').replaceAll('1', 'B'),
    );
    expect(() => workOf(face, words.join(' '))).toThrow('too much work');
  });

  it('counts what of a text of two directions is looked for far away', () => {
    const meter = new WorkMeter();
    levelsOf('الكلمة رقم 12. '.repeat(666), meter);
    expect(() => levelsOf(`${'1.'.repeat(5000)}ا`, meter)).toThrow('too much work');
    expect(() => levelsOf(`ا${'\u2029'.repeat(10_000)}`, meter)).toThrow('too much work');
    expect(() => levelsOf(`𞤀${'𝟏,'.repeat(5000)}`, meter)).toThrow('too much work');
    expect(() => levelsOf(`ا${'\u2068'.repeat(10_000)}`, meter)).toThrow('too much work');
  });
});

describe('the work of drawing what was set', () => {
  const drawing = (glyphs: number, size = 30): number => {
    const meter = new WorkMeter();
    const name = nameOf({
      start: 0,
      advance: 600,
      glyphs: Array.from({ length: glyphs }, () => ({ glyph: 1, dx: 0, dy: 0 })),
    });
    heldTypeface(faceOf(boxFont()), size, size, ALL, meter).draw(name);
    return meter.spent;
  };

  it('counts the points of outlines, and what more of them than any letter has take beside', () => {
    const one = drawing(1);
    expect(drawing(10)).toBe(10 * one);
    expect(drawing(1000)).toBeGreaterThan(5 * 1000 * one);
  });

  it('counts how many dots edges cross, beyond those of any letter', () => {
    const [small, large] = [drawing(10, 30), drawing(10, 3000)];
    expect(large).toBeGreaterThan(100 * small);
  });

  it('ends with the first glyph that is more than a letter can be', () => {
    expect(drawing(100_000)).toBeLessThan(20_000_000);
    const many = Array.from({ length: 100_000 }, () => ({ glyph: 1, dx: 0, dy: 0 }));
    const { points, path } = faceOf(boxFont()).outline(many);
    expect(path).toBeNull();
    expect(points).toBeLessThan(20_100);
  });
});
