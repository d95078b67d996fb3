import { Bitmap } from '../bitmap/bitmap.ts';
import { Mask } from '../bitmap/mask.ts';
import { wordsOf } from '../bitmap/packed-bits.ts';
import type { WorkMeter } from '../bitmap/work-meter.ts';

/** Units of a {@link WorkMeter} for a word of new memory; measured. */
const NEW_WORD_WORK = 1;

/**
 * Surfaces that one label after another is drawn on: erasing an ordinary label takes less time than filling new memory
 * with zeros.
 */
export class Surfaces {
  readonly #bitmaps = new Map<string, Bitmap>();
  #mask: Mask | undefined;

  /** Without a dot, and counted by this meter. The one returned under this name before must no longer be used. */
  blank(name: string, width: number, height: number, meter: WorkMeter): Bitmap {
    let bitmap = this.#bitmaps.get(name);
    if (bitmap?.width === width && bitmap.height === height) {
      bitmap.clear();
    } else {
      meter.spend(NEW_WORD_WORK * wordsOf(width) * height);
      bitmap = Bitmap.create(width, height);
      this.#bitmaps.set(name, bitmap);
    }
    bitmap.countWith(meter);
    return bitmap;
  }

  /** Empty as {@link Mask.xorOnto} leaves it. */
  mask(width: number, height: number, meter: WorkMeter): Mask {
    if (this.#mask?.width !== width || this.#mask.height !== height) {
      meter.spend(NEW_WORD_WORK * wordsOf(width) * height);
      this.#mask = Mask.create(width, height);
    }
    this.#mask.countWith(meter);
    return this.#mask;
  }
}
