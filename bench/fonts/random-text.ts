import { HeldFonts } from '../../src/raster/font/held/held-fonts.ts';
import { random } from '../harness/random.ts';

/** Code points from the first to the last. */
export type Range = readonly [first: number, last: number];

export const LATIN_LETTERS: Range = [0x61, 0x7a];
export const ARABIC_LETTERS: Range = [0x628, 0x64a];
/** Some 2500 signs, as many as are in common use. */
export const HAN_SIGNS: Range = [0x4e00, 0x57ff];

const LINE_LETTERS = 26;

/** Makes lines of text; the same ones in every run. */
export interface LineSource {
  next(): string;
}

/** Lines of signs of a range that a font has: the first fifth of them are seven tenths of the text. */
export function signLines(held: HeldFonts, font: string, range: Range): LineSource {
  const below = random(1);
  const signs = lettersOf(held, font, range);
  const sign = (): string => signs[Math.floor(signs.length * (below(1 << 16) / (1 << 16)) ** 5)] as string;
  return { next: () => Array.from({ length: LINE_LETTERS }, sign).join('') };
}

/**
 * Lines of words of two to eight letters of a range that a font has, and numbers, one for seven words.
 *
 * @param words how many words there are; null where each is made up as it is needed.
 */
export function wordLines(held: HeldFonts, font: string, range: Range, words: number | null): LineSource {
  const below = random(1);
  const letters = lettersOf(held, font, range);
  const newWord = (): string => {
    if (below(8) === 0) return String(below(10_000));
    return Array.from({ length: 2 + below(7) }, () => letters[below(letters.length)]).join('');
  };
  const known = Array.from({ length: words ?? 0 }, newWord);
  return {
    next() {
      let line = '';
      while (line.length < LINE_LETTERS) line += `${known[below(known.length || 1)] ?? newWord()} `;
      return line.slice(0, LINE_LETTERS).trim();
    },
  };
}

function lettersOf(held: HeldFonts, font: string, [first, last]: Range): readonly string[] {
  const typeface = held.typeface(font, 1, 1);
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).filter(
    (letter) => /\p{L}/u.test(letter) && typeface?.isMissing(letter) === false,
  );
}
