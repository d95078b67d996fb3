/** No font in use has more; a directory of more is not looked at. */
const TABLES_MAX = 64;

/** Fonts in a collection, at most. */
const COLLECTION_MAX = 64;

/** The first four bytes of a file with several fonts. */
const COLLECTION = 'ttcf';

/** Offsets of the tables of a TrueType or OpenType font, by tag. Bytes. */
export type FontTables = ReadonlyMap<string, number>;

/**
 * Offsets of the directories of the fonts in a file: one at its beginning, or those that a collection lists. Bytes.
 *
 * @throws RangeError for a file that ends before
 */
export function directoriesOf(file: Uint8Array): readonly number[] {
  if (tagAt(file, 0) !== COLLECTION) return [0];
  const view = viewOf(file);
  const count = Math.min(view.getUint32(8), COLLECTION_MAX);
  return Array.from({ length: count }, (_, i) => view.getUint32(12 + 4 * i));
}

/**
 * Reads a font's directory. Empty when one of the tables does not lie in the file.
 *
 * @param at where it is in the file.
 */
export function tablesOf(font: Uint8Array, at = 0): FontTables {
  const view = viewOf(font);
  const count = view.getUint16(at + 4);
  const tables = new Map<string, number>();
  if (count > TABLES_MAX) return tables;
  for (let i = 0; i < count; i++) {
    const record = at + 12 + i * 16;
    const offset = view.getUint32(record + 8);
    if (offset + view.getUint32(record + 12) > font.length) return new Map();
    tables.set(tagAt(font, record), offset);
  }
  return tables;
}

/**
 * How many lookups a font's `GSUB` and `GPOS` tables have; 0 where they are damaged, so that nothing can look at them.
 *
 * @param index which font of a collection it is.
 */
export function lookupsIn(file: Uint8Array, index: number): number {
  try {
    const tables = tablesOf(file, directoriesOf(file)[index]);
    const view = viewOf(file);
    let count = 0;
    for (const tag of ['GSUB', 'GPOS']) {
      const table = tables.get(tag);
      if (table !== undefined) count += view.getUint16(table + view.getUint16(table + 8));
    }
    return count;
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

/** Four bytes as a tag. */
function tagAt(font: Uint8Array, at: number): string {
  return Buffer.from(font.subarray(at, at + 4)).toString('latin1');
}

/** All of a font's bytes; reading beyond them throws a RangeError. */
export function viewOf(font: Uint8Array): DataView {
  return new DataView(font.buffer, font.byteOffset, font.byteLength);
}
