import type { Picture } from '../../zpl/printer.ts';

/** A picture, and the bytes of memory that decoding it took. */
export interface DecodedImage extends Picture {
  readonly spent: number;
}

/** Whether the pixel of that number in a line of an image is ink. */
export type InkTest = (line: Uint8Array, pixel: number) => boolean;

/** The dots of an image, drawn line by line. */
export class Dots implements Picture {
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
  drawLine(y: number, line: Uint8Array, isInk: InkTest, x = 0, step = 1): void {
    const row = y * this.bytesPerRow;
    for (let at = x, pixel = 0; at < this.#width; at += step, pixel++) {
      if (isInk(line, pixel)) this.data[row + (at >> 3)]! |= 0x80 >> (at & 7);
    }
  }

  /** The image, for which its decoder took so many bytes besides. */
  decoded(bytes: number): DecodedImage {
    const { bytesPerRow, rows, data } = this;
    return { bytesPerRow, rows, data, spent: bytes + data.length };
  }
}

/** The sample of so many bits (1, 2, 4 or 8) at a place in a line, the first in the highest bits. */
export function sampleAt(line: Uint8Array, at: number, depth: number): number {
  const bit = at * depth;
  return ((line[bit >> 3] as number) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}
