import { coverageOf } from './cmap.ts';
import { tablesOf, viewOf } from './font-tables.ts';

/** Larger fonts are not drawn; as many bytes as a label's downloads may take together. */
const FONT_BYTES_MAX = 4 * 1024 * 1024;

/** Without these there is nothing to draw or no way to find it. */
const NEEDED_TABLES = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];

/** An outline is in `glyf` (TrueType), found by `loca`, or in `CFF ` (OpenType). */
const OUTLINE_TABLES = [['glyf', 'loca'], ['CFF '], ['CFF2']];

/** Sizes of the em that the format allows, in the font's units. */
const EM_MIN = 16;
const EM_MAX = 16_384;

/**
 * The characters of a font that came with a label, or null when its structure is broken: every table must lie
 * inside the file before any of it is believed. Takes time in proportion to the file, whatever it says.
 */
export function checkedCoverage(font: Uint8Array): ReadonlySet<number> | null {
  if (font.length > FONT_BYTES_MAX) return null;
  try {
    const tables = tablesOf(font);
    const present = (tag: string): boolean => tables.has(tag);
    if (!NEEDED_TABLES.every(present)) return null;
    if (!OUTLINE_TABLES.some((outline) => outline.every(present))) return null;
    const em = viewOf(font).getUint16((tables.get('head') as number) + 18);
    return em >= EM_MIN && em <= EM_MAX ? coverageOf(font, tables) : null;
  } catch (error) {
    // A view refuses to be read beyond its end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
