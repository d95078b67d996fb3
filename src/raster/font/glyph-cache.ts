import { LRUCache } from 'lru-cache';
import { type Orientation, rotated } from '../../bitmap/rotate.ts';
import type { WorkMeter } from '../../bitmap/work-meter.ts';
import type { GlyphBits, InkRule } from './fill-outline.ts';
import type { Typeface } from './typeface.ts';

/** The size of one thread's cache: some 20,000 characters of an ordinary label's sizes. */
const CACHE_BYTES = 8 << 20;
/** Bytes of an entry besides its dots: key, objects and the list's own links. */
const ENTRY_BYTES = 256;

/** A glyph with its bits rotated; `left` and `top` stay those of the upright glyph. */
export interface RotatedGlyph extends GlyphBits {
  /** The width of the upright glyph. */
  readonly width: number;
  readonly height: number;
}

/** Units of a {@link WorkMeter} that drawing a glyph takes, and each of its dots; measured. */
const GLYPH_WORK = 50_000;
const DOT_WORK = 14;

/** Characters below this code are found by index, in half the time that a map takes. */
const LATIN = 256;
/** The most bytes of an atlas for them. */
const LATIN_BYTES = 8 * LATIN;

interface Entry {
  /** Null when the character is blank. */
  readonly glyph: RotatedGlyph | null;
  readonly work: number;
  /** The meter of the label that paid for it last. */
  meter: WorkMeter;
}

/** Glyphs of one thread by typeface and orientation, least recently used ones dropped beyond a number of bytes. */
export class GlyphCache {
  readonly #atlases: LRUCache<string, GlyphAtlas>;

  constructor(maxBytes: number = CACHE_BYTES) {
    this.#atlases = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  }

  /** Bytes held at present. */
  get bytes(): number {
    return this.#atlases.calculatedSize;
  }

  /** The glyphs of a typeface in one orientation. */
  atlas({ key }: Typeface, orientation: Orientation, ink: InkRule = 'covered'): GlyphAtlas {
    const name = ink === 'covered' ? orientation + key : `${orientation}${ink} ${key}`;
    let atlas = this.#atlases.get(name);
    if (atlas === undefined) {
      atlas = new GlyphAtlas(orientation, ink, (grown) => {
        // An entry that is not deleted first would keep its old size.
        this.#atlases.delete(name);
        this.#atlases.set(name, grown);
      });
      this.#atlases.set(name, atlas);
    }
    return atlas;
  }
}

/** The glyphs of one typeface in one orientation and ink, as far as they have been drawn. */
export class GlyphAtlas {
  readonly #orientation: Orientation;
  readonly #ink: InkRule;
  readonly #grown: (atlas: GlyphAtlas) => void;
  readonly #latin: (Entry | undefined)[] = [];
  readonly #others = new Map<string, Entry>();
  #bytes = ENTRY_BYTES + LATIN_BYTES;

  constructor(orientation: Orientation, ink: InkRule, grown: (atlas: GlyphAtlas) => void) {
    this.#orientation = orientation;
    this.#ink = ink;
    this.#grown = grown;
  }

  /** Estimated bytes in use. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The character's dots, rotated; null when it is blank. A label pays for the drawing of each of its glyphs, also of
   * those that the cache has: the cache never decides whether the work is too much.
   *
   * @param typeface the atlas's.
   * @param beforeDrawing runs when it must be redrawn.
   * @throws FailureError `too_large` when the label has paid too much.
   */
  get(
    typeface: Typeface,
    character: string,
    meter: WorkMeter,
    beforeDrawing: () => void,
  ): RotatedGlyph | null {
    const code = character.charCodeAt(0);
    const known = code < LATIN ? this.#latin[code] : this.#others.get(character);
    if (known !== undefined) {
      if (known.meter !== meter) {
        known.meter = meter;
        meter.spend(known.work);
      }
      return known.glyph;
    }
    beforeDrawing();
    const before = meter.spent;
    // Nearly all glyphs are within their cells, so that most of their work is counted before it is done.
    const expected = GLYPH_WORK + DOT_WORK * typeface.height * typeface.advance(character);
    meter.spend(expected);
    const drawn = typeface.draw(character, this.#ink);
    const dots = drawn === null ? 0 : drawn.bits.width * drawn.bits.height;
    meter.spend(Math.max(0, GLYPH_WORK + DOT_WORK * dots - expected));
    const work = meter.spent - before;
    const glyph = drawn && {
      width: drawn.bits.width,
      height: drawn.bits.height,
      ...drawn,
      bits: rotated(drawn.bits, this.#orientation),
    };
    const entry = { glyph, work, meter };
    if (code < LATIN) this.#latin[code] = entry;
    else this.#others.set(character, entry);
    // The name of a shaped text can be long.
    this.#bytes += ENTRY_BYTES + 2 * character.length + (glyph?.bits.words.byteLength ?? 0);
    this.#grown(this);
    return glyph;
  }
}
