import { type FontTables, tablesOf, viewOf } from './font-tables.ts';

/** The characters that a font has glyphs for. */
export interface Coverage {
  /** Whether there is a glyph for a character, given by its code point. */
  has(character: number): boolean;
}

/** Fonts have half as many subtables. */
const SUBTABLES_MAX = 8;

/**
 * Reads which characters a TrueType or OpenType font has glyphs for, from its `cmap` table (subtable formats 4 and 12;
 * others are not in use for Unicode). The table is searched in place: a character costs a few steps for each subtable,
 * and no list of the characters that a font claims to have is made.
 *
 * @throws RangeError for a table that lies outside of the font, Error when there is none
 */
export function coverageOf(font: Uint8Array, tables: FontTables = tablesOf(font)): Coverage {
  const view = viewOf(font);
  const cmap = tables.get('cmap');
  if (cmap === undefined) throw new Error('The font has no cmap table');
  const subtables: Coverage[] = [];
  const count = Math.min(view.getUint16(cmap + 2), SUBTABLES_MAX);
  for (let i = 0; i < count; i++) {
    const record = cmap + 4 + i * 8;
    const subtable = cmap + view.getUint32(record + 4);
    const format = view.getUint16(subtable);
    if (!isUnicode(view.getUint16(record), view.getUint16(record + 2))) continue;
    if (format === 4) subtables.push(segments(view, subtable));
    else if (format === 12) subtables.push(groups(view, subtable));
  }
  return { has: (character) => subtables.some((subtable) => subtable.has(character)) };
}

/** Platform 0 is Unicode; platform 3 (Windows) is, in encodings 1 and 10. */
function isUnicode(platform: number, encoding: number): boolean {
  return platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
}

/** A subtable of format 4: segments of the first 65,535 characters. */
function segments(view: DataView, subtable: number): Coverage {
  const doubled = view.getUint16(subtable + 6);
  const ends = subtable + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const offsets = deltas + doubled;
  checkInside(view, offsets + doubled);
  return {
    has(character) {
      if (character >= 0xffff) return false;
      const at = 2 * firstFrom(doubled >> 1, character, (i) => view.getUint16(ends + 2 * i));
      if (at >= doubled) return false;
      const start = view.getUint16(starts + at);
      if (character < start) return false;
      const offset = view.getUint16(offsets + at);
      let glyph = character;
      if (offset !== 0) {
        const glyphAt = offsets + at + offset + (character - start) * 2;
        if (glyphAt + 2 > view.byteLength) return false;
        glyph = view.getUint16(glyphAt);
        if (glyph === 0) return false;
      }
      return ((glyph + view.getUint16(deltas + at)) & 0xffff) !== 0;
    },
  };
}

/** A subtable of format 12: groups of any characters. */
function groups(view: DataView, subtable: number): Coverage {
  const count = view.getUint32(subtable + 12);
  const first = subtable + 16;
  checkInside(view, first + 12 * count);
  return {
    has(character) {
      const at = firstFrom(count, character, (i) => view.getUint32(first + 12 * i + 4));
      return at < count && character >= view.getUint32(first + 12 * at);
    },
  };
}

/** The index of the first of `count` ascending ends that is not below a character; `count` if there is none. */
function firstFrom(count: number, character: number, endOf: (i: number) => number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (endOf(middle) < character) low = middle + 1;
    else high = middle;
  }
  return low;
}

function checkInside(view: DataView, end: number): void {
  if (end > view.byteLength) throw new RangeError('a subtable of cmap lies outside of the font');
}
