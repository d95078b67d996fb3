import { LRUCache } from 'lru-cache';
import type { Orientation } from '../../zpl/label.ts';
import { turned } from '../turn.ts';
import type { GlyphBits } from './outline.ts';
import type { Typeface } from './typeface.ts';

/** What one thread keeps. Some 20,000 characters of an ordinary label's sizes. */
const CACHE_BYTES = 8 << 20;
/** What an entry takes besides its dots: key, objects and the list's own links. */
const ENTRY_BYTES = 256;

/** A glyph with its bits turned; `left` and `top` stay those of the upright glyph. */
export interface TurnedGlyph extends GlyphBits {
  /** Of the upright glyph. */
  readonly width: number;
  readonly height: number;
}

const BLANK = Symbol('blank');

/** Glyphs of one thread, least recently used ones dropped beyond a number of bytes. */
export class GlyphCache {
  readonly #glyphs: LRUCache<string, TurnedGlyph | typeof BLANK>;

  constructor(maxBytes: number = CACHE_BYTES) {
    this.#glyphs = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (glyph) => ENTRY_BYTES + (glyph === BLANK ? 0 : glyph.bits.data.length),
    });
  }

  /** Bytes held at present. */
  get bytes(): number {
    return this.#glyphs.calculatedSize;
  }

  /** The character's dots, turned; null when it is blank. `beforeDrawing` runs when it must be drawn anew. */
  get(
    typeface: Typeface,
    character: string,
    orientation: Orientation,
    beforeDrawing: () => void,
  ): TurnedGlyph | null {
    const key = `${orientation}${typeface.key}/${character}`;
    let glyph = this.#glyphs.get(key);
    if (glyph === undefined) {
      beforeDrawing();
      const drawn = typeface.draw(character);
      glyph =
        drawn === null
          ? BLANK
          : {
              ...drawn,
              width: drawn.bits.width,
              height: drawn.bits.height,
              bits: turned(drawn.bits, orientation),
            };
      this.#glyphs.set(key, glyph);
    }
    return glyph === BLANK ? null : glyph;
  }
}
