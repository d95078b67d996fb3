import { Bitmap } from '../../bitmap/bitmap.ts';
import { type Box, intersection } from '../../bitmap/box.ts';
import type { MaskRegion } from '../../bitmap/mask.ts';
import type { Extents } from './extent.ts';

/** The black dots of an element, which are drawn only where others come close. */
export class Ink {
  /** The rectangle that just holds them. */
  readonly box: Box;
  readonly #fills: readonly Box[] | null;
  readonly #draw: () => readonly MaskRegion[];
  #regions: readonly MaskRegion[] | null = null;

  constructor({ box, fills }: Extents, draw: () => readonly MaskRegion[]) {
    this.box = box;
    this.#fills = fills;
    this.#draw = draw;
  }

  /** Whether there is a black dot in a box. */
  isIn(box: Box): boolean {
    const shared = intersection(this.box, box);
    if (shared === null || !this.#mayBeIn(shared)) return false;
    return this.#fills !== null || this.#cut(shared).some((word) => word !== 0);
  }

  /** Whether all black dots are also black in the other ink. */
  isOn(other: Ink): boolean {
    if (!other.#mayBeIn(this.box)) return false;
    const theirs = other.#cut(this.box);
    return this.#cut(this.box).every((word, i) => (word & ~(theirs[i] as number)) === 0);
  }

  /** Whether a dot is black in both. */
  meets(other: Ink): boolean {
    const shared = intersection(this.box, other.box);
    if (shared === null) return false;
    const theirs = other.#cut(shared);
    return this.#cut(shared).some((word, i) => (word & (theirs[i] as number)) !== 0);
  }

  /** False if no dot can be in the box; nothing is drawn to find out. */
  #mayBeIn(box: Box): boolean {
    return this.#fills?.some((fill) => intersection(fill, box) !== null) ?? true;
  }

  /** The dots within a box. */
  #cut(box: Box): Int32Array {
    this.#regions ??= this.#draw();
    const surface = Bitmap.ofBoundedSize(box.right - box.left, box.bottom - box.top);
    for (const { bits, x, y } of this.#regions) surface.blit(bits, x - box.left, y - box.top, 'black');
    return surface.words;
  }
}
