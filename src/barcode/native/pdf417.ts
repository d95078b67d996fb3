import type { ByteString } from '../../zpl/byte-string.ts';
import { bwipGrid } from '../bwip.ts';
import { encodePdf417 } from '../matrix/pdf417.ts';
import { pdf417Words } from '../matrix/pdf417-words.ts';
import { flag, moduleDots, type NativeField, type NativeSymbology, refused, whole } from './field.ts';
import { asMatrix } from './qr-code.ts';

/** `\&` is carriage return and line feed, `\\` a backslash; other backslashes stand for themselves. */
function unescape(data: string): ByteString {
  return data.replace(/\\[&\\]/g, (escape) => (escape === '\\&' ? '\r\n' : '\\')) as ByteString;
}

/** Field data that a printer takes. */
const MOST_BYTES = 3072;

function encode(field: NativeField) {
  const data = unescape(field.data);
  if (data === '') return refused('pdf417', 'S', 'PDF417 needs at least one character');
  const level = whole(field, 2, 0, 0, 8);
  let columns = whole(field, 3, 0, 0, 30);
  const rows = whole(field, 4, 0, 0, 90);
  if (columns * rows >= 928) return refused('pdf417', 'P', 'PDF417 has fewer than 928 columns times rows');
  if (columns === 0 && rows === 0) columns = automaticColumns(data.length, level);
  const grid = encodePdf417(data, { columns, rows, level, truncated: flag(field, 5, false) });
  if (grid === null)
    return refused('pdf417', 'L', 'the data is too long for a PDF417 of this size and level');
  const rowHeight = whole(field, 1, Math.max(1, Math.floor(field.height / grid.rows)), 1, 32_000);
  return {
    ok: true,
    symbology: 'pdf417',
    symbol: asMatrix(grid, moduleDots(field), rowHeight),
    line: null,
  } as const;
}

/** Columns for about twice as many columns of dots as rows (measured). */
function automaticColumns(bytes: number, level: number): number {
  const words = Math.ceil(bytes / 2.3) + 2 ** (level + 1);
  return Math.min(30, Math.max(1, Math.floor(Math.sqrt(words / 4))));
}

export const pdf417: NativeSymbology = {
  symbology: () => 'pdf417',
  encode,
  check(field) {
    if (field.data === '') return 'PDF417 needs at least one character';
    return field.data.length > MOST_BYTES
      ? `PDF417 takes at most ${MOST_BYTES} bytes; got ${field.data.length}`
      : null;
  },
};

/** Columns by rows of the modes 0 to 33 of `^BF`. */
const MODES = (
  '1x11 1x14 1x17 1x20 1x24 1x28 2x8 2x11 2x14 2x17 2x20 2x23 2x26 3x6 3x8 3x10 3x12 3x15 3x20 3x26 3x32 3x38 ' +
  '3x44 4x6 4x8 4x10 4x12 4x15 4x20 4x26 4x32 4x38 4x44 4x4'
)
  .split(' ')
  .map((mode) => mode.split('x').map(Number) as [columns: number, rows: number]);

/** More than the largest symbol holds; the library is not asked about it. */
const MOST_MICRO_BYTES = 366;

export const microPdf417: NativeSymbology = {
  symbology: () => 'micropdf417',
  encode(field) {
    const data = unescape(field.data);
    if (data === '') return refused('micropdf417', 'S', 'MicroPDF417 needs at least one character');
    const mode = whole(field, 2, 0, 0, 33);
    const [columns, rows] = MODES[mode] as (typeof MODES)[number];
    const tooLong = `the data is too long for mode ${mode} of MicroPDF417 (${columns} columns, ${rows} rows)`;
    if (data.length > MOST_MICRO_BYTES) return refused('micropdf417', 'L', tooLong);
    const words = pdf417Words(data, false);
    const text = words.map((word) => `^${String(word).padStart(3, '0')}`).join('');
    const grid = bwipGrid({ bcid: 'micropdf417', text, raw: true, columns, rows, rowmult: 1 });
    const rowHeight = whole(field, 1, Math.round(field.height), 1, 9999);
    return {
      ok: true,
      symbology: 'micropdf417',
      symbol: asMatrix(grid, moduleDots(field), rowHeight),
      line: null,
    };
  },
  check: (field) => (field.data === '' ? 'MicroPDF417 needs at least one character' : null),
};
