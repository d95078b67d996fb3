import { LRUCache } from 'lru-cache';
import { literalsOf, type Template } from '../template/template.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { canvasOf } from './canvas.ts';
import { type PreparedImage, PreparedLabel } from './prepared-label.ts';
import type { DrawingOptions } from './render-images.ts';
import type { LabelSource } from './task.ts';

/** Bytes of prepared labels that each thread keeps, at most. */
const CACHE_BYTES = 64 * 1024 * 1024;
/** Bytes of an entry without a drawing, by estimate. */
const NOTE_BYTES = 256;

/** `once`: drawn once so far. `whole`: drawn as a whole each time. */
type Known = 'once' | 'whole' | PreparedLabel;

/** Prepared labels by their contents: those that are drawn often, with everything drawn that does not change. */
export class PreparedLabelCache {
  readonly #labels: LRUCache<string, Known>;

  constructor(maxBytes: number = CACHE_BYTES) {
    this.#labels = new LRUCache({ maxSize: maxBytes });
  }

  /** Estimated bytes in use; never above the bound. */
  get bytes(): number {
    return this.#labels.calculatedSize;
  }

  /**
   * The image of a label with a record's values in it. Null if the label has to be drawn as a whole: on its first
   * request, since preparing is wasted on a label that never returns, or because of its commands.
   *
   * @param fields the bytes that each dynamic field of the template sends.
   * @throws FailureError as drawing the whole label does.
   */
  render(
    label: LabelSource,
    template: Template,
    fields: readonly ByteString[],
    options: DrawingOptions,
  ): PreparedImage | null {
    const key = label.contentId;
    let known = this.#labels.get(key);
    // Getting the entry was enough to keep it in the cache.
    if (known === 'whole') return null;
    if (known === undefined) {
      this.#labels.set(key, 'once', { size: NOTE_BYTES });
      return null;
    }
    if (known === 'once') {
      const canvas = canvasOf(label.size);
      known = PreparedLabel.draw(literalsOf(template), fields, canvas, options) ?? 'whole';
    }
    const image = known === 'whole' ? null : known.render(fields, options);
    this.#keep(key, known);
    return image;
  }

  #keep(key: string, known: Known): void {
    // The size of a prepared label changes, and an entry that is not deleted first would keep its old one.
    this.#labels.delete(key);
    this.#labels.set(key, known, { size: typeof known === 'string' ? NOTE_BYTES : known.bytes });
  }
}
