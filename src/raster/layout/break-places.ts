import { lineBreaker } from '../../on-first-use.ts';
import type { TextUnits } from './text-units.ts';

/** Scripts whose words have no spaces between them, and punctuation that goes with them. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u200b]/u;
/** Characters of scripts whose words only a dictionary knows. */
const OF_DICTIONARIES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** A quick test: nearly all texts have none of these characters. */
const BEYOND_LATIN = /[\u0e00-\uffff]/;

/** Whether a text may be of a script without spaces. */
export function isBeyondLatin(text: string): boolean {
  return BEYOND_LATIN.test(text);
}

let words: Intl.Segmenter | undefined;

/**
 * The numbers of the units before which a line may end, besides at spaces (Unicode Standard Annex 14); null for text
 * with spaces between its words.
 */
export function breakPlaces(text: string, { units, lengths }: TextUnits): ReadonlySet<number> | null {
  if (!isBeyondLatin(text) || !WITHOUT_SPACES.test(text)) return null;
  const offsets = new Set<number>();
  const breaker = new (lineBreaker())(text);
  for (let found = breaker.nextBreak(); found !== null; found = breaker.nextBreak())
    offsets.add(found.position);
  for (const { 0: stretch, index } of text.matchAll(OF_DICTIONARIES)) {
    words ??= new Intl.Segmenter('th', { granularity: 'word' });
    for (const word of words.segment(stretch)) if (word.index > 0) offsets.add(index + word.index);
  }
  const places = new Set<number>();
  let offset = 0;
  for (const [i, unit] of units.entries()) {
    if (offsets.has(offset) && !isWithinAscii(text, offset)) places.add(i);
    offset += lengths?.[i] ?? unit.length;
  }
  return places;
}

/** Whether an offset is within ASCII: words of Latin letters are broken as in any text. */
function isWithinAscii(text: string, offset: number): boolean {
  return text.charCodeAt(offset - 1) < 0x80 && text.charCodeAt(offset) < 0x80;
}
