import { directoriesOf, type FontTables, tablesOf, viewOf } from './font-tables.ts';

/** A glyph of more components, or of components nested deeper, is no letter and is not drawn. */
export const COMPONENTS_MAX = 256;
const LEVELS_MAX = 8;

/** Flags of a component (OpenType 1.9, `glyf`). */
const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE = 0x0020;
const TWO_SCALES = 0x0040;
const MATRIX = 0x0080;

/**
 * Counts the glyphs that a glyph of a TrueType font is made of, those within them included, without drawing any. A
 * letter of six letters, each of six, and so on, costs six times as much to draw for each level, but hardly any bytes:
 * therefore components are counted before drawing.
 *
 * @param file the font's file.
 * @param index which font of a collection it is.
 * @returns 0 for a glyph with an outline of its own or none, and for all glyphs of other kinds of fonts; more than
 *   {@link COMPONENTS_MAX} for a glyph that is not to be drawn.
 */
export function componentsOf(file: Uint8Array, index: number, glyph: number): number {
  try {
    const tables = tablesOf(file, directoriesOf(file)[index]);
    return new Counter(viewOf(file), tables).count(glyph, 0);
  } catch (error) {
    // Tables outside of the file have no letters.
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

class Counter {
  readonly #view: DataView;
  readonly #glyf: number | undefined;
  readonly #loca: number;
  readonly #isLong: boolean;
  #found = 0;

  constructor(view: DataView, tables: FontTables) {
    this.#view = view;
    this.#glyf = tables.get('glyf');
    this.#loca = tables.get('loca') ?? 0;
    const head = tables.get('head');
    this.#isLong = head !== undefined && view.getUint16(head + 50) !== 0;
  }

  count(glyph: number, level: number): number {
    if (this.#glyf === undefined) return 0;
    const [start, end] = [this.#offset(glyph), this.#offset(glyph + 1)];
    const view = this.#view;
    let at = this.#glyf + start;
    if (end <= start || view.getInt16(at) >= 0) return this.#found;
    if (level === LEVELS_MAX) this.#found = COMPONENTS_MAX;
    at += 10;
    for (let flags = MORE; (flags & MORE) !== 0 && this.#found <= COMPONENTS_MAX; ) {
      flags = view.getUint16(at);
      this.#found++;
      this.count(view.getUint16(at + 2), level + 1);
      at +=
        4 + (flags & WORDS ? 4 : 2) + (flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0);
    }
    return this.#found;
  }

  /** The offset of a glyph in `glyf`. */
  #offset(glyph: number): number {
    return this.#isLong
      ? this.#view.getUint32(this.#loca + 4 * glyph)
      : 2 * this.#view.getUint16(this.#loca + 2 * glyph);
  }
}
