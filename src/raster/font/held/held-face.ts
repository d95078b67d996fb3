import { componentsOf } from '../components.ts';
import { lookupsIn } from '../font-tables.ts';
import type { HarfBuzz } from '../harfbuzz/harfbuzz.ts';
import type { GlyphOutline } from '../harfbuzz/outline-reader.ts';
import type { Features, PlacedGlyph, Shaped } from '../harfbuzz/shaping.ts';

/** The glyph of a character and its advance, which are needed again and again. */
interface Nominal {
  /** 0 where the font has none. */
  readonly glyph: number;
  /** In the font's units. */
  readonly advance: number;
}

/**
 * A file that is read directly into the memory of its font: a buffer in between would take as much memory again, which
 * is not given back.
 */
export interface FileReader {
  /** Bytes. */
  readonly length: number;
  readonly read: (target: Uint8Array) => void;
}

/** Characters that only change how others are shown. */
export const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** Characters that a face remembers; then it begins again. */
const CHARACTERS_KEPT = 32_768;

/** One font in the memory of this thread. Units are the font's, {@link em} of them to an em. */
export class HeldFace {
  readonly name: string;
  readonly key: string;
  readonly em: number;
  /** Lookups of the font, which shaping may try with each word. */
  readonly lookups: number;
  readonly #harfBuzz: HarfBuzz;
  readonly #font: number;
  readonly #file: () => Uint8Array;
  readonly #index: number;
  readonly #nominal = new Map<string, Nominal>();

  /**
   * @param key identifies the font and the state of its file.
   * @param file its bytes, or the reader that writes them into the font's memory.
   * @param index which font of a collection it is.
   */
  constructor(harfBuzz: HarfBuzz, name: string, key: string, file: Uint8Array | FileReader, index = 0) {
    this.name = name;
    this.key = key;
    this.#harfBuzz = harfBuzz;
    const read = file instanceof Uint8Array ? (target: Uint8Array) => target.set(file) : file.read;
    const opened = harfBuzz.open(file.length, read, index);
    this.#font = opened.font;
    this.em = opened.em;
    this.#file = opened.file;
    this.#index = index;
    this.lookups = lookupsIn(opened.file(), index);
  }

  /** The character's own glyph and its advance. */
  nominal(character: string): Nominal {
    let found = this.#nominal.get(character);
    if (found === undefined) {
      const glyph = this.#harfBuzz.glyphOf(this.#font, character.codePointAt(0) ?? 0);
      found = { glyph, advance: this.#harfBuzz.advanceOf(this.#font, glyph) };
      if (this.#nominal.size === CHARACTERS_KEPT) this.#nominal.clear();
      this.#nominal.set(character, found);
    }
    return found;
  }

  /** Whether it has a glyph for a character, or needs none for an {@link IGNORABLE} one. */
  shows(character: string): boolean {
    return this.nominal(character).glyph !== 0 || IGNORABLE.test(character);
  }

  /** The number of components of these glyphs, beyond themselves. */
  components(glyphs: readonly PlacedGlyph[]): number {
    const file = this.#file();
    return glyphs.reduce((sum, { glyph }) => sum + componentsOf(file, this.#index, glyph), 0);
  }

  /** The outline of glyphs together. */
  outline(glyphs: readonly PlacedGlyph[]): GlyphOutline {
    return this.#harfBuzz.outlines.outline(this.#font, glyphs);
  }

  /** See {@link Shaper.shape}. */
  shape(text: string, isReversed: boolean, features: Features): Shaped {
    return this.#harfBuzz.shaper.shape(this.#font, text, isReversed, features);
  }
}
