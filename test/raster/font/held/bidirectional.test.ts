import { describe, expect, it } from 'vitest';
import { WorkMeter } from '../../../../src/bitmap/work-meter.ts';
import { bidi } from '../../../../src/on-first-use.ts';
import { levelsOf } from '../../../../src/raster/font/held/bidirectional.ts';
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
