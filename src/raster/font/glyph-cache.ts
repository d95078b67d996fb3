import { LRUCache } from 'lru-cache';
import type { Orientation } from '../../zpl/label.ts';
import { turned } from '../turn.ts';
import type { WorkMeter } from '../work-meter.ts';
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

/** Units of a {@link WorkMeter} that drawing a glyph takes, and each of its dots; measured. */
const GLYPH_WORK = 25_000;
const DOT_WORK = 14;

interface Entry {
  /** Null when the character is blank. */
  readonly glyph: TurnedGlyph | null;
  readonly work: number;
  /** Of the label that has paid for it last. */
  meter: WorkMeter;
}

/** Glyphs of one thread, least recently used ones dropped beyond a number of bytes. */
export class GlyphCache {
  readonly #entries: LRUCache<string, Entry>;

  constructor(maxBytes: number = CACHE_BYTES) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ glyph }) => ENTRY_BYTES + (glyph?.bits.data.length ?? 0),
    });
  }

  /** Bytes held at present. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /**
   * The character's dots, turned; null when it is blank. A label pays for the drawing of each glyph that it has,
   * whether others had it before or not: what is remembered never decides whether it is too much.
   *
   * @param beforeDrawing runs when it must be drawn anew.
   * @throws FailureError `too_large` when the label has paid too much.
   */
  get(
    typeface: Typeface,
    character: string,
    orientation: Orientation,
    meter: WorkMeter,
    beforeDrawing: () => void,
  ): TurnedGlyph | null {
    const key = `${orientation}${typeface.key}/${character}`;
    const known = this.#entries.get(key);
    if (known !== undefined) {
      if (known.meter !== meter) {
        known.meter = meter;
        meter.spend(known.work);
      }
      return known.glyph;
    }
    beforeDrawing();
    // Nearly all glyphs are within their cells, so that most of their work is counted before it is done.
    const expected = GLYPH_WORK + DOT_WORK * typeface.height * typeface.advance(character);
    meter.spend(expected);
    const drawn = typeface.draw(character);
    const work = Math.max(expected, GLYPH_WORK + DOT_WORK * 8 * (drawn?.bits.data.length ?? 0));
    meter.spend(work - expected);
    const glyph = drawn && {
      ...drawn,
      width: drawn.bits.width,
      height: drawn.bits.height,
      bits: turned(drawn.bits, orientation),
    };
    this.#entries.set(key, { glyph, work, meter });
    return glyph;
  }
}
