import type { ByteString } from '../../zpl/byte-string.ts';
import { bwipGrid } from '../bwip.ts';
import type { Grid } from '../matrix/grid.ts';
import { encodePdf417, PDF417_CONTROL_WORDS, type Pdf417Options } from '../matrix/pdf417.ts';
import { pdf417Words } from '../matrix/pdf417-words.ts';
import {
  type Drawn,
  flag,
  moduleDots,
  type NativeField,
  type NativeSymbology,
  type Refused,
  refused,
  whole,
} from './field.ts';
import { asMatrix } from './qr-code.ts';

/** `\&` is carriage return and line feed, `\\` a backslash; other backslashes stand for themselves. */
function unescape(data: string): ByteString {
  return data.replace(/\\[&\\]/g, (escape) => (escape === '\\&' ? '\r\n' : '\\')) as ByteString;
}

/** Field data that a printer takes. */
const MOST_BYTES = 3072;

/** Parameters s, c, r and t; sizes of 0 are to be found. */
function askedOf(field: NativeField, bytes: number): Pdf417Options {
  const level = whole(field, 2, 0, 0, 8);
  const columns = whole(field, 3, 0, 0, 30);
  const rows = whole(field, 4, 0, 0, 90);
  return {
    columns: columns === 0 && rows === 0 ? automaticColumns(bytes, level) : columns,
    rows,
    level,
    truncated: flag(field, 5, false),
  };
}

function encode(field: NativeField): Drawn | Refused {
  const data = unescape(field.data);
  if (data === '') return refused('pdf417', 'S', 'PDF417 needs at least one character');
  const asked = askedOf(field, data.length);
  if (asked.columns * asked.rows >= 928)
    return refused('pdf417', 'P', 'PDF417 has fewer than 928 columns times rows');
  const grid = encodePdf417(data, asked);
  return grid === null ? refused('pdf417', 'L', TOO_LONG) : drawn(field, grid);
}

const TOO_LONG = 'the data is too long for a PDF417 of this size and level';

function drawn(field: NativeField, grid: Grid): Drawn {
  const rowHeight = whole(field, 1, Math.max(1, Math.floor(field.height / grid.rows)), 1, 32_000);
  const symbol = asMatrix(grid, moduleDots(field), rowHeight);
  return { ok: true, symbology: 'pdf417', symbol, line: null };
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

/**
 * The symbols of a `^FM` field: one where the data fits, else as many as it takes, filled one after the other.
 *
 * @param places how many of them have a place; a series that takes more is refused.
 */
export function pdf417Series(field: NativeField, places: number): readonly Drawn[] | Refused {
  const single = encode(field);
  if (single.ok) return [single];
  if (single.code !== 'L') return single;
  const data = unescape(field.data);
  const asked = askedOf(field, data.length);
  const columns = asked.columns || Math.min(30, Math.floor(927 / asked.rows));
  const rows = asked.rows || Math.min(90, Math.floor(927 / columns));
  const room = columns * rows - (2 << asked.level) - 1 - PDF417_CONTROL_WORDS;
  const series: Drawn[] = [];
  for (let at = 0; at < data.length; ) {
    const end = at + longestFit(data.slice(at), room);
    const part = { index: series.length, last: end === data.length };
    const grid = end === at ? null : encodePdf417(data.slice(at, end), { ...asked, columns, part });
    if (grid === null) return refused('pdf417', 'L', TOO_LONG);
    if (series.length === places) {
      return refused(
        'pdf417',
        'L',
        `the series takes more symbols than the ${places} that ^FM has places for`,
      );
    }
    series.push(drawn(field, grid));
    at = end;
  }
  return series;
}

/** How many characters from the beginning of the data take at most so many words. */
function longestFit(data: string, words: number): number {
  let fits = 0;
  // Digits are packed most densely: 44 into 15 words.
  let tooLong = Math.min(data.length, words * 3) + 1;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (pdf417Words(data.slice(0, middle)).length <= words) fits = middle;
    else tooLong = middle;
  }
  return fits;
}

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
