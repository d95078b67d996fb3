import { bwipMatrix } from '../symbology/bwip.ts';
import type { ModuleMatrix } from '../symbology/module-matrix.ts';
import { matrixSymbol } from '../symbology/module-matrix.ts';
import { pdf417Words } from '../symbology/pdf417/codewords.ts';
import {
  controlWords,
  encodePdf417,
  MOST_WORDS,
  PAD,
  PDF417_CONTROL_WORDS,
  type Pdf417Options,
  type Pdf417Part,
} from '../symbology/pdf417/encode-pdf417.ts';
import type { ByteString } from '../zpl/byte-string.ts';
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

const TOO_LONG =
  'a PDF417 takes at most 2710 digits, 1850 letters or 1108 bytes; of a size or level that is asked for, less';

function drawn(field: NativeField, grid: ModuleMatrix): Drawn {
  const rowHeight = whole(field, 1, Math.max(1, Math.floor(field.height / grid.rows)), 1, 32_000);
  const symbol = matrixSymbol(grid, moduleDots(field), rowHeight);
  return { ok: true, symbology: 'pdf417', symbol, line: null };
}

/** Columns for about twice as many columns of dots as rows (printer evidence 47). */
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
  return seriesOf(
    'pdf417',
    data,
    places,
    (text) => pdf417Words(text).length <= room,
    (text, part) => {
      const grid = encodePdf417(text, { ...asked, columns, part });
      return grid === null ? refused('pdf417', 'L', TOO_LONG) : drawn(field, grid);
    },
  );
}

/** A symbol for as much of the data as fits, then for as much of the rest, until all of it has one. */
function seriesOf(
  symbology: string,
  data: string,
  places: number,
  fits: (text: string) => boolean,
  draw: (text: string, part: Pdf417Part) => Drawn | Refused,
): readonly Drawn[] | Refused {
  const series: Drawn[] = [];
  for (let at = 0; at < data.length; ) {
    const end = at + longestFit(data.slice(at), fits);
    if (end === at)
      return refused(symbology, 'L', 'a symbol of this size has no room beside what tells its place');
    const symbol = draw(data.slice(at, end), { index: series.length, last: end === data.length });
    if (!symbol.ok) return symbol;
    if (series.length === places) {
      return refused(
        symbology,
        'L',
        `the series takes more symbols than the ${places} that ^FM has places for`,
      );
    }
    series.push(symbol);
    at = end;
  }
  return series;
}

/** How many characters from the beginning of the data fit. */
function longestFit(data: string, fits: (text: string) => boolean): number {
  let fitting = 0;
  // Digits are packed most densely: 44 into 15 words.
  let tooLong = Math.min(data.length, MOST_WORDS * 3) + 1;
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (fits(data.slice(0, middle))) fitting = middle;
    else tooLong = middle;
  }
  return fitting;
}

interface MicroSize {
  readonly columns: number;
  readonly rows: number;
  /** Words of data that it holds. */
  readonly room: number;
}

/** Columns, rows and check words of the modes 0 to 33 of `^BF` (ISO/IEC 24728, table 1). */
const MODES: readonly MicroSize[] = (
  '1x11-7 1x14-7 1x17-7 1x20-8 1x24-8 1x28-8 2x8-8 2x11-9 2x14-9 2x17-10 2x20-11 2x23-13 2x26-15 3x6-12 3x8-14 ' +
  '3x10-16 3x12-18 3x15-21 3x20-26 3x26-32 3x32-38 3x38-44 3x44-50 4x6-12 4x8-14 4x10-16 4x12-18 4x15-21 4x20-26 ' +
  '4x26-32 4x32-38 4x38-44 4x44-50 4x4-8'
)
  .split(' ')
  .map((mode) => {
    const [columns = 0, rows = 0, checks = 0] = mode.split(/[x-]/).map(Number);
    return { columns, rows, room: columns * rows - checks };
  });

function encodeMicro(field: NativeField): Drawn | Refused {
  const data = unescape(field.data);
  if (data === '') return refused('micropdf417', 'S', 'MicroPDF417 needs at least one character');
  const { mode, columns, rows, room } = microSize(field);
  // More than a word for every three characters: the words of the rest need not be found.
  const words = data.length > 3 * room ? null : pdf417Words(data, false);
  if (words === null || words.length > room) {
    return refused(
      'micropdf417',
      'L',
      `mode ${mode} of MicroPDF417 (${columns} columns, ${rows} rows) holds ${room} words: at most 2 letters, 1.2 bytes or 2.9 digits each`,
    );
  }
  return drawnMicro(field, words);
}

function microSize(field: NativeField): MicroSize & { readonly mode: number } {
  const mode = whole(field, 2, 0, 0, 33);
  return { mode, ...(MODES[mode] as MicroSize) };
}

function drawnMicro(field: NativeField, words: readonly number[]): Drawn {
  const { columns, rows } = microSize(field);
  const text = words.map((word) => `^${String(word).padStart(3, '0')}`).join('');
  const grid = bwipMatrix({ bcid: 'micropdf417', text, raw: true, columns, rows, rowmult: 1 });
  const rowHeight = whole(field, 1, Math.round(field.height), 1, 9999);
  const symbol = matrixSymbol(grid, moduleDots(field), rowHeight);
  return { ok: true, symbology: 'micropdf417', symbol, line: null };
}

export const microPdf417: NativeSymbology = {
  symbology: () => 'micropdf417',
  encode: encodeMicro,
  check: (field) => (field.data === '' ? 'MicroPDF417 needs at least one character' : null),
};

/** The same as {@link pdf417Series} in symbols of one mode. */
export function microPdf417Series(field: NativeField, places: number): readonly Drawn[] | Refused {
  const single = encodeMicro(field);
  if (single.ok) return [single];
  if (single.code !== 'L') return single;
  const { room } = microSize(field);
  const forData = room - PDF417_CONTROL_WORDS;
  return seriesOf(
    'micropdf417',
    unescape(field.data),
    places,
    (text) => pdf417Words(text, false).length <= forData,
    (text, part) => {
      const words = pdf417Words(text, false);
      const control = controlWords(part);
      const pads = new Array<number>(room - words.length - control.length).fill(PAD);
      return drawnMicro(field, [...words, ...pads, ...control]);
    },
  );
}
