import { readFileSync, statSync } from 'node:fs';
import { HarfBuzz } from '../harfbuzz/harfbuzz.ts';
import type { GlyphOutline } from '../harfbuzz/outline-reader.ts';
import type { HeldFont } from './font-folder.ts';

/** What of a font is asked again and again: a character's glyph, and how far it goes. */
interface Nominal {
  /** 0 where the font has none. */
  readonly glyph: number;
  /** In the font's units. */
  readonly advance: number;
}

/** Characters that a face remembers; then it begins anew. */
const CHARACTERS_KEPT = 32_768;

/** One font in the memory of this thread, ready to be asked. Units are the font's, {@link em} of them to an em. */
export class HeldFace {
  readonly name: string;
  /** Tells it from every other font, and from what the file was before. */
  readonly key: string;
  readonly em: number;
  readonly #harfBuzz: HarfBuzz;
  readonly #font: number;
  readonly #nominal = new Map<string, Nominal>();

  constructor(harfBuzz: HarfBuzz, font: HeldFont, bytes: Uint8Array) {
    this.name = font.name;
    this.key = `${font.path}#${font.index}/${font.bytes}/${font.modifiedMs}`;
    this.#harfBuzz = harfBuzz;
    [this.#font, this.em] = harfBuzz.open(bytes, font.index);
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

  outline(glyph: number): GlyphOutline | null {
    return this.#harfBuzz.outlines.outline(this.#font, glyph);
  }
}

/** What all fonts of a thread may take; more, and they are given up and loaded again as they are asked for. Bytes. */
const LOADED_MAX = 96 * 1024 * 1024;
/** What HarfBuzz may ask for: the largest font on top of that, and what it works with. Bytes. */
const MEMORY_MAX = 256 * 1024 * 1024;

/** The fonts of a thread, each loaded when it is first asked for. */
export class HeldFaces {
  readonly #fonts: ReadonlyMap<string, HeldFont>;
  readonly #loaded = new Map<string, HeldFace | null>();
  #harfBuzz: HarfBuzz | null = null;

  /** @param fonts by name. */
  constructor(fonts: ReadonlyMap<string, HeldFont>) {
    this.#fonts = fonts;
  }

  /** The face of that name; null when its file is no longer what it was, or cannot be used after all. */
  get(name: string): HeldFace | null {
    let face = this.#loaded.get(name);
    if (face === undefined) {
      face = this.#load(name);
      this.#loaded.set(name, face);
    }
    return face;
  }

  #load(name: string): HeldFace | null {
    const font = this.#fonts.get(name);
    if (font === undefined) return null;
    if (this.#harfBuzz !== null && this.#harfBuzz.bytes + font.bytes > LOADED_MAX) {
      // Faces that are being drawn with keep the old memory as long as they need it.
      this.#harfBuzz = null;
      this.#loaded.clear();
    }
    try {
      const { size, mtimeMs } = statSync(font.path);
      if (size !== font.bytes || mtimeMs !== font.modifiedMs) return null;
      this.#harfBuzz ??= new HarfBuzz(MEMORY_MAX);
      return new HeldFace(this.#harfBuzz, font, readFileSync(font.path));
    } catch {
      // The file is gone, or HarfBuzz could not take it.
      return null;
    }
  }
}
