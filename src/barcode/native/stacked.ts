import type { ByteString } from '../../zpl/byte-string.ts';
import { bwipGrid, bwipText } from '../bwip.ts';
import { CODE39_CHARACTERS, code39Elements } from '../linear/code39.ts';
import { code128Elements, FNC1, shortestCode128 } from '../linear/code128.ts';
import type { Grid } from '../matrix/grid.ts';
import type { LinearSymbol, MatrixSymbol } from '../symbol.ts';
import {
  inModules,
  inTwoWidths,
  keepOnly,
  letter,
  moduleDots,
  type NativeField,
  type NativeSymbology,
  refused,
  whole,
} from './field.ts';

/** Rows that carry data are `height` dots tall; the separators before, between and after them one module. */
function stretched(grid: Grid, height: number, module: number): MatrixSymbol {
  const rowHeights = Array.from({ length: grid.rows }, (_, row) => (row % 2 === 0 ? module : height));
  return { kind: 'matrix', ...grid, moduleWidth: module, moduleHeight: height, rowHeights };
}

export const code49: NativeSymbology = {
  symbology: () => 'code49',
  encode(field) {
    if (field.data === '') return refused('code49', 'S', 'Code 49 needs at least one character');
    if (field.data.length > 81) return refused('code49', 'L', CODE49_ALLOWED);
    const text = bwipText(field.data);
    const grid = bwipGrid({ bcid: 'code49', text, parse: true });
    const module = moduleDots(field);
    const height = whole(field, 1, Math.max(1, Math.round(field.height / module)), 1, 1000) * module;
    const line = letter(field, 2);
    return {
      ok: true,
      symbology: 'code49',
      symbol: stretched(grid, height, module),
      line: {
        text: printable(field.data),
        shown: line === 'A' || line === 'B',
        above: line === 'A',
        style: 'A',
      },
      ...(/^[0-5]$/.test(letter(field, 3)) ? { note: 'the starting mode is chosen by the data' } : {}),
    };
  },
  check(field) {
    if (field.data === '') return 'Code 49 needs at least one character';
    return /[^\0-\x7f]/.test(field.data) || field.data.length > 81 ? CODE49_ALLOWED : null;
  },
};

const CODE49_ALLOWED = 'Code 49 takes ASCII, at most 49 letters or 81 digits';

export const codablock: NativeSymbology = {
  symbology: () => 'codablock',
  encode(field) {
    if (field.data === '') return refused('codablock', 'S', 'Codablock needs at least one character');
    if (field.data.length > 2725) return refused('codablock', 'L', CODABLOCK_ALLOWED);
    const module = moduleDots(field);
    const columns = whole(field, 3, 0, 0, 62);
    const rows = whole(field, 4, 0, 0, 44);
    const height = Math.min(whole(field, 1, 8, 2, 32_000) * module, 32_000);
    const mode = letter(field, 5);
    if (columns === 0 && rows <= 1) {
      const symbol = oneRow(field, mode, height);
      if (symbol === null) return refused('codablock', 'C', CODABLOCK_ALLOWED);
      return { ok: true, symbology: 'codablock', symbol, line: null };
    }
    const grid = bwipGrid({
      bcid: 'codablockf',
      text: (mode === 'E' ? '^FNC1' : '') + bwipText(field.data),
      parse: true,
      parsefnc: true,
      ...(columns > 0 ? { columns: Math.max(4, columns) } : {}),
      ...(rows > 1 ? { rows } : {}),
    });
    return {
      ok: true,
      symbology: 'codablock',
      symbol: stretched(grid, height, module),
      line: null,
      ...(mode === 'A' ? { note: 'Codablock A is not supported in several rows; Codablock F is drawn' } : {}),
    };
  },
  check(field) {
    if (field.data === '') return 'Codablock needs at least one character';
    if (letter(field, 5) === 'A') {
      return /[^0-9A-Z. $/+%-]/.test(field.data)
        ? 'Codablock A takes digits, capitals, space and - . $ / + %'
        : null;
    }
    return /[^\0-\x7f]/.test(field.data) ? CODABLOCK_ALLOWED : null;
  },
};

