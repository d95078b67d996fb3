import { bwipMatrix, bwipText } from '../symbology/bwip.ts';
import { code39Elements } from '../symbology/linear/code39.ts';
import type { ModuleMatrix } from '../symbology/module-matrix.ts';
import type { MatrixSymbol } from '../symbology/symbol.ts';
import { inTwoWidths, refused, type Symbology } from './field.ts';

const TLC39_ALLOWED =
  'TLC39 takes 6 digits, then perhaps a comma, a serial number of at most 25 letters and digits, and more such fields after commas';

/** Sizes in dots by the density of the head, where the command leaves them out. */
const COARSE = { module: 2, height: 40, rowHeight: 4 };
const MEDIUM = { ...COARSE, height: 60 };
const FINE = { module: 4, height: 120, rowHeight: 8 };

/** The sizes of a `^BT` that gives none. Dots. */
export function tlc39Sizes(dotsPerMm: number): {
  readonly module: number;
  readonly height: number;
  readonly rowHeight: number;
} {
  return dotsPerMm > 12 ? FINE : dotsPerMm > 8 ? MEDIUM : COARSE;
}

/** The linked MicroPDF417 is above the six digits in Code 39, with one module of space between them. */
export const tlc39: Symbology<'^BT'> = {
  cost: [500, 40],
  symbology: () => 'tlc39',
  encode(field) {
    const digits = field.data.slice(0, 6);
    if (!/^\d{6}$/.test(digits)) return refused('tlc39', 'C', TLC39_ALLOWED);
    const { dotsPerMm = 8, options } = field;
    const defaults = tlc39Sizes(dotsPerMm);
    const { module = defaults.module, height = defaults.height, ratio } = options;
    const linear = inTwoWidths({ moduleWidth: module, ratio }, code39Elements(digits), height);
    if (field.data[6] !== ',' || field.data.length === 7) {
      return { ok: true, symbology: 'tlc39', symbol: linear, line: null };
    }
    if (field.data.length > 150) return refused('tlc39', 'L', TLC39_ALLOWED);
    const text = bwipText(field.data.slice(7));
    const micro = bwipMatrix({ bcid: 'micropdf417', text, parse: true, columns: 4, rowmult: 1 });
    const { smallModule = defaults.module, rowHeight = defaults.rowHeight } = options;
    return { ok: true, symbology: 'tlc39', symbol: above(micro, smallModule, rowHeight, linear), line: null };
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
