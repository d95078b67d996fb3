import { bwipFunctionText, bwipMatrix } from '../symbology/bwip.ts';
import { keepOnly } from '../symbology/characters.ts';
import { CODE39_CHARACTERS, code39Elements } from '../symbology/linear/code39.ts';
import { CODE128_VALUES_MAX, code128Elements, FNC1, shortestCode128 } from '../symbology/linear/code128.ts';
import { codablockARows } from '../symbology/stacked/codablock-a.ts';
import { withSeparators } from '../symbology/stacked/separators.ts';
import type { LinearSymbol, MatrixSymbol } from '../symbology/symbol.ts';
import {
  type BarcodeField,
  type Drawn,
  inModules,
  inTwoWidths,
  moduleDots,
  type Refused,
  refused,
  type Symbology,
} from './field.ts';

const ALLOWED = 'Codablock takes ASCII, at most 2725 characters';
const ALLOWED_A = 'Codablock A takes digits, capitals, space and - . $ / + %';

/** The row height of `^BB` is in dots and has the separator above the row in it (printer evidence 48). */
export const codablock: Symbology<'^BB'> = {
  cost: [1100, 19],
  symbology: () => 'codablock',
  encode(field) {
    if (field.data === '') return refused('codablock', 'S', 'Codablock needs at least one character');
    if (field.data.length > 2725) return refused('codablock', 'L', ALLOWED);
    return field.options.mode === 'A' ? encodeA(field) : encodeF(field);
  },
  check(field) {
    if (field.data === '') return 'Codablock needs at least one character';
    if (field.options.mode === 'A') return /[^0-9A-Z. $/+%-]/.test(field.data) ? ALLOWED_A : null;
    return /[^\0-\x7f]/.test(field.data) ? ALLOWED : null;
  },
};

function barHeight(rowHeight: number, separator: number): number {
  return Math.max(1, rowHeight - separator);
}

function encodeA(field: BarcodeField<'^BB'>): Drawn | Refused {
  const data = keepOnly(field.data, CODE39_CHARACTERS);
  if (data === '') return refused('codablock', 'C', ALLOWED_A);
  const { columns, rows: asked, check, rowHeight } = field.options;
  const rows = codablockARows(data, {
    columns: columns === 0 ? 0 : Math.max(2, columns),
    rows: Math.min(22, asked),
    checked: check,
  });
  if (typeof rows === 'number') {
    const reason = `Codablock A of these columns (2–62) and rows (1–22) takes at most ${rows} characters; got ${data.length}`;
    return refused('codablock', 'L', reason);
  }
  return { ok: true, symbology: 'codablock', symbol: stackedA(field, rows, rowHeight), line: null };
}

/** Start and stop characters go through the separators between rows. */
function stackedA(field: BarcodeField<'^BB'>, contents: readonly string[], rowHeight: number): MatrixSymbol {
  const module = moduleDots(field);
  const lines = contents.map((row) => inTwoWidths(field, code39Elements(row), rowHeight).widths);
  const [first] = lines as [readonly number[]];
  // Wide bars need not be whole modules: a cell is the largest part of both.
  const cell = commonDivisor(module, Math.max(...first));
  const width = first.reduce((sum, dots) => sum + dots, 0) / cell;
  // The separators of one row alone reach a module further than its bars.
  const columns = lines.length === 1 ? width + module / cell : width;
  // Nine elements of the star and the space after it.
  const star = first.slice(0, 10).reduce((sum, dots) => sum + dots, 0) / cell;
  const rows = lines.length * 2 + 1;
  const cells = new Uint8Array(columns * rows).fill(1);
  lines.forEach((widths, i) => {
    const line = (2 * i + 1) * columns;
    let at = line;
    widths.forEach((dots, element) => {
      cells.fill((element + 1) % 2, at, at + dots / cell);
      at += dots / cell;
    });
    cells.fill(0, at, line + columns);
    if (i === lines.length - 1) return;
    const below = line + columns;
    cells.copyWithin(below, line, line + star).copyWithin(below + width - star, line + width - star, below);
  });
  return withSeparators({ columns, rows, cells }, barHeight(rowHeight, module), module, cell);
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

function encodeF(field: BarcodeField<'^BB'>): Drawn | Refused {
  const { columns, rows, mode, rowHeight } = field.options;
  if (columns === 0 && rows <= 1) {
    const symbol = oneRow(field, mode, rowHeight);
    if (symbol === null) return refused('codablock', 'C', ALLOWED);
    return { ok: true, symbology: 'codablock', symbol, line: null };
  }
  const grid = bwipMatrix({
    bcid: 'codablockf',
    text: (mode === 'E' ? '^FNC1' : '') + bwipFunctionText(field.data),
    parse: true,
    parsefnc: true,
    // Given columns decide: the symbol has the rows that the data needs, however many are asked for (printer evidence
    // 49).
    ...(columns > 0 ? { columns: Math.max(4, columns) } : { rows }),
  });
  const module = moduleDots(field);
  const symbol = withSeparators(grid, barHeight(rowHeight, module), module);
  return { ok: true, symbology: 'codablock', symbol, line: null };
}

/** Without columns and rows Codablock F is a plain Code 128; null if no character is left. */
function oneRow(field: BarcodeField<'^BB'>, mode: string, height: number): LinearSymbol | null {
  const codes = Array.from(field.data, (byte) => byte.charCodeAt(0)).filter((code) => code < 128);
  const values = shortestCode128(mode === 'E' ? [FNC1, ...codes] : codes);
  return codes.length === 0 || values.length > CODE128_VALUES_MAX
    ? null
    : inModules(field, code128Elements(values), height);
}
