import { type PackedBits, wordsOf } from './packed-bits.ts';
import type { RowChanges } from './row-changes.ts';

/** Words of a surface that something covers. */
export interface CoveredWords {
  readonly top: number;
  readonly bottom: number;
  readonly firstWord: number;
  readonly lastWord: number;
  /** The bits of the first and of the last word that are covered. */
  readonly firstMask: number;
  readonly lastMask: number;
}

/** The words of a surface. */
type Surface = Pick<PackedBits, 'words' | 'stride'>;

/**
 * Blackens the dots of whole words, such as those of drawn fields. On a surface where each word has a mark of its own,
 * only words that differ from the word above are noted: finding them here takes less time than comparing them later.
 *
 * @param from the word of the source that goes to `firstWord` of the first row.
 */
export function blackenWords(
  { words, stride }: Surface,
  { words: dots, stride: dotsStride }: Surface,
  from: number,
  { top, bottom, firstWord, lastWord, lastMask }: CoveredWords,
  changes: RowChanges | undefined,
): void {
  const last = lastWord - firstWord;
  let start = from;
  let target = top * stride + firstWord;
  // The first row has none above.
  let above = -1;
  for (let row = top; row < bottom; row++) {
    let marks = 0;
    for (let i = 0; i <= last; i++) {
      const mask = i === last ? lastMask : -1;
      const bits = (dots[start + i] as number) & mask;
      const less = above < 0 ? bits : bits ^ ((dots[above + i] as number) & mask);
      words[target + i] = (words[target + i] as number) | bits;
      marks |= ((less | -less) >>> 31) << (31 - i);
    }
    changes?.noteMarks(row, marks >>> firstWord);
    above = start;
    start += dotsStride;
    target += stride;
  }
  changes?.noteRow(bottom, firstWord, lastWord + 1);
}

/** Words of one row of bars as they lie on the surface. */
let bars = new Int32Array(0);

/**
 * Blackens rows that are all alike. The row is moved into place once: with each row moved by itself, a PNG of a carrier
 * label takes a twentieth longer (20 values new).
 *
 * @param offset of the highest bit of `firstWord` in the row; it can lie before it.
 */
export function blackenBars(
  { words, stride }: Surface,
  { words: dots, width }: PackedBits,
  offset: number,
  { top, bottom, firstWord, lastWord, firstMask, lastMask }: CoveredWords,
): void {
  const last = lastWord - firstWord;
  const length = wordsOf(width);
  const shift = offset & 31;
  if (bars.length <= last) bars = new Int32Array(last + 1);
  let from = offset >> 5;
  let carried = from < 0 ? 0 : (dots[from] as number) << shift;
  for (let i = 0; i <= last; i++) {
    const next = ++from < length ? (dots[from] as number) : 0;
    // In two steps, because a shift by 32 would be none.
    bars[i] = carried | ((next >>> 1) >>> (31 - shift));
    carried = next << shift;
  }
  bars[0] = (bars[0] as number) & firstMask;
  bars[last] = (bars[last] as number) & lastMask;
  let target = top * stride + firstWord;
  for (let row = top; row < bottom; row++, target += stride) {
    for (let i = 0; i <= last; i++) words[target + i] = (words[target + i] as number) | (bars[i] as number);
  }
}
