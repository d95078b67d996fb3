import type { HarfBuzzFunctions } from './functions.ts';

/** A glyph, and its offset from the pen of its cluster, in the font's units, y upwards. */
export interface PlacedGlyph {
  readonly glyph: number;
  readonly dx: number;
  readonly dy: number;
}

/** Characters that are shown together: a letter with its marks, a ligature. */
export interface Cluster {
  /** The beginning of its characters in the text, in UTF-16 code units. */
  readonly start: number;
  readonly glyphs: readonly PlacedGlyph[];
  /** The distance from the pen before the cluster to the one after it. */
  readonly advance: number;
}

/** A shaped text. */
export interface Shaped {
  /** Clusters in the order of the text, whatever its direction; null if the font makes too many glyphs of it. */
  readonly clusters: readonly Cluster[] | null;
  /** The number of glyphs that the font has made of it, also if they were too many. */
  readonly glyphs: number;
}

/** OpenType features that differ from the defaults of HarfBuzz, such as `liga` off. */
export type Features = Readonly<Record<string, 0 | 1>>;

/** `hb_direction_t`. */
const LEFT_TO_RIGHT = 4;
const RIGHT_TO_LEFT = 5;

/** Bytes of a feature, of a glyph and of its position in HarfBuzz's memory. */
const FEATURE_BYTES = 16;
const GLYPH_BYTES = 20;
const ALWAYS = 0xffff_ffff;

/** Features of one call, at most. */
const FEATURES_MAX = 16;

/** Glyphs of a character, at most: no script needs more. */
const GLYPHS_PER_CHARACTER = 16;

/** HarfBuzz's buffer of one thread, and the memory for text and features. */
export class Shaper {
  readonly #functions: HarfBuzzFunctions;
  readonly #buffer: number;
  readonly #features: number;
  #text = 0;
  #textLength = 0;

  constructor(functions: HarfBuzzFunctions) {
    this.#functions = functions;
    this.#buffer = functions.hb_buffer_create();
    this.#features = functions.malloc(FEATURES_MAX * FEATURE_BYTES);
  }

  /** Shapes text of one script and one direction. */
  shape(font: number, text: string, isReversed: boolean, features: Features): Shaped {
    const functions = this.#functions;
    const buffer = this.#buffer;
    functions.hb_buffer_clear_contents(buffer);
    functions.hb_buffer_add_utf16(buffer, this.#put(text), text.length, 0, text.length);
    functions.hb_buffer_set_direction(buffer, isReversed ? RIGHT_TO_LEFT : LEFT_TO_RIGHT);
    functions.hb_buffer_guess_segment_properties(buffer);
    functions.hb_shape(font, buffer, this.#features, this.#putFeatures(features));
    const count = functions.hb_buffer_get_length(buffer);
    if (count > GLYPHS_PER_CHARACTER * text.length) return { clusters: null, glyphs: count };
    const glyphs = functions.hb_buffer_get_glyph_infos(buffer, 0);
    const positions = functions.hb_buffer_get_glyph_positions(buffer, 0);
    const view = new DataView(functions.memory.buffer);
    const clusters: Cluster[] = [];
    for (let i = 0; i < count; ) {
      const start = view.getUint32(glyphs + i * GLYPH_BYTES + 8, true);
      const placed: PlacedGlyph[] = [];
      let [x, y] = [0, 0];
      do {
        const at = positions + i * GLYPH_BYTES;
        placed.push({
          glyph: view.getUint32(glyphs + i * GLYPH_BYTES, true),
          dx: x + view.getInt32(at + 8, true),
          dy: y + view.getInt32(at + 12, true),
        });
        x += view.getInt32(at, true);
        y += view.getInt32(at + 4, true);
        i++;
      } while (i < count && view.getUint32(glyphs + i * GLYPH_BYTES + 8, true) === start);
      clusters.push({ start, glyphs: placed, advance: x });
    }
    return { clusters: isReversed ? clusters.reverse() : clusters, glyphs: count };
  }

  /** Puts text where HarfBuzz can read it. */
  #put(text: string): number {
    if (text.length > this.#textLength) {
      this.#textLength = 2 * text.length;
      this.#text = this.#functions.malloc(2 * this.#textLength);
    }
    const view = new DataView(this.#functions.memory.buffer);
    for (let i = 0; i < text.length; i++) view.setUint16(this.#text + 2 * i, text.charCodeAt(i), true);
    return this.#text;
  }

  /** @returns how many there are. */
  #putFeatures(features: Features): number {
    const view = new DataView(this.#functions.memory.buffer);
    const all = Object.entries(features);
    for (const [i, [tag, value]] of all.entries()) {
      const at = this.#features + i * FEATURE_BYTES;
      view.setUint32(at, Buffer.from(tag, 'latin1').readUInt32BE(), true);
      view.setUint32(at + 4, value, true);
      view.setUint32(at + 8, 0, true);
      view.setUint32(at + 12, ALWAYS, true);
    }
    return all.length;
  }
}
