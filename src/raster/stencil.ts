import { Bitmap, checkSize, type InkMode, type PackedBits } from './bitmap.ts';

/**
 * A surface on which one reversed field is drawn, so that its own parts do not invert each other where they
 * overlap. It remembers the rows touched, so that a small field costs little on a large label.
 */
export class Stencil extends Bitmap {
  #top = 0;
  #bottom = 0;

  /** A stencil for a surface of this size. */
  static override create(width: number, height: number): Stencil {
    checkSize(width, height);
    return new Stencil(width, height);
  }

  override fillRect(x: number, y: number, width: number, height: number, mode: InkMode): void {
    this.#touch(y, height);
    super.fillRect(x, y, width, height, mode);
  }

  override blit(source: PackedBits, x: number, y: number, mode: InkMode): void {
    this.#touch(y, source.height);
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
    this.#top = 0;
    this.#bottom = 0;
  }

  #touch(y: number, height: number): void {
    const untouched = this.#top === this.#bottom;
    this.#top = untouched ? y : Math.min(this.#top, y);
    this.#bottom = untouched ? y + height : Math.max(this.#bottom, y + height);
  }
}
