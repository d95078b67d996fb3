import { Bitmap, checkSize, type InkMode, type PackedBits } from './bitmap.ts';
import type { WorkMeter } from './work-meter.ts';

/** Dots cut out of a surface, and where their top left was. */
export interface Cutting {
  readonly x: number;
  readonly y: number;
  readonly bits: PackedBits;
}

/**
 * A surface on which one reversed field is drawn, so that its own parts do not invert each other where they
 * overlap. It remembers the rectangle touched, so that a small field costs little on a large label.
 */
export class Stencil extends Bitmap {
  #top = 0;
  #bottom = 0;
  #left = 0;
  #right = 0;

  /** A stencil for a surface of this size. */
  static override create(width: number, height: number, meter?: WorkMeter): Stencil {
    checkSize(width, height);
    return new Stencil(width, height, meter);
  }

  override fillRect(x: number, y: number, width: number, height: number, mode: InkMode): void {
    this.#touch(x, y, width, height);
    super.fillRect(x, y, width, height, mode);
  }

  override blit(source: PackedBits, x: number, y: number, mode: InkMode): void {
    this.#touch(x, y, source.width, source.height);
    super.blit(source, x, y, mode);
  }

  /** Inverts the surface wherever the stencil has ink, and leaves the stencil empty. */
  invertOnto(surface: Bitmap): void {
    const top = Math.max(0, this.#top);
    const bottom = Math.min(this.height, this.#bottom);
    if (top < bottom) {
      const rows = this.data.subarray(top * this.stride, bottom * this.stride);
      const { width, stride } = this;
      surface.blit({ width, height: bottom - top, stride, data: rows }, 0, top, 'invert');
      rows.fill(0);
    }
    this.#forget();
  }

  /** Cuts out what was drawn, and leaves the stencil empty; null when nothing was. */
  lift(): Cutting | null {
    const { stride, data } = this;
    const top = Math.max(0, this.#top);
    const height = Math.min(this.height, this.#bottom) - top;
    // Whole bytes, so that rows can be copied.
    const from = Math.max(0, this.#left) >> 3;
    const to = (Math.min(this.width, this.#right) + 7) >> 3;
    this.#forget();
    if (height <= 0 || from >= to) return null;
    const bytes = to - from;
    const lifted = new Uint8Array(bytes * height);
    for (let row = 0; row < height; row++) {
      const at = (top + row) * stride;
      lifted.set(data.subarray(at + from, at + to), row * bytes);
    }
    data.fill(0, top * stride, (top + height) * stride);
    const width = Math.min(bytes * 8, this.width - from * 8);
    return { x: from * 8, y: top, bits: { width, height, stride: bytes, data: lifted } };
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
