import type { PostalSymbol } from '../symbol.ts';

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
    for (let row = y; row < y + height; row++) {
      for (let column = x; column < x + width; column++) this.set(column, row);
    }
  }

  symbol(): PostalSymbol {
    return { kind: 'dots', width: this.width, height: this.height, data: this.data };
  }
}
