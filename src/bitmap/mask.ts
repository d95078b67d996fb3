import { Bitmap, checkSize, type PaintMode } from './bitmap.ts';
import { type PackedBits, wordsOf } from './packed-bits.ts';
import type { WorkMeter } from './work-meter.ts';

/** Dots taken off a mask, and where their top left was. */
export interface MaskRegion {
  readonly x: number;
  readonly y: number;
  readonly bits: PackedBits;
}

/** Memory is used again if it has at most this many times the words that the dots need. */
const SLACK = 2;

/**
 * A surface on which one reversed field is drawn, so that its own parts do not invert each other where they
 * overlap. It remembers the rectangle touched, so that a small field costs little on a large label.
 */
export class Mask extends Bitmap {
  #top = 0;
  #bottom = 0;
  #left = 0;
  #right = 0;
  /** Bars that were not drawn, because all rows are alike. */
  #bars: MaskRegion | null = null;
  #setsBarsAside = false;

  /** A mask for a surface of this size. */
  static override create(width: number, height: number, meter?: WorkMeter): Mask {
    checkSize(width, height);
    return new Mask(width, height, new Int32Array(wordsOf(width) * height), meter);
  }

  override fillRect(x: number, y: number, width: number, height: number, mode: PaintMode): void {
    this.#touch(x, y, width, height);
    super.fillRect(x, y, width, height, mode);
  }

  override blit(source: PackedBits, x: number, y: number, mode: PaintMode): void {
    if (source.stride === 0 && this.#setsBarsAside && this.#bars === null && this.#holds(source, x, y)) {
      this.#bars = { x, y, bits: source };
      return;
    }
    this.#touch(x, y, source.width, source.height);
    super.blit(source, x, y, mode);
  }

  /** Inverts the surface wherever the mask is black, and leaves the mask empty. */
  xorOnto(surface: Bitmap): void {
    const top = Math.max(0, this.#top);
    const bottom = Math.min(this.height, this.#bottom);
    if (top < bottom) {
      const rows = this.words.subarray(top * this.stride, bottom * this.stride);
      const { width, stride } = this;
      surface.blit({ width, height: bottom - top, stride, words: rows }, 0, top, 'xor');
      rows.fill(0);
    }
    this.#forget();
  }

  /**
   * Draws something, and takes its dots off again: the mask is empty before and after. Bars, whose rows are all alike,
   * are not drawn at all.
   *
   * @param asOne whether what is drawn must be one piece, because its dots may meet each other only once.
   * @param memory that may be used for the dots, if its size fits them.
   */
  takeRegions(draw: () => void, asOne: boolean, memory?: Int32Array): MaskRegion[] {
    this.#setsBarsAside = !asOne;
    try {
      draw();
      const bars = this.#bars;
      const rest = this.#takeRegion(memory);
      return bars === null ? (rest === null ? [] : [rest]) : rest === null ? [bars] : [bars, rest];
    } finally {
      this.#takeRegion();
      this.#bars = null;
      this.#setsBarsAside = false;
    }
  }

  #takeRegion(memory?: Int32Array): MaskRegion | null {
    const { stride, words } = this;
    const top = Math.max(0, this.#top);
    const height = Math.min(this.height, this.#bottom) - top;
    // Whole words, so that rows can be moved.
    const from = Math.max(0, this.#left) >> 5;
    const to = wordsOf(Math.min(this.width, this.#right));
    this.#forget();
    if (height <= 0 || from >= to) return null;
    const length = to - from;
    const count = length * height;
    const fits = memory !== undefined && memory.length >= count && memory.length <= SLACK * count;
    const lifted = fits ? memory : new Int32Array(count);
    let next = 0;
    for (let row = top * stride; row < (top + height) * stride; row += stride) {
      for (let at = row + from; at < row + to; at++) {
        lifted[next++] = words[at] as number;
        words[at] = 0;
      }
    }
    const width = Math.min(length * 32, this.width - from * 32);
    return { x: from * 32, y: top, bits: { width, height, stride: length, words: lifted } };
  }

  #holds({ width, height }: PackedBits, x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x + width <= this.width && y + height <= this.height;
  }

  #touch(x: number, y: number, width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    if (this.#top === this.#bottom) {
      this.#top = y;
      this.#bottom = y + height;
      this.#left = x;
      this.#right = x + width;
      return;
    }
    this.#top = Math.min(this.#top, y);
    this.#bottom = Math.max(this.#bottom, y + height);
    this.#left = Math.min(this.#left, x);
    this.#right = Math.max(this.#right, x + width);
  }

  #forget(): void {
    this.#top = 0;
    this.#bottom = 0;
  }
}
