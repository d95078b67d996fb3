import { BarcodeRefusal, bwipMatrix, bwipModules, bwipText } from '../symbology/bwip.ts';
import { DIGITS, keepOnly, nameOf } from '../symbology/characters.ts';
import { PREDEFINED } from '../symbology/gs1.ts';
import { compressUpce, gs1CheckDigit } from '../symbology/linear/ean.ts';
import type { ModuleMatrix } from '../symbology/module-matrix.ts';
import { matrixSymbol } from '../symbology/module-matrix.ts';
import type { ControlSequence } from './control-sequences.ts';
import { type BarcodeField, refused, type Symbology } from './field.ts';
import { checkedDigits } from './retail.ts';

type DataBarField = BarcodeField<'^BR'>;

interface Kind {
  readonly symbology: string;
  /** Modules tall, for kinds of one row. */
  readonly height?: number;
}

const KINDS: readonly Kind[] = [
  { symbology: 'databaromni', height: 33 },
  { symbology: 'databartruncated', height: 13 },
  { symbology: 'databarstacked' },
  { symbology: 'databarstackedomni' },
  { symbology: 'databarlimited', height: 10 },
  { symbology: 'databarexpanded', height: 34 },
];

/** Parameter b, 1 to 12; a composite's linear part decides the name. */
const OTHER = ['upca', 'upce', 'ean13', 'ean8', 'gs1-128composite', 'gs1-128composite'];

function symbology(field: DataBarField): string {
  const type = field.options.type;
  return KINDS[type - 1]?.symbology ?? (type > 10 ? 'code128' : (OTHER[type - 7] as string));
}

function magnification(field: DataBarField): number {
  return field.options.magnification ?? dataBarMagnification(field.dotsPerMm ?? 8);
}

/** The magnification of a `^BR` that gives none: the dots of a module. */
export function dataBarMagnification(dotsPerMm: number): number {
  return dotsPerMm <= 8 ? 2 : dotsPerMm <= 12 ? 3 : 6;
}

/** One row of bars, one module in from the left. */
function oneRow(modules: readonly number[]): ModuleMatrix {
  const cells: number[] = [];
  modules.forEach((width, i) => {
    for (let k = 0; k < width; k++) cells.push(1 - (i % 2));
  });
  return { columns: cells.length, rows: 1, cells: Uint8Array.from(cells) };
}

/** The grid with empty columns before it. */
function indented({ columns, rows, cells }: ModuleMatrix, by: number): ModuleMatrix {
  const wider = new Uint8Array((columns + by) * rows);
  for (let row = 0; row < rows; row++) {
    wider.set(cells.subarray(row * columns, (row + 1) * columns), row * (columns + by) + by);
  }
  return { columns: columns + by, rows, cells: wider };
}

function gtin(field: DataBarField): string {
  const digits = keepOnly(field.data, DIGITS).padStart(13, '0').slice(0, 13);
  return digits + gs1CheckDigit(digits);
}

