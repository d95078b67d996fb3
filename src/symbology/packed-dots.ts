import type { PostalSymbol } from './symbol.ts';

/** A surface of single dots, packed as {@link PostalSymbol} has them. */
export class Dots {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly #stride: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#stride = (width + 7) >> 3;
    this.data = new Uint8Array(this.#stride * height);
  }

  set(x: number, y: number): void {
    const at = y * this.#stride + (x >> 3);
    this.data[at] = (this.data[at] as number) | (0x80 >> (x & 7));
  }

  /** Inks a rectangle, which must lie inside. */
  fill(x: number, y: number, width: number, height: number): void {
    const first = x >> 3;
    const last = (x + width - 1) >> 3;
    for (let byte = first; byte <= last; byte++) {
      const mask =
        (byte === first ? 0xff >> (x & 7) : 0xff) &
        (byte === last ? 0xff << (7 - ((x + width - 1) & 7)) : 0xff);
      for (let row = y; row < y + height; row++) {
        const at = row * this.#stride + byte;
        this.data[at] = (this.data[at] as number) | mask;
      }
    }
  }

  symbol(): PostalSymbol {
    return { kind: 'dots', width: this.width, height: this.height, data: this.data };
  }
}
