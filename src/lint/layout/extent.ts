import { Bitmap, CALL_WORK, checkSize, ROW_WORK } from '../../bitmap/bitmap.ts';
import type { PackedBits } from '../../bitmap/packed-bits.ts';
import type { WorkMeter } from '../../bitmap/work-meter.ts';
import type { Box } from './box.ts';

/** The boxes of black dots. */
export interface Extents {
  /** The rectangle that just holds them. */
  readonly box: Box;
  /** Their rectangles, if the dots are a few filled ones. */
  readonly fills: readonly Box[] | null;
}

/** A frame has four. */
const FILLS_MAX = 8;

const NO_DOTS = new Int32Array(0);

/**
 * A surface that nothing is drawn on: it notes where dots would be, and whether some are cut off, for a small part of
 * the time that drawing takes. White counts as black.
 */
export class Extent extends Bitmap {
  #left = Number.POSITIVE_INFINITY;
  #top = Number.POSITIVE_INFINITY;
  #right = 0;
  #bottom = 0;
  #fills: Box[] | null = [];

  static override create(width: number, height: number, meter?: WorkMeter): Extent {
    checkSize(width, height);
    return new Extent(width, height, NO_DOTS, meter);
  }

  /** Returns the dots drawn since the last call; null for none. */
  take(): Extents | null {
    const box = { left: this.#left, top: this.#top, right: this.#right, bottom: this.#bottom };
    const fills = this.#fills;
    this.#left = Number.POSITIVE_INFINITY;
    this.#top = Number.POSITIVE_INFINITY;
    this.#right = 0;
    this.#bottom = 0;
    this.#fills = [];
    return box.right === 0 ? null : { box, fills };
  }

  override fillRect(x: number, y: number, width: number, height: number): void {
    this.spend(CALL_WORK);
    if (width <= 0 || height <= 0) return;
    const left = Math.max(x, 0);
    const top = Math.max(y, 0);
    const right = Math.min(x + width, this.width);
    const bottom = Math.min(y + height, this.height);
    if (right - left !== width || bottom - top !== height) this.clipped = true;
    if (left >= right || top >= bottom) return;
    this.#note(left, top, right, bottom);
    if (this.#fills === null) return;
    if (this.#fills.length < FILLS_MAX) this.#fills.push({ left, top, right, bottom });
    else this.#fills = null;
  }

  override blit(source: PackedBits, x: number, y: number): void {
    this.spend(CALL_WORK);
    this.#fills = null;
    const { width, height } = source;
    const ink = inkIn(source, 0, 0, width, height);
    if (ink === null) return;
    const { left, top, right, bottom } = ink;
    if (x + left >= 0 && y + top >= 0 && x + right <= this.width && y + bottom <= this.height) {
      this.#note(x + left, y + top, x + right, y + bottom);
      return;
    }
    this.clipped = true;
    // A cut shape may have less ink than its part of the rectangle.
    const rest = inkIn(
      source,
      Math.max(0, -x),
      Math.max(0, -y),
      Math.min(width, this.width - x),
      Math.min(height, this.height - y),
    );
    if (rest !== null) this.#note(x + rest.left, y + rest.top, x + rest.right, y + rest.bottom);
  }

  #note(left: number, top: number, right: number, bottom: number): void {
    this.spend((bottom - top) * (ROW_WORK + ((right - left) >> 5)));
    if (left < this.#left) this.#left = left;
    if (top < this.#top) this.#top = top;
    if (right > this.#right) this.#right = right;
    if (bottom > this.#bottom) this.#bottom = bottom;
  }
}

/** The rectangle that just holds the black dots of a part of a source; null where there are none. */
function inkIn(
  { stride, words }: PackedBits,
  left: number,
  top: number,
  right: number,
  bottom: number,
): Box | null {
  if (left >= right || top >= bottom) return null;
  const firstWord = left >> 5;
  const lastWord = (right - 1) >> 5;
  const leftMask = -1 >>> (left & 31);
  const rightMask = -1 << (31 - ((right - 1) & 31));
  const usedOf = (word: number): number =>
    (word === firstWord ? leftMask : -1) & (word === lastWord ? rightMask : -1);
  const isBlank = (row: number): boolean => {
    for (let i = firstWord; i <= lastWord; i++) {
      if (((words[row * stride + i] as number) & usedOf(i)) !== 0) return false;
    }
    return true;
  };
  // One row stands for all.
  const rows = stride === 0 ? top + 1 : bottom;
  let first = top;
  while (first < rows && isBlank(first)) first++;
  if (first === rows) return null;
  let last = rows - 1;
  while (isBlank(last)) last--;
  /** Dots that are black in some row. */
  const seenIn = (word: number): number => {
    let seen = 0;
    for (let row = first, at = first * stride + word; row <= last; row++, at += stride)
      seen |= words[at] as number;
    return seen & usedOf(word);
  };
  // Nothing between the outermost words matters, so that a picture takes as long as its frame.
  let leftWord = firstWord;
  let leftmost = seenIn(leftWord);
  while (leftmost === 0) leftmost = seenIn(++leftWord);
  let rightWord = lastWord;
  let rightmost = rightWord === leftWord ? leftmost : seenIn(rightWord);
  while (rightmost === 0) rightmost = --rightWord === leftWord ? leftmost : seenIn(rightWord);
  return {
    left: leftWord * 32 + Math.clz32(leftmost),
    top: first,
    // The lowest bit that is set is the last dot.
    right: rightWord * 32 + Math.clz32(rightmost & -rightmost) + 1,
    bottom: stride === 0 ? bottom : last + 1,
  };
}
