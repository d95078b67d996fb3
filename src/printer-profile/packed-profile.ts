import { type PackedBits, packedBits } from '../bitmap/packed-bits.ts';
import type { PrinterProfile, SampledGlyph, SampledSize } from './profile.ts';
import { RULE_NAMES, type RuleName } from './profile-rules.ts';

/** A profile as threads share it: all glyphs are in one memory, which a message does not copy. */
export interface PackedProfile {
  readonly dpi: number;
  /** Rules that are on. */
  readonly rules: readonly RuleName[];
  readonly sizes: readonly (Omit<SampledSize, 'glyphs'> & GlyphRows)[];
  readonly advances: readonly ({ readonly font: string; readonly width: number } & GlyphRows)[];
  /** A row of {@link ROW_INTS} integers for each glyph, and then the bits of all. */
  readonly memory: SharedArrayBuffer;
}

/** Rows of glyphs in the memory, in the order of their code points. */
interface GlyphRows {
  /** The number of the first. */
  readonly first: number;
  readonly count: number;
}

/** Code point, advance, left, top, width, height, and the byte where the bits begin. */
const ROW_INTS = 7;
const ROW_BYTES = ROW_INTS * Int32Array.BYTES_PER_ELEMENT;

/** Lays a profile out for threads. */
export function packProfile({ dpi, rules, sizes, advances }: PrinterProfile): PackedProfile {
  const packed = [
    ...sizes.map(({ glyphs }) => [...glyphs]),
    ...advances.map(({ advances: all }) =>
      Array.from(all, ([character, advance]) => [character, advanceOnly(advance)] as const),
    ),
  ].map((glyphs) =>
    glyphs.map(([character, glyph]) => [codeOf(character), glyph] as const).toSorted(([a], [b]) => a - b),
  );
  const count = packed.reduce((sum, { length }) => sum + length, 0);
  const bytes = packed.flat().reduce((sum, [, { bits }]) => sum + bits.length, 0);
  const memory = new SharedArrayBuffer(ROW_BYTES * count + bytes);
  const table = new Int32Array(memory, 0, ROW_INTS * count);
  const all = new Uint8Array(memory);
  let row = 0;
  let at = ROW_BYTES * count;
  const places = packed.map((glyphs) => {
    const first = row;
    for (const [code, { advance, left, top, width, height, bits }] of glyphs) {
      table.set([code, advance, left, top, width, height, at], ROW_INTS * row++);
      all.set(bits, at);
      at += bits.length;
    }
    return { first, count: glyphs.length };
  });
  return {
    dpi,
    rules: RULE_NAMES.filter((name) => rules[name]?.on === true),
    sizes: sizes.map(({ font, orientation, height, width, baseline }, i) => {
      const rows = places[i] as GlyphRows;
      return { font, orientation, height, width, baseline, ...rows };
    }),
    advances: advances.map(({ font, width }, i) => ({
      font,
      width,
      ...(places[sizes.length + i] as GlyphRows),
    })),
    memory,
  };
}

function advanceOnly(advance: number): SampledGlyph {
  return { advance, left: 0, top: 0, width: 0, height: 0, bits: new Uint8Array(0) };
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** Characters below this code have a table, since layout looks each of them up. */
const LATIN = 256;

/** The glyphs of a sampled size, or its advances alone, read where threads share them. */
export class Strikes {
  readonly #bytes: Uint8Array;
  readonly #rows: Int32Array;
  readonly #count: number;
  /** For each Latin code the beginning of its row, and -1 without one. */
  readonly #latin = new Int32Array(LATIN);

  constructor({ memory }: PackedProfile, { first, count }: GlyphRows) {
    this.#bytes = new Uint8Array(memory);
    this.#rows = new Int32Array(memory, ROW_BYTES * first, ROW_INTS * count);
    this.#count = count;
    for (let code = 0; code < LATIN; code++) this.#latin[code] = this.#search(code);
  }

  /** The character's advance in dots; undefined if it was not sampled, or if the text is not one character. */
  advance(character: string): number | undefined {
    const row = this.#find(character);
    return row < 0 ? undefined : this.#rows[row + 1];
  }

  /** The character's dots from the pen on the baseline: null for a blank, undefined if it was not sampled. */
  strike(
    character: string,
  ): { readonly bits: PackedBits; readonly left: number; readonly top: number } | null | undefined {
    const row = this.#find(character);
    if (row < 0) return undefined;
    const [, , left, top, width, height, at] = this.#rows.subarray(row, row + ROW_INTS) as unknown as Row;
    if (width === 0) return null;
    const bytes = this.#bytes.subarray(at, at + ((width + 7) >> 3) * height);
    return { bits: packedBits(width, height, bytes), left, top };
  }

  #find(character: string): number {
    const code = codeOf(character);
    if (code < LATIN) return character.length === 1 ? (this.#latin[code] as number) : -1;
    return character.length > (code > 0xffff ? 2 : 1) ? -1 : this.#search(code);
  }

  #search(code: number): number {
    let low = 0;
    let high = this.#count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const row = middle * ROW_INTS;
      const found = this.#rows[row] as number;
      if (found === code) return row;
      if (found < code) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

type Row = readonly [
  code: number,
  advance: number,
  left: number,
  top: number,
  width: number,
  height: number,
  at: number,
];