export const dataBar: Symbology<'^BR'> = {
  cost: [460, 121],
  controlSequences: overfullComposite,
  symbology,
  encode(field) {
    const name = symbology(field);
    const type = field.options.type;
    const module = magnification(field);
    if (field.data === '') return refused(name, 'S', 'GS1 DataBar needs data');
    if (field.data.length > 2500) return refused(name, 'L', 'the data is too long for GS1 DataBar');
    const kind = KINDS[type - 1];
    if (kind === undefined) return encodeOther(field, name, type, module);
    if (type === 6) return encodeExpanded(field, name, module);
    const digits = gtin(field);
    if (type === 5 && (digits[0] as string) > '1') return refused(name, 'C', LIMITED_ALLOWED);
    const text = `(01)${digits}`;
    if (kind.height !== undefined)
      return drawn(name, oneRow(bwipModules({ bcid: name, text })), module, kind.height);
    const grid = bwipMatrix({ bcid: name, text });
    return type === 3 ? drawnStacked(field, name, grid, 5, 7, 1) : drawnStacked(field, name, grid, 33, 33, 3);
  },
  check(field) {
    const type = field.options.type;
    if (field.data === '') return 'GS1 DataBar needs data';
    if (type <= 5) {
      const wrong = checkedDigits('GS1 DataBar', field.data, 13);
      if (wrong !== null) return wrong;
      return type === 5 && (field.data[0] as string) > '1' ? LIMITED_ALLOWED : null;
    }
    if (type === 6) {
      const stray = /[^!-z\x1d ]/.exec(field.data)?.[0];
      if (stray !== undefined) return `${EXPANDED_ALLOWED}; got ${nameOf(stray)}`;
      return /^[0-9]{2}/.test(field.data) && bracketed(field.data) !== null ? null : EXPANDED_ALLOWED;
    }
    const [title, length] = (
      [
        ['UPC-A', 11],
        ['UPC-E', 11],
        ['EAN-13', 12],
        ['EAN-8', 7],
      ] as const
    )[type - 7] ?? ['', 0];
    const linear = field.data.split('|', 1)[0] as string;
    if (length > 0) return checkedDigits(title, linear, length) ?? (type === 8 ? wrongUpce(linear) : null);
    return field.data.includes('|') ? null : 'a GS1 composite takes the linear part, | and the 2-D part';
  },
};

/** One `|` begins the 2-D part; data after a second one is left out. */
function overfullComposite(data: string): readonly ControlSequence[] {
  const start = data.indexOf('|');
  return start < 0 || !data.includes('|', start + 1) ? [] : [{ start, end: data.length, fitsValue: false }];
}

const LIMITED_ALLOWED = 'GS1 DataBar Limited takes 13 digits, the first 0 or 1';
const EXPANDED_ALLOWED =
  'GS1 DataBar Expanded takes element strings without parentheses, such as 0109521234543213, separated by byte 0x1D';

/** The fault of a UPC-E, which is given as UPC-A, or null. */
function wrongUpce(digits: string): string | null {
  const isShortened = (digits[0] as string) <= '1' && compressUpce(digits.slice(1, 11)) !== null;
  if (isShortened) return null;
  return `UPC-E takes 11 digits of a UPC-A, the first 0 or 1, that zero suppression can shorten; ${digits} cannot be`;
}

function encodeExpanded(field: DataBarField, name: string, module: number) {
  const segments = field.options.segments & ~1;
  const text = bracketed(field.data);
  if (text === null) return refused(name, 'C', EXPANDED_ALLOWED);
  const stacked = segments < 22;
  const bcid = stacked ? 'databarexpandedstacked' : name;
  const options = { bcid, text, parse: true, dontlint: true, segments };
  try {
    if (stacked) return drawnStacked(field, name, bwipMatrix(options), 34, 34, 3);
    return drawn(name, oneRow(bwipModules(options)), module, 34);
  } catch (error) {
    // The library's message would name its own parentheses, which the field must not have.
    if (error instanceof BarcodeRefusal)
      return refused(name, 'L', `${EXPANDED_ALLOWED}; at most 74 digits or 41 letters`);
    throw error;
  }
}

function drawn(name: string, grid: ModuleMatrix, module: number, rowModules = 1) {
  return {
    ok: true,
    symbology: name,
    symbol: matrixSymbol(grid, module, module * rowModules),
    line: null,
  } as const;
}

/** Rows of bars, `row` modules tall and the last `last`, between separators of `lines` lines each `d` modules tall. */
function drawnStacked(
  field: DataBarField,
  name: string,
  grid: ModuleMatrix,
  row: number,
  last: number,
  lines: number,
) {
  const module = magnification(field);
  const separator = field.options.separator * module;
  const rowHeights = Array.from({ length: grid.rows }, (_, y) => {
    if (y % (lines + 1) !== 0) return separator;
    return (y === grid.rows - 1 ? last : row) * module;
  });
  return {
    ok: true,
    symbology: name,
    symbol: { ...matrixSymbol(grid, module), rowHeights },
    line: null,
  } as const;
}

