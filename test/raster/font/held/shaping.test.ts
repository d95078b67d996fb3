import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HarfBuzz } from '../../../../src/raster/font/harfbuzz/harfbuzz.ts';
import { glyphsIn } from '../../../../src/raster/font/held/cluster-name.ts';
import { HeldFace } from '../../../../src/raster/font/held/held-face.ts';
import { heldTypeface } from '../../../../src/raster/font/held/held-typeface.ts';
import { layOutFieldBlock, layOutTextBlock } from '../../../../src/raster/layout/block.ts';
import { layOutLine } from '../../../../src/raster/layout/text-layout.ts';
import { testFont } from './test-fonts.ts';

const ALL = { defaultGlyph: false, bidirectional: true, shaping: true, openType: true };
const NONE = { defaultGlyph: true, bidirectional: false, shaping: false, openType: false };

function faceOf(name: string, index = 0): HeldFace {
  const file = readFileSync(testFont(name));
  return new HeldFace(new HarfBuzz(64 << 20), name, `${name}#${index}`, file, index);
}

const ARABIC = faceOf('NotoSansArabic.ttf');
const HEBREW = faceOf('NotoSansHebrew.ttf');
const ADLAM = faceOf('NotoSansAdlam.ttf');
const THAI = faceOf('NotoSansThai.ttf');
const CHINESE = faceOf('NotoSansCJK.ttc', 1);
const typeface = (face: HeldFace, properties: typeof ALL | null = ALL) =>
  heldTypeface(face, 1000, 1000, properties ?? undefined);

describe('HeldFace.shape', () => {
  it.each([
    [
      'NotoSansArabic.ttf',
      'مرحبا',
      true,
      [[16, 0, 0], [23, 291, 0], [55, 634, 0], [162, 1183, 0], [123, 1579, 0], 2104],
    ],
    [
      'NotoSansArabic.ttf',
      'السلام',
      true,
      [[121, 0, 0], [101, 484, 0], [166, 1083, 0], [98, 1933, 0], [15, 2193, 0], 2431],
    ],
    ['NotoSansDevanagari.ttf', 'क्षत्रिय', false, [[18, 0, 0], [76, 712, 0], [33, 971, 0], [7, 1523, 0], 2103]],
    [
      'NotoSansDevanagari.ttf',
      'हिन्दी',
      false,
      [[76, 0, 0], [11, 259, 0], [24, 790, 0], [4, 1099, 0], [98, 1619, 0], 1878],
    ],
    ['NotoSansThai.ttf', 'น้ำ', false, [[21, 0, 0], [0, 613, 0], [11, 1213, 0], [23, 1213, 0], 1619]],
    [
      'NotoSansThai.ttf',
      'ที่อยู่',
      false,
      [[32, 0, 0], [25, 606, 0], [8, 606, 0], [22, 609, 0], [34, 1183, 0], [28, 1763, 0], [6, 1785, 0], 1777],
    ],
    ['NotoSansHebrew.ttf', 'שלום', true, [[7, 0, 0], [27, 674, 0], [15, 975, 0], [22, 1497, 0], 2227]],
  ])('puts the glyphs of %s %s where hb-shape puts them', (font, text, isReversed, expected) => {
    const face = faceOf(font);
    const clusters = face.shape(text, isReversed, {}).clusters ?? [];
    // hb-shape writes what runs from right to left as it is seen.
    const seen = isReversed ? [...clusters].reverse() : clusters;
    let pen = 0;
    const glyphs = seen.flatMap(({ glyphs: placed, advance }) => {
      const at = placed.map(({ glyph, dx, dy }) => [glyph, pen + dx, dy]);
      pen += advance;
      return at;
    });
    expect([...glyphs, pen]).toEqual(expected);
  });
});

