import { LIMITS } from '../../limits.ts';
import type { Picture } from '../../zpl/printer.ts';

/**
 * Bytes that a pixel counts for besides its memory, so that the pictures of one parse fill the largest canvas twice at
 * most.
 */
const PIXEL_BYTES = 0.5;

/** A picture, and the bytes that decoding it counts for. */
export interface DecodedImage extends Picture {
  readonly spent: number;
}

/** Whether a pixel, by its number in a line of an image, is black. */
export type BlackTest = (line: Uint8Array, pixel: number) => boolean;

/** The dots of an image, drawn line by line. */
export class PackedDots implements Picture {
  readonly bytesPerRow: number;
  readonly rows: number;
  readonly data: Uint8Array;
  readonly #width: number;

  constructor(width: number, height: number) {
    this.#width = width;
    this.bytesPerRow = (width + 7) >> 3;
    this.rows = height;
    this.data = new Uint8Array(this.bytesPerRow * height);
  }

  /** Draws a line whose pixels stand `step` dots apart, the first at `x`. */
  drawLine(y: number, line: Uint8Array, isBlack: BlackTest, x = 0, step = 1): void {
    const row = y * this.bytesPerRow;
    for (let at = x, pixel = 0; at < this.#width; at += step, pixel++) {
      if (isBlack(line, pixel)) this.data[row + (at >> 3)]! |= 0x80 >> (at & 7);
    }
  }

  /**
   * The same for a line of samples of `depth` bits each (1, 2, 4 or 8), the first in the highest bits.
   *
   * @param black whether a sample of that value is black.
   */
  drawSamples(y: number, line: Uint8Array, depth: number, black: readonly boolean[], x = 0, step = 1): void {
    if (depth === 1 && step === 1) {
      this.#drawBits(y, line, black);
      return;
    }
    const row = y * this.bytesPerRow;
    const most = (1 << depth) - 1;
    for (let at = x, bit = 0; at < this.#width; at += step, bit += depth) {
      const sample = ((line[bit >> 3] as number) >> (8 - depth - (bit & 7))) & most;
      if (black[sample] === true) this.data[row + (at >> 3)]! |= 0x80 >> (at & 7);
    }
  }

  #drawBits(y: number, line: Uint8Array, [clear, set]: readonly boolean[]): void {
    const row = y * this.bytesPerRow;
    for (let i = 0; i < this.bytesPerRow; i++) {
      const bits = line[i] as number;
      this.data[row + i] = (clear ? ~bits : 0) | (set ? bits : 0);
    }
    const last = row + this.bytesPerRow - 1;
    this.data[last]! &= 0xff << (-this.#width & 7);
  }

  /** The image. `bytes` are those that its decoder took besides. */
  decoded(bytes: number): DecodedImage {
    const { bytesPerRow, rows, data } = this;
    return { bytesPerRow, rows, data, spent: bytes + data.length + PIXEL_BYTES * this.#width * rows };
  }
}

/** Whether an image may be decoded. Its file is no bound: a pixel may take a few bits of it, and takes time. */
export function mayDecode(width: number, height: number): boolean {
  return width >= 1 && height >= 1 && width * height <= LIMITS.renderPixels;
}
