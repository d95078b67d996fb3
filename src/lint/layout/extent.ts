import { Bitmap, CALL_WORK, checkSize, ROW_WORK } from '../../bitmap/bitmap.ts';
import { type Box, inkBox } from '../../bitmap/box.ts';
import type { PackedBits } from '../../bitmap/packed-bits.ts';
import type { WorkMeter } from '../../bitmap/work-meter.ts';

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
    const ink = inkBox(source);
    if (ink === null) return;
    const { left, top, right, bottom } = ink;
    if (x + left >= 0 && y + top >= 0 && x + right <= this.width && y + bottom <= this.height) {
      this.#note(x + left, y + top, x + right, y + bottom);
      return;
    }
    this.clipped = true;
    // A cut shape may have less ink than its part of the rectangle.
    const rest = inkBox(source, {
      left: Math.max(0, -x),
      top: Math.max(0, -y),
      right: Math.min(width, this.width - x),
      bottom: Math.min(height, this.height - y),
    });
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
