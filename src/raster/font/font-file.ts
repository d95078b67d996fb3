import { DOWNLOADS_BYTES_MAX } from '../../zpl/objects.ts';
import { type Coverage, coverageOf } from './cmap.ts';
import { tablesOf, viewOf } from './font-tables.ts';

/** Without these there is nothing to draw or no way to find it. */
const NEEDED_TABLES = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];

/** An outline is in `glyf` (TrueType), found by `loca`, or in `CFF ` (OpenType). */
const OUTLINE_TABLES = [['glyf', 'loca'], ['CFF '], ['CFF2']];

/** Sizes of the em that the format allows, in the font's units. */
const EM_MIN = 16;
const EM_MAX = 16_384;

/**
 * Whether a font that came with a label may be drawn: every table must lie inside the file before any of it is read.
 * Takes a few steps for each table.
 */
export function isSound(font: Uint8Array): boolean {
  return font.length <= DOWNLOADS_BYTES_MAX && typeof checkFont(font, () => 0) !== 'string';
}

/**
 * The characters of a font, or what is wrong with it.
 *
 * @param directoryOf where the font's directory is in the file. Bytes; may throw a RangeError.
 */
export function checkFont(file: Uint8Array, directoryOf: (file: Uint8Array) => number): Coverage | string {
  try {
    const tables = tablesOf(file, directoryOf(file));
    if (tables.size === 0) return 'it has no tables, or one that does not lie in the file';
    const missing = NEEDED_TABLES.find((tag) => !tables.has(tag));
    if (missing !== undefined) return `it has no table ${missing}`;
    if (!OUTLINE_TABLES.some((outline) => outline.every((tag) => tables.has(tag)))) {
      return 'it has no outlines';
    }
    const em = viewOf(file).getUint16((tables.get('head') as number) + 18);
    if (!(em >= EM_MIN && em <= EM_MAX)) return `its em has ${em} units`;
    return coverageOf(file, tables);
  } catch (error) {
    // Reading a view beyond its end throws.
    if (error instanceof RangeError) return 'what its tables say lies outside of the file';
    throw error;
  }
}
