import { type FontTables, tablesOf, viewOf } from './font-tables.ts';

/**
 * Which characters a TrueType or OpenType font has glyphs for, from its `cmap` table (subtable formats 4 and
 * 12; others are not in use for Unicode). Work and memory are bounded whatever the table says.
 *
 * @throws RangeError for a table that points outside of the font, Error when there is none
 */
export function coverageOf(font: Uint8Array, tables: FontTables = tablesOf(font)): ReadonlySet<number> {
  const view = viewOf(font);
  const cmap = tables.get('cmap');
  if (cmap === undefined) throw new Error('The font has no cmap table');
  const covered = new Set<number>();
  const subtables = Math.min(view.getUint16(cmap + 2), SUBTABLES_MAX);
  for (let i = 0; i < subtables; i++) {
    const record = cmap + 4 + i * 8;
    const subtable = cmap + view.getUint32(record + 4);
    const format = view.getUint16(subtable);
    if (!isUnicode(view.getUint16(record), view.getUint16(record + 2))) continue;
    if (format === 4) addSegments(view, subtable, covered);
    else if (format === 12) addGroups(view, subtable, covered);
  }
  return covered;
}

/** Fonts have half as many subtables. */
const SUBTABLES_MAX = 8;

/** A font has at most 65535 glyphs; a few of them stand for several characters. */
const CHARACTERS_MAX = 1 << 17;

/** Platform 0 is Unicode; platform 3 (Windows) is, in encodings 1 and 10. */
function isUnicode(platform: number, encoding: number): boolean {
  return platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
}

function addSegments(view: DataView, subtable: number, covered: Set<number>): void {
  const doubledSegments = view.getUint16(subtable + 6);
  const ends = subtable + 14;
  const starts = ends + doubledSegments + 2;
  const deltas = starts + doubledSegments;
  const offsets = deltas + doubledSegments;
  let next = 0;
  for (let i = 0; i < doubledSegments; i += 2) {
    const start = view.getUint16(starts + i);
    const end = view.getUint16(ends + i);
    const delta = view.getUint16(deltas + i);
    const offset = view.getUint16(offsets + i);
    // Segments ascend; what one has gone through is not gone through again.
    for (let code = Math.max(start, next); code <= end && code < 0xffff; code++) {
      let glyph = code;
      if (offset !== 0) glyph = view.getUint16(offsets + i + offset + (code - start) * 2);
      if (offset !== 0 && glyph === 0) continue;
      if (((glyph + delta) & 0xffff) !== 0) covered.add(code);
    }
    next = Math.max(next, end + 1);
  }
}

function addGroups(view: DataView, subtable: number, covered: Set<number>): void {
  let next = 0;
  let room = CHARACTERS_MAX;
  for (let i = 0; i < view.getUint32(subtable + 12); i++) {
    const group = subtable + 16 + i * 12;
    const end = view.getUint32(group + 4);
    for (let code = Math.max(view.getUint32(group), next); code <= end; code++) {
      if (room-- === 0) return;
      covered.add(code);
    }
    next = Math.max(next, end + 1);
  }
}