describe('a line of a font from a file', () => {
  const line = (face: HeldFace, text: string, properties: typeof ALL | null = ALL) =>
    layOutLine(text, typeface(face, properties), 'H', 0);

  it('joins Arabic letters and runs from right to left with ^PA, and does neither without', () => {
    const set = line(ARABIC, 'مرحبا');
    const plain = line(ARABIC, 'مرحبا', NONE);
    expect(plain.positions.map(({ character }) => character).join('')).toBe('مرحبا');
    expect(set.positions).toHaveLength(5);
    expect(set.reach).toBeLessThan(plain.reach);
    // The last letter read is the first one seen.
    expect(set.positions[0]?.u).toBe(0);
    expect(line(ARABIC, 'ا').positions[0]?.character).not.toBe(set.positions[0]?.character);
  });

  it('joins letters beyond the first plane and runs them from right to left, where hb-shape puts them', () => {
    const { positions, reach } = line(ADLAM, '𞤆𞤵𞤤𞤢𞤪𞥄');
    const glyphs = positions.flatMap(({ character, u }) =>
      glyphsIn(character).map(({ glyph, dx, dy }) => [glyph, u + dx, dy]),
    );
    const seen = [
      [33, 0, 0],
      [51, 0, 0],
      [32, 649, 0],
      [44, 1318, 0],
      [59, 1934, 0],
      [19, 2661, 0],
    ];
    expect(glyphs).toEqual(seen);
    expect(reach).toBe(3290);
  });

  it('keeps numbers and Latin words in their order within text from right to left, and mirrors brackets', () => {
    const only = { ...NONE, bidirectional: true };
    const shown = line(HEBREW, 'א(ב12)', only).positions.map(({ character }) => character);
    expect(shown.join('')).toBe('(12ב)א');
  });

  it('stacks what ^FPV sets, with the forms that the font has for columns', () => {
    const column = (properties: typeof ALL | null) =>
      layOutLine('「中」', typeface(CHINESE, properties), 'V', 0).positions;
    expect(column(ALL).map(({ v }) => v)).toEqual([750, 1750, 2750]);
    expect(column(null).map(({ character }) => character)).toEqual(['「', '中', '」']);
    expect(column(ALL)[0]?.character).not.toBe(line(CHINESE, '「').positions[0]?.character);
  });

  it('prints the sign of the font for a character that it lacks where ^PA asks for it', () => {
    expect(typeface(THAI, NONE).draw('中')).not.toBeNull();
    expect(typeface(THAI, { ...ALL }).draw('中')).toBeNull();
    expect(typeface(THAI, NONE).isMissing('中')).toBe(true);
  });

  it('is as wide as its glyphs, however often it is set', () => {
    expect(line(ARABIC, 'السلام عليكم').reach).toBe(line(ARABIC, 'السلام عليكم').reach);
  });
});

describe('a block of text without spaces', () => {
  const lines = (face: HeldFace, text: string, width: number, properties: typeof ALL | null = null) => {
    const block = { kind: 'block', width, lines: 9, lineSpacing: 0, justify: 'L', indent: 0 } as const;
    const { positions } = layOutFieldBlock(text, typeface(face, properties), block, 0);
    const byLine = new Map<number, number>();
    for (const { v } of positions) byLine.set(v, (byLine.get(v) ?? 0) + 1);
    return [...byLine.values()];
  };

  it('begins no line with a full stop or a closing bracket', () => {
    expect(lines(CHINESE, '中文标签。北京', 4000)).toEqual([3, 4]);
    expect(lines(CHINESE, '中文标签北京', 4000)).toEqual([4, 2]);
    expect(lines(CHINESE, '中文标签。北京', 4000, ALL)).toEqual([3, 4]);
  });

  it('ends no line with an opening bracket', () => {
    expect(lines(CHINESE, '中文标「北京」', 4000)).toEqual([3, 4]);
    expect(lines(CHINESE, '中文标「北京」', 4000, ALL)).toEqual([3, 4]);
  });

  it('breaks Korean and Latin words at spaces alone, also beside Chinese', () => {
    expect(lines(CHINESE, '한국어 한국', 2600)).toEqual([2, 1, 2]);
    expect(lines(CHINESE, '한국 한국어', 3500)).toEqual([2, 3]);
    expect(lines(CHINESE, '中文abc中文', 3000)).toEqual([2, 3, 2]);
  });

  it('breaks text in ^TB where it does in ^FB', () => {
    const block = { kind: 'text-block', width: 4000, height: 9000 } as const;
    const { positions } = layOutTextBlock('中文标签。北京', typeface(CHINESE), block, 0, false);
    expect(positions.map(({ v }) => v)).toEqual([750, 750, 750, 2000, 2000, 2000, 2000]);
  });

  it('breaks Thai between words', () => {
    const text = 'สวัสดีชาวโลก';
    const hello = layOutLine('สวัสดีชาว', typeface(THAI), 'H', 0).reach;
    expect(lines(THAI, text, Math.ceil(hello) + 400)).toEqual([9, 3]);
  });

  it('breaks Arabic at spaces, and sets each line from right to left', () => {
    const block = { kind: 'text-block', width: 3000, height: 9000 } as const;
    const { positions } = layOutTextBlock('السلام عليكم', typeface(ARABIC), block, 0, false);
    const first = positions.filter(({ v }) => v === 750).map(({ character }) => character);
    const alone = layOutLine('السلام', typeface(ARABIC), 'H', 0).positions.map(({ character }) => character);
    expect(first).toEqual(alone);
  });
});
