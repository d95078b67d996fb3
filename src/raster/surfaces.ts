import { Bitmap } from '../bitmap/bitmap.ts';
import { Mask } from '../bitmap/mask.ts';
import { wordsOf } from '../bitmap/packed-bits.ts';
import type { WorkMeter } from '../bitmap/work-meter.ts';

/** Units of a {@link WorkMeter} for a word of new memory; measured. */
const NEW_WORD_WORK = 1;

/** A larger bitmap is not kept from one request to the next: 4 by 6 inches at 600 dpi. */
const KEPT_WORDS = 300_000;

/** A surface, and whether the meter of this request has counted its memory. */
interface Kept {
  readonly bitmap: Bitmap;
  isCounted: boolean;
}

/**
 * Surfaces that one label after another is drawn on: erasing an ordinary label takes less time than filling new memory
 * with zeros.
 */
export class Surfaces {
  readonly #bitmaps = new Map<string, Kept>();
  #mask: Mask | undefined;

  /**
   * Begins another request. Memory of the one before is used again, but counts as new memory does: the cost of a
   * request depends on no other.
   */
  begin(): void {
    for (const [name, kept] of this.#bitmaps) {
      kept.isCounted = false;
      if (kept.bitmap.words.length > KEPT_WORDS) this.#bitmaps.delete(name);
    }
    // A label that failed may have left dots on it.
    this.#mask = undefined;
  }

  /**
   * A surface without a dot, counted by this meter. The surface that was returned for this name before must no longer
   * be used.
   */
  blank(name: string, width: number, height: number, meter: WorkMeter): Bitmap {
    const kept = this.#bitmaps.get(name);
    const fits = kept?.bitmap.width === width && kept.bitmap.height === height;
    if (!fits || !kept.isCounted) meter.spend(NEW_WORD_WORK * wordsOf(width) * height);
    const bitmap = fits ? kept.bitmap : Bitmap.create(width, height);
    if (fits) {
      kept.isCounted = true;
      bitmap.clear();
    } else {
      bitmap.noteChanges();
      this.#bitmaps.set(name, { bitmap, isCounted: true });
    }
    bitmap.countWith(meter);
    return bitmap;
  }

  /** The empty mask. Callers leave it empty, as {@link Mask.xorOnto} does. */
  mask(width: number, height: number, meter: WorkMeter): Mask {
    if (this.#mask?.width !== width || this.#mask.height !== height) {
      meter.spend(NEW_WORD_WORK * wordsOf(width) * height);
      this.#mask = Mask.create(width, height);
    }
    this.#mask.countWith(meter);
    return this.#mask;
  }
}