/** Element strings with their identifiers in brackets, as the library takes them, or null. */
function bracketed(data: string): string | null {
  let text = '';
  for (const part of data.replace(/^\x1d/, '').split('\x1d')) {
    let rest = part;
    while (rest !== '') {
      const head = /^(?:0[0-4]|1[0-9]|2[0-2]|30|37|9\d|2[345]\d|4[0-3]\d|7\d\d\d|8\d\d\d|3[1-69]\d\d)/.exec(
        rest,
      )?.[0];
      if (head === undefined) return null;
      const length = PREDEFINED[head.slice(0, 2)];
      const value = rest.slice(head.length, length ?? rest.length);
      if (value === '') return null;
      text += `(${head})${bwipText(value)}`;
      rest = rest.slice(head.length + value.length);
    }
  }
  return text === '' ? null : text;
}

/** Height of UPC and EAN in `^BR`, whatever is asked for, and where they begin (printer evidence 52). Modules. */
const RETAIL_HEIGHT = 74;
const EAN8_HEIGHT = 60;
const RETAIL_MARGIN = 7;
/** Modules left of the first bar of a GS1-128 with a 2-D part (printer evidence 53). */
const COMPOSITE_MARGIN = 10;

function encodeOther(field: DataBarField, name: string, type: number, module: number) {
  const [linear = '', composite] = field.data.split('|');
  const digits = keepOnly(linear, DIGITS);
  let text = '';
  if (type >= 11) {
    const first = bracketed(linear);
    if (first === null)
      return refused(name, 'C', 'a GS1 composite takes element strings without parentheses');
    text = first;
  } else {
    const length = type === 9 ? 12 : type === 10 ? 7 : 11;
    const body = digits.padStart(length, '0').slice(0, length);
    text = body + gs1CheckDigit(body);
  }
  const second = composite === undefined ? null : bracketed(composite);
  const bcid = type >= 11 ? 'gs1-128' : ['upca', 'upce', 'ean13', 'ean8'][type - 7];
  if (second === null && type < 11) {
    const grid = oneRow(bwipModules({ bcid, text, parse: true, dontlint: true }));
    return drawn(name, indented(grid, RETAIL_MARGIN), module, type === 10 ? EAN8_HEIGHT : RETAIL_HEIGHT);
  }
  /** A GS1-128 is counted in modules (printer evidence 53), the others in dots. */
  const height = field.options.height * (type >= 11 ? module : 1);
  if (second === null) {
    const grid = oneRow(bwipModules({ bcid, text, parse: true, dontlint: true }));
    return { ok: true, symbology: name, symbol: matrixSymbol(grid, module, height), line: null } as const;
  }
  const ccversion = type === 12 ? 'c' : undefined;
  const options = { bcid: `${bcid}composite`, text: `${text}|${second}`, parse: true, dontlint: true };
  const made = bwipMatrix({ ...options, ...(ccversion ? { ccversion } : {}) });
  const firstBar = made.cells.indexOf(1, (made.rows - 1) * made.columns) % made.columns;
  const grid = type >= 11 ? indented(made, Math.max(0, COMPOSITE_MARGIN - firstBar)) : made;
  // Above: rows of the 2-D part, then separators; a GS1-128's separator is thin, others are as tall as the rows.
  const above = new Array<number>(grid.rows - 1).fill(type === 12 ? 3 : 2);
  if (type >= 11) above[above.length - 1] = 1;
  const rowHeights = [...above.map((modules) => modules * module), height];
  return {
    ok: true,
    symbology: name,
    symbol: { ...matrixSymbol(grid, module), rowHeights },
    line: null,
  } as const;
}
