import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HarfBuzz } from '../../../src/raster/font/harfbuzz/harfbuzz.ts';
import { HeldFace } from '../../../src/raster/font/held/held-face.ts';
import { heldTypeface } from '../../../src/raster/font/held/held-typeface.ts';
import { combinedCharacters } from '../../../src/raster/layout/combined.ts';
import { layOutLine } from '../../../src/raster/layout/text-layout.ts';
import { testFont } from '../font/held/test-fonts.ts';

describe('combinedCharacters', () => {
  it.each([
    ['abc', ['a', 'b', 'c']],
    ['𑄇𑄳𑄇𑄇', ['𑄇𑄳𑄇', '𑄇']],
    ['ꦏ꧀ꦏꦏ', ['ꦏ꧀ꦏ', 'ꦏ']],
    ['e\u0301x', ['e\u0301', 'x']],
    ['ที่อยู่', ['ที่', 'อ', 'ยู่']],
    ['क्षत्रिय', ['क्ष', 'त्रि', 'य']],
    ['𠮷\u{e0100}中', ['𠮷\u{e0100}', '中']],
    ['\u0301a', ['\u0301', 'a']],
    ['', []],
  ])('parts %j into %j', (text, parts) => {
    expect(combinedCharacters(text)).toEqual(parts);
  });

  it('takes time in proportion to the text', () => {
    expect(combinedCharacters('क्'.repeat(1_000_000))).toHaveLength(62_500);
    expect(combinedCharacters('a\u0301'.repeat(20_000))).toHaveLength(20_000);
  });
});

describe('marks', () => {
  const ON = { defaultGlyph: false, bidirectional: true, shaping: true, openType: true };
  const face = (name: string) =>
    new HeldFace(new HarfBuzz(64 << 20), name, name, readFileSync(testFont(name)));
  const thai = face('NotoSansThai.ttf');
  const devanagari = face('NotoSansDevanagari.ttf');

  it.each([
    ['without ^PA', thai, 'ที่อยู่', undefined],
    ['with ^PA', thai, 'ที่อยู่', ON],
    ['with shaping only', devanagari, 'क्षत्रिय', { ...ON, openType: false }],
    ['with ^PA', devanagari, 'क्षत्रिय', ON],
  ])('stay with their letter in a column and from right to left, %s', (_, font, text, properties) => {
    const typeface = heldTypeface(font, 100, 100, properties);
    const column = layOutLine(text, typeface, 'V', 9);
    expect([...new Set(column.positions.map(({ v }) => v))]).toEqual([75, 175, 275]);
    expect(column.height).toBe(300);
    // Characters that stand together in a line do so from right to left too.
    const [first = '', ...others] = combinedCharacters(text);
    const alone = layOutLine(first, typeface, 'H', 0).positions;
    const reversed = layOutLine(text, typeface, 'R', 5).positions;
    expect(reversed.slice(0, alone.length)).toEqual(alone);
    expect(Math.max(...reversed.slice(alone.length).map(({ u }) => u))).toBeLessThan(0);
    expect(others).toHaveLength(2);
  });
});
