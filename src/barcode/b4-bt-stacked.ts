import { bwipMatrix, bwipText } from '../symbology/bwip.ts';
import { keepOnly, strayCharacter } from '../symbology/characters.ts';
import { code39Elements } from '../symbology/linear/code39.ts';
import type { ModuleMatrix } from '../symbology/module-matrix.ts';
import {
  CODE49_WORDS,
  type Code49Message,
  code49Message,
  code49Words,
  encodeCode49,
} from '../symbology/stacked/code49.ts';
import type { MatrixSymbol } from '../symbology/symbol.ts';
import {
  inTwoWidths,
  letter,
  moduleDots,
  type NativeField,
  type NativeSymbology,
  refused,
  whole,
} from './field.ts';

/** Rows that carry data are `height` dots tall; the separators before, between and after them one module. */
export function stretched(
  grid: ModuleMatrix,
  height: number,
  module: number,
  cellWidth: number = module,
): MatrixSymbol {
  const rowHeights = Array.from({ length: grid.rows }, (_, row) => (row % 2 === 0 ? module : height));
  return { kind: 'matrix', ...grid, moduleWidth: cellWidth, moduleHeight: height, rowHeights };
}

export const code49: NativeSymbology = {
  symbology: () => 'code49',
  encode(field) {
    if (field.data === '') return refused('code49', 'S', 'Code 49 needs at least one character');
    const message = messageOf(field);
    if (message === null) {
      return refused('code49', 'C', startingMode(field) === null ? CODE49_ALLOWED : CODE49_WORDS_ALLOWED);
    }
    const grid = encodeCode49(message);
    if (grid === null) return refused('code49', 'L', CODE49_ALLOWED);
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
    };
  },
  check(field) {
    if (field.data === '') return 'Code 49 needs at least one character';
    if (startingMode(field) === null) {
      return /[^\0-\x7f]/.test(field.data) || field.data.length > 81 ? CODE49_ALLOWED : null;
    }
    const stray = strayCharacter(field.data, CODE49_WORDS);
    if (stray !== null) return `${CODE49_WORDS_ALLOWED}; got ${stray}`;
    return messageOf(field) === null || STRAY_SHIFT.test(field.data) ? CODE49_WORDS_ALLOWED : null;
  },
};

const CODE49_ALLOWED = 'Code 49 takes ASCII, at most 49 letters or 81 digits';
const CODE49_WORDS_ALLOWED =
  'Code 49 in starting modes 0–5 takes digits, capitals, space, - . $ / + % and the codes < > (shifts of the character after them) : ; ? =; in mode 2 and after = one digit, or three and more';

/** Shift 1 has no meaning for %, and neither shift for another code. */
const STRAY_SHIFT = /<(?![0-9A-Z. $/+-])|>(?![0-9A-Z. $/+%-])/;

/** 0–5, or null where the data decides. */
function startingMode(field: NativeField): number | null {
  const mode = letter(field, 3);
  return /^[0-5]$/.test(mode) ? Number(mode) : null;
}

/** Null where there are no words for the data. */
function messageOf(field: NativeField): Code49Message | null {
  const mode = startingMode(field);
  if (mode === null) return /[^\0-\x7f]/.test(field.data) ? null : code49Message(field.data);
  const words = code49Words(keepOnly(field.data, CODE49_WORDS), mode);
  return words === null || words.length === 0 ? null : { mode, words };
}

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
    const text = bwipText(field.data.slice(7));
    const micro = bwipMatrix({ bcid: 'micropdf417', text, parse: true, columns: 4, rowmult: 1 });
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
  micro: ModuleMatrix,
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
