import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WorkMeter } from '../../../../src/bitmap/work-meter.ts';
import { bidi } from '../../../../src/on-first-use.ts';
import { beginsFromRight, levelsOf } from '../../../../src/raster/font/held/bidirectional.ts';
import { Chance } from '../../../fuzz/chance.ts';

/** ASCII, Latin 1, Hebrew, Arabic, and what turns text. */
const CHARACTERS = [
  ...Array.from({ length: 0xff - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)),
  ...Array.from({ length: 0x700 - 0x590 }, (_, i) => String.fromCharCode(0x590 + i)),
  ...Array.from('\t\n\u200e\u200f\u2067\u2069\u202e\ufe8d'),
];

function expectAsTheLibrary(text: string): void {
  const found = levelsOf(text, new WorkMeter());
  if (found === null) return;
  const { levels } = bidi().getEmbeddingLevels(text);
  if (Buffer.compare(found, levels) !== 0) expect([text, [...found]]).toEqual([text, [...levels]]);
}

describe('levels of text from right to left', () => {
  it('are those of the library for every character among letters, spaces and numbers', () => {
    for (const character of CHARACTERS) {
      for (const place of ['ا*', '*ا', 'ا*ب', 'ש * ל', '1*2 ا', 'ا 1*', 'ا *٣', 'ا1*ب', '12 *ا 3']) {
        expectAsTheLibrary(place.replace('*', () => character));
      }
    }
  });

  it('are those of the library for texts made by chance', () => {
    const chance = new Chance(1);
    for (let i = 0; i < 5000; i++) {
      const kinds = chance.of(['אבגاب ', 'ابت 12٣', 'אב .,-(!"', 'اَبّ 1.,+%', 'ابaב 1']);
      const length = 1 + chance.below(12);
      expectAsTheLibrary(Array.from({ length }, () => chance.of(Array.from(kinds))).join(''));
    }
  });
});

/** A character beyond the first plane, or newer than the library, for each letter and sign of the first. */
const BEYOND = {
  a: '𐐀',
  א: '𞤀',
  ب: '𞺀',
  '1': '𝟏',
  '٣': '𐹣',
  '!': '😀',
  '\u0301': '𞥄',
  '\u00ad': '\u{e0001}',
} as const;

describe('levels of characters beyond the first plane', () => {
  it.each([
    ['Adlam', '𞤀𞤣𞤤𞤢𞤥', '11111'],
    ['Hanifi Rohingya with its numbers', '𐴀𐴁 𐴱𐴲', '11122'],
    ['Phoenician', '𐤀𐤁', '11'],
    ['Arabic mathematical letters', '𞺀1+2', '1212'],
    ['Old Uyghur with a mark, which is newer than the library', '𐽰𐾂𐽰', '111'],
    ['an Arabic letter, newer too, with European numbers', 'ࡰ 1+2', '11212'],
    ['Adlam within Latin', 'ab 𞤀𞤣 12, c', '00011122000'],
    ['Latin and brackets within Adlam', '𞤀 (ab) [𞤣]', '1112211111'],
    ['Adlam in an isolate', 'a\u2067𞤀b\u2069c', '001200'],
    ['Adlam in an embedding', 'a\u202b𞤀b\u202cc', '001220'],
    ['what an override turns', 'a\u202e𐐀\u202cc', '00110'],
    ['an emoji among Adlam', '𞤀😀🫠𞤣', '1111'],
  ])('%s', (_, text, expected) => {
    const levels = levelsOf(text, new WorkMeter()) ?? [];
    let at = 0;
    const found = Array.from(text, (character) => {
      const its = levels.slice(at, (at += character.length));
      expect(new Set(its).size).toBe(1);
      return its[0];
    });
    expect(found.join('')).toBe(expected);
  });

  it('are those of characters of the first plane of the same kind', () => {
    const chance = new Chance(2);
    const kinds = [
      ...Object.keys(BEYOND),
      ' ',
      '(',
      ')',
      '+',
      '\u2067',
      '\u2068',
      '\u2069',
      '\u202b',
      '\u202e',
      '\u202c',
    ];
    for (let i = 0; i < 3000; i++) {
      const near = ['א', ...Array.from({ length: 1 + chance.below(14) }, () => chance.of(kinds))];
      if (chance.below(2) === 0) near.reverse();
      const far = near.map((one) => BEYOND[one as keyof typeof BEYOND] ?? one);
      const expected = levelsOf(near.join(''), new WorkMeter());
      const found = levelsOf(far.join(''), new WorkMeter());
      const spread = expected && near.flatMap((_, at) => Array(far[at]?.length).fill(expected[at]));
      expect([far, found && [...found]]).toEqual([far, spread]);
      expect(beginsFromRight(far.join(''))).toBe(beginsFromRight(near.join('')));
    }
  });
});

describe('the direction in which a text begins', () => {
  it.each([
    ['שלום abc', true],
    ['12 - שלום', true],
    ['𞤀𞤣', true],
    ['abc שלום', false],
    ['𐐀 𞤀', false],
    ['123 ٣', false],
    ['', false],
    ['\u2068שלום\u2069 abc', false],
    ['\u2067abc \u2066d\u2069\u2069 שלום', true],
    ['\u2067שלום', false],
    ['\u2069 שלום', true],
    ['12\u2029שלום', false],
  ])('of %j is from the right: %j', (text, expected) => {
    expect(beginsFromRight(text)).toBe(expected);
  });

  it('is that of the first paragraph by the library, for texts made by chance', () => {
    const chance = new Chance(3);
    const kinds = Array.from('aא1 ,!\u2066\u2067\u2068\u2069\u202e\u202c\u2029\t');
    for (let i = 0; i < 5000; i++) {
      const text = Array.from({ length: 1 + chance.below(10) }, () => chance.of(kinds)).join('');
      const [first] = bidi().getEmbeddingLevels(text).paragraphs;
      expect([text, beginsFromRight(text)]).toEqual([text, first?.level === 1]);
    }
  });

  it('needs the first letter alone', () => {
    const asked = vi.spyOn(bidi(), 'getBidiCharTypeName');
    onTestFinished(() => asked.mockRestore());
    const levels = vi.spyOn(bidi(), 'getEmbeddingLevels');
    onTestFinished(() => levels.mockRestore());
    expect(beginsFromRight(`א${'1'.repeat(3070)}`)).toBe(true);
    expect(asked.mock.calls).toHaveLength(1);
    expect(levels).not.toHaveBeenCalled();
  });
});