/** Without columns and rows a Codablock is the symbol that its rows are made of; null when nothing is left. */
function oneRow(field: NativeField, mode: string, height: number): LinearSymbol | null {
  if (mode === 'A') {
    const data = keepOnly(field.data, CODE39_CHARACTERS);
    return data === '' ? null : inTwoWidths(field, code39Elements(data), height);
  }
  const codes = Array.from(field.data, (byte) => byte.charCodeAt(0)).filter((code) => code < 128);
  const values = shortestCode128(mode === 'E' ? [FNC1, ...codes] : codes);
  return codes.length === 0 || values.length > MOST_IN_A_ROW
    ? null
    : inModules(field, code128Elements(values), height);
}

/** Symbol characters of 11 modules; more are wider than any label. */
const MOST_IN_A_ROW = 1100;

const CODABLOCK_ALLOWED = 'Codablock takes ASCII, at most 2725 characters';

function printable(data: string): string {
  return data.replace(/[^ -~]/g, '');
}

const TLC39_ALLOWED =
  'TLC39 takes 6 digits, then perhaps a comma, a serial number of at most 25 letters and digits, and more such fields after commas';

/** The linked MicroPDF417 stands above the six digits in Code 39, one module of space between them. */
export const tlc39: NativeSymbology = {
  symbology: () => 'tlc39',
  encode(field) {
    const digits = field.data.slice(0, 6);
    if (!/^\d{6}$/.test(digits)) return refused('tlc39', 'C', TLC39_ALLOWED);
    const narrow = whole(field, 1, (field.dotsPerMm ?? 8) > 12 ? 4 : 2, 1, 10);
    const ratio = Number.parseFloat(field.params[2] ?? '') || 2;
    const dotsPerMm = field.dotsPerMm ?? 8;
    const barHeight = whole(field, 3, dotsPerMm > 12 ? 120 : dotsPerMm > 8 ? 60 : 40, 1, 9999);
    const linear = inTwoWidths(
      { ...field, moduleWidth: narrow, ratio: Math.min(3, Math.max(2, ratio)) },
      code39Elements(digits),
      barHeight,
    );
    if (field.data[6] !== ',' || field.data.length === 7) {
      return { ok: true, symbology: 'tlc39', symbol: linear, line: null };
    }
    if (field.data.length > 150) return refused('tlc39', 'L', TLC39_ALLOWED);
    const text = bwipText(field.data.slice(7) as ByteString);
    const micro = bwipGrid({ bcid: 'micropdf417', text, parse: true, columns: 4, rowmult: 1 });
    const module = whole(field, 5, dotsPerMm > 12 ? 4 : 2, 1, 10);
    const rowHeight = whole(field, 4, dotsPerMm > 12 ? 8 : 4, 1, 255);
    return { ok: true, symbology: 'tlc39', symbol: above(micro, module, rowHeight, linear), line: null };
  },
  check(field) {
    return /^\d{6}(?:,[0-9A-Za-z]{1,25}(?:,[0-9A-Za-z]{1,25})*)?$/.test(field.data) &&
      field.data.length <= 150
      ? null
      : TLC39_ALLOWED;
  },
};

/** Both parts in one grid of single dots. */
function above(
  micro: Grid,
  module: number,
  rowHeight: number,
  linear: { readonly widths: readonly number[]; readonly height: number },
): MatrixSymbol {
  const lower: number[] = [];
  linear.widths.forEach((width, i) => {
    for (let dot = 0; dot < width; dot++) lower.push(i % 2 === 0 ? 1 : 0);
  });
  const columns = Math.max(micro.columns * module, lower.length);
  const rows = micro.rows + 2;
  const cells = new Uint8Array(columns * rows);
  for (let row = 0; row < micro.rows; row++) {
    for (let x = 0; x < micro.columns * module; x++) {
      cells[row * columns + x] = micro.cells[row * micro.columns + Math.floor(x / module)] as number;
    }
  }
  cells.set(lower, (rows - 1) * columns);
  const rowHeights = [...new Array<number>(micro.rows).fill(rowHeight), module, linear.height];
  return { kind: 'matrix', columns, rows, cells, moduleWidth: 1, moduleHeight: rowHeight, rowHeights };
}
