import { fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { hasBlackOutside } from './black-outside.ts';
import { blackenBars, blackenWords } from './blacken-words.ts';
import { bitOf, type PackedBits, wordBytes, wordsOf } from './packed-bits.ts';
import { NOTED_WORDS_MAX, RowChanges } from './row-changes.ts';
import type { WorkMeter } from './work-meter.ts';

/** The effect of drawing on the dots beneath: blackens, whitens or inverts them. */
export type PaintMode = 'black' | 'white' | 'xor';

/** Rows of a surface, from `top` up to but not with `bottom`. */
export interface Rows {
  readonly top: number;
  readonly bottom: number;
}

/** Units of a {@link WorkMeter} for a call and for each of its rows, besides the words; measured. */
export const CALL_WORK = 64;
export const ROW_WORK = 8;

/**
 * From this many words of a row on, a native fill takes less time than a loop: a third of it at 128 words, an eighth at
 * 375. Such a fill counts as this many words of work.
 */
const FILL_WORDS_MIN = 32;
const FILL_WORK = 32;

/** A surface of 1-bit dots, to which drawing is clipped; coordinates are whole dots. */
export class Bitmap implements PackedBits {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  /** Bits beyond `width` stay 0. */
  readonly words: Int32Array;
  /** Set when black dots outside of the surface are cut off; callers that read it clear it first. */
  clipped = false;
  #meter: WorkMeter | undefined;
  #changes: RowChanges | undefined;
  /** Below all rows until something is drawn. */
  #top: number = LIMITS.renderDots;
  #bottom = 0;

  protected constructor(width: number, height: number, words: Int32Array, meter?: WorkMeter) {
    this.#meter = meter;
    this.width = width;
    this.height = height;
    this.stride = wordsOf(width);
    this.words = words;
  }

  /** An empty bitmap. Fails with `too_large` beyond the render limits, before memory is taken. */
  static create(width: number, height: number, meter?: WorkMeter): Bitmap {
    checkSize(width, height);
    return new Bitmap(width, height, new Int32Array(wordsOf(width) * height), meter);
  }

  /** An empty bitmap of a size that the caller has bounded, which may be beyond the render limits. */
  static ofBoundedSize(width: number, height: number): Bitmap {
    return new Bitmap(width, height, new Int32Array(wordsOf(width) * height));
  }

  /** Takes the rows from `top` up to but not with `bottom` from a bitmap of the same size. */
  copyRows({ words, changes }: Bitmap, top: number, bottom: number): void {
    this.words.set(words.subarray(top * this.stride, bottom * this.stride), top * this.stride);
    if (top < this.#top) this.#top = top;
    if (bottom > this.#bottom) this.#bottom = bottom;
    if (changes === undefined) this.#changes?.note(top, bottom, 0, this.stride);
    else this.#changes?.copyRows(changes, top, bottom);
  }

  /**
   * Notes the changes of rows from now on, beginning with the dots that methods of this class have drawn, so that rows
   * are compressed faster (five values of a carrier label: 109 → 98 µs for the PNG). No other code may then write
   * `words`.
   */
  noteChanges(): void {
    const { words, stride } = this;
    const { top, bottom } = this.drawn;
    const changes = new RowChanges(stride, this.height);
    for (let row = Math.max(1, top); row < Math.min(bottom + 1, this.height); row++) {
      for (let at = row * stride; at < (row + 1) * stride; at++) {
        if (words[at] === words[at - stride]) continue;
        changes.noteRow(row, at - row * stride, at - row * stride + 1);
      }
    }
    this.#changes = changes;
  }

  /** The changes of rows; undefined if they are not noted. */
  get changes(): RowChanges | undefined {
    return this.#changes;
  }

  /** Memory in use. */
  get bytes(): number {
    return wordBytes(this.words) + (this.#changes?.bytes ?? 0);
  }

  /** The rows outside of which no method of this class has drawn, without `bottom`; from 0 to 0 for none. */
  get drawn(): Rows {
    return { top: Math.min(this.#top, this.#bottom), bottom: this.#bottom };
  }

  /** Erases what the methods of this class have drawn. */
  clear(): void {
    const { top, bottom } = this.drawn;
    this.words.fill(0, top * this.stride, bottom * this.stride);
    this.#changes?.clear(top, bottom);
    this.#top = LIMITS.renderDots;
    this.#bottom = 0;
  }

  /** Counts the work of further drawing in this meter; a surface without a meter needs another bound. */
  countWith(meter: WorkMeter): void {
    this.#meter = meter;
  }

  /** Counts work besides that of the calls of this class. */
  spend(units: number): void {
    this.#meter?.spend(units);
  }

  fillRect(x: number, y: number, width: number, height: number, mode: PaintMode): void {
    const left = Math.max(x, 0);
    const right = Math.min(x + width, this.width);
    const top = Math.max(y, 0);
    const bottom = Math.min(y + height, this.height);
    this.spend(CALL_WORK);
    if (mode !== 'white' && width > 0 && height > 0) {
      this.clipped ||= right - left !== width || bottom - top !== height;
    }
    if (left >= right || top >= bottom) return;
    if (top < this.#top) this.#top = top;
    if (bottom > this.#bottom) this.#bottom = bottom;
    const { words, stride } = this;
    const firstWord = left >> 5;
    const lastWord = (right - 1) >> 5;
    this.#noteAlike(top, bottom, firstWord, lastWord);
    const fills = mode !== 'xor' && lastWord - firstWord > FILL_WORDS_MIN;
    const rowWork = fills ? FILL_WORK + ((lastWord - firstWord) >> 3) : lastWord - firstWord;
    this.spend((bottom - top) * (ROW_WORK + rowWork));
    const firstMask = bitsFrom(left);
    const lastMask = -1 << (31 - ((right - 1) & 31));
    const keep = keptBy(mode);
    const add = addedBy(mode);
    const isOneWord = firstWord === lastWord;
    const firstBits = isOneWord ? firstMask & lastMask : firstMask;
    const firstKept = keep | ~firstBits;
    const firstAdded = add & firstBits;
    const lastKept = keep | ~lastMask;
    const lastAdded = add & lastMask;
    for (let row = top * stride; row < bottom * stride; row += stride) {
      const first = row + firstWord;
      words[first] = ((words[first] as number) & firstKept) ^ firstAdded;
      if (isOneWord) continue;
      const last = row + lastWord;
      if (fills) words.fill(add, first + 1, last);
      else for (let at = first + 1; at < last; at++) words[at] = ((words[at] as number) & keep) ^ add;
      words[last] = ((words[last] as number) & lastKept) ^ lastAdded;
    }
  }

  /** Draws the black dots of `source` with its top left at (x, y); the white ones leave the surface as it is. */
  blit(source: PackedBits, x: number, y: number, mode: PaintMode): void {
    const isWithin = x >= 0 && y >= 0 && x + source.width <= this.width && y + source.height <= this.height;
    if (isWithin && source.stride === 1 && mode === 'black') {
      this.#blackenNarrow(source, x, y);
      return;
    }
    const left = Math.max(x, 0);
    const right = Math.min(x + source.width, this.width);
    const top = Math.max(y, 0);
    const bottom = Math.min(y + source.height, this.height);
    this.spend(CALL_WORK);
    if (
      mode !== 'white' &&
      !this.clipped &&
      (right - left !== source.width || bottom - top !== source.height)
    ) {
      this.spend(source.height * wordsOf(source.width));
      this.clipped = hasBlackOutside(source, left - x, top - y, right - x, bottom - y);
    }
    if (left >= right || top >= bottom) return;
    if (top < this.#top) this.#top = top;
    if (bottom > this.#bottom) this.#bottom = bottom;
    const firstWord = left >> 5;
    const lastWord = (right - 1) >> 5;
    this.spend((bottom - top) * (ROW_WORK + 2 * (lastWord - firstWord)));
    const firstMask = bitsFrom(left);
    const lastMask = -1 << (31 - ((right - 1) & 31));
    // The highest bit of `firstWord` is bit `offset` of a source row; it can lie before the row.
    const offset = firstWord * 32 - x;
    const firstSource = offset >> 5;
    const shift = offset & 31;
    const covered = { top, bottom, firstWord, lastWord, firstMask, lastMask };
    if (source.stride === 0) {
      this.#noteAlike(top, bottom, firstWord, lastWord);
      if (mode === 'black') return blackenBars(this, source, offset, covered);
    } else if (shift === 0 && mode === 'black' && this.stride <= NOTED_WORDS_MAX) {
      const from = (top - y) * source.stride + firstSource;
      return blackenWords(this, source, from, covered, this.#changes);
    } else {
      this.#changes?.note(top, bottom, firstWord, lastWord + 1);
    }
    const length = wordsOf(source.width);
    const { words: dots, stride: dotsStride } = source;
    const { words, stride } = this;
    const keep = keptBy(mode);
    const add = addedBy(mode);
    for (let row = top; row < bottom; row++) {
      const start = (row - y) * dotsStride;
      let from = start + firstSource;
      let carried = firstSource < 0 ? 0 : (dots[from] as number) << shift;
      let mask = firstMask;
      let target = row * stride + firstWord;
      for (const last = row * stride + lastWord; target < last; target++) {
        const next = dots[++from] as number;
        // In two steps, because a shift by 32 would be none.
        const bits = (carried | ((next >>> 1) >>> (31 - shift))) & mask;
        const before = words[target] as number;
        words[target] = (before & (keep | ~bits)) ^ (bits & add);
        carried = next << shift;
        mask = -1;
      }
      const next = ++from < start + length ? (dots[from] as number) : 0;
      const bits = (carried | ((next >>> 1) >>> (31 - shift))) & mask & lastMask;
      const before = words[target] as number;
      words[target] = (before & (keep | ~bits)) ^ (bits & add);
    }
  }

  /** Blackens dots that are all on the surface, a word or less in each row: nearly all glyphs (175 → 80 ns). */
  #blackenNarrow({ width, height, words: dots }: PackedBits, x: number, y: number): void {
    if (width <= 0 || height <= 0) return this.spend(CALL_WORK);
    if (y < this.#top) this.#top = y;
    if (y + height > this.#bottom) this.#bottom = y + height;
    const { words, stride } = this;
    const shift = x & 31;
    const used = -1 << (32 - width);
    const isTwoWords = shift + width > 32;
    this.spend(CALL_WORK + height * (isTwoWords ? ROW_WORK + 2 : ROW_WORK));
    this.#changes?.note(y, y + height, x >> 5, (x >> 5) + (isTwoWords ? 2 : 1));
    let target = y * stride + (x >> 5);
    if (isTwoWords) {
      for (let row = 0; row < height; row++, target += stride) {
        const bits = (dots[row] as number) & used;
        words[target] = (words[target] as number) | (bits >>> shift);
        words[target + 1] = (words[target + 1] as number) | (bits << (32 - shift));
      }
    } else {
      for (let row = 0; row < height; row++, target += stride) {
        words[target] = (words[target] as number) | (((dots[row] as number) & used) >>> shift);
      }
    }
  }

  /** Notes that the same dots are drawn on these words of all these rows: rows that were alike stay so. */
  #noteAlike(top: number, bottom: number, firstWord: number, lastWord: number): void {
    this.#changes?.noteRow(top, firstWord, lastWord + 1);
    this.#changes?.noteRow(bottom, firstWord, lastWord + 1);
  }

  /** Whether the dot is black; dots outside are not. */
  has(x: number, y: number): boolean {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return false;
    return ((this.words[y * this.stride + (x >> 5)] as number) & bitOf(x)) !== 0;
  }
}

/** Fails with `too_large` unless a surface of this many dots may be rendered. */
export function checkSize(width: number, height: number): void {
  const sides = [width, height];
  if (sides.some((side) => !Number.isInteger(side) || side < 1)) {
    throw new RangeError(`A bitmap cannot be ${width} by ${height} dots`);
  }
  if (sides.some((side) => side > LIMITS.renderDots) || width * height > LIMITS.renderPixels) {
    fail(
      'too_large',
      `the image would be ${width} by ${height} dots; at most ${LIMITS.renderDots} dots a side and ` +
        `${LIMITS.renderPixels} dots in all can be rendered`,
    );
  }
}

/**
 * The bits of a word from the dot `x` on, as an Int32. Code that Node.js 24 compiled for these masks was thrown away
 * again wherever one was 4294967295: large inverted ellipses took up to eight times as long.
 */
function bitsFrom(x: number): number {
  return (-1 >>> (x & 31)) | 0;
}

/** The bits that a mode keeps of the dots beneath, before it inverts by the dots that it draws. */
function keptBy(mode: PaintMode): number {
  return mode === 'xor' ? -1 : 0;
}

function addedBy(mode: PaintMode): number {
  return mode === 'white' ? 0 : -1;
}
