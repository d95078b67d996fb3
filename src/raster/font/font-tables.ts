/** No font in use has more; a directory of more is not looked at. */
const TABLES_MAX = 64;

/** Where the tables of a TrueType or OpenType font begin, by tag. Bytes. */
export type FontTables = ReadonlyMap<string, number>;

/** Reads a font's directory. Empty when one of the tables does not lie in the file. */
export function tablesOf(font: Uint8Array): FontTables {
  const view = viewOf(font);
  const count = view.getUint16(4);
  const tables = new Map<string, number>();
  if (count > TABLES_MAX) return tables;
  for (let i = 0; i < count; i++) {
    const record = 12 + i * 16;
    const tag = Buffer.from(font.subarray(record, record + 4)).toString('latin1');
    const offset = view.getUint32(record + 8);
    if (offset + view.getUint32(record + 12) > font.length) return new Map();
    tables.set(tag, offset);
  }
  return tables;
}

/** All of a font's bytes; reading beyond them throws a RangeError. */
export function viewOf(font: Uint8Array): DataView {
  return new DataView(font.buffer, font.byteOffset, font.byteLength);
}
