import { type Cell, type CellValue, formatValue, readXlsx, type Sheet, type SheetFilterInfo } from 'hucre';
import { csvCell } from './csv-cell.ts';

/** A sheet of an Excel workbook. */
export interface WorkbookSheet {
  /** The bytes of the `.xlsx` file. */
  readonly bytes: Uint8Array;
  /** The name of the sheet; null for the first one that is not hidden. */
  readonly sheet: string | null;
}

/** The rows of a sheet, or the reason why there are none. */
export type WorkbookRows =
  | { readonly ok: true; readonly csv: string }
  | { readonly ok: false; readonly message: string };

/**
 * Writes the rows of a sheet as CSV, with the values that Excel shows: numbers and dates by the format of their cell,
 * results of formulas. Rows without a value are left out. Two values differ from Excel's display, which depends on the
 * column's width and the computer's country: numbers without a format have all of their 15 digits, and dates in the
 * system's own format are written as 2026-01-31.
 *
 * Takes some 400 bytes of memory for each cell: run it in a thread with a bound.
 */
export async function workbookCsv({ bytes, sheet }: WorkbookSheet): Promise<WorkbookRows> {
  const names: string[] = [];
  let chosen: number | null = null;
  const isChosen = ({ name, index, hidden, veryHidden }: SheetFilterInfo): boolean => {
    names.push(name);
    const wanted = sheet === null ? hidden !== true && veryHidden !== true : name === sheet;
    if (!wanted || chosen !== null) return false;
    chosen = index;
    return true;
  };
  let found: Sheet | undefined;
  try {
    found = (await readXlsx(bytes, { sheets: isChosen, readStyles: true })).sheets[0];
  } catch (error) {
    return { ok: false, message: reasonOf(error as Error) };
  }
  if (found === undefined) {
    const wanted = sheet === null ? 'a sheet that is not hidden' : `a sheet ${JSON.stringify(sheet)}`;
    return { ok: false, message: `the workbook lacks ${wanted}; its sheets are ${quotedNames(names)}` };
  }
  return { ok: true, csv: csvOf(found) };
}

const NAMES_SHOWN = 10;

function quotedNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map((name) => JSON.stringify(name));
  return names.length > NAMES_SHOWN ? `${shown.join(', ')} and others` : shown.join(', ');
}

function reasonOf({ name, message }: Error): string {
  if (name === 'EncryptedFileError') {
    return 'the workbook is encrypted with a password: save it without one';
  }
  return `the workbook cannot be read: ${message.split('\n', 1)[0]}`;
}

function csvOf({ rows, cells }: Sheet): string {
  const lines: string[] = [];
  let columns = 0;
  for (const [y, values] of rows.entries()) {
    const shown = values.map((value, x) => shownValue(value, cells?.get(`${y},${x}`)));
    while (shown.at(-1) === '') shown.pop();
    if (shown.length === 0) continue;
    // Every row has as many cells as the first one, which names the columns.
    columns ||= shown.length;
    while (shown.length < columns) shown.push('');
    lines.push(`${shown.map(csvCell).join(',')}\n`);
  }
  return lines.join('');
}

/** Excel's own formats for dates, which follow the country of the computer that shows them. */
const SYSTEM_DATE = new Set(['m/d/yyyy', '[$-F800]dddd, mmmm dd, yyyy']);
const SYSTEM_DATE_AND_TIME = 'm/d/yyyy h:mm';
/** Digits that Excel keeps of a number. */
const DIGITS = 15;

function shownValue(value: CellValue | undefined, cell: Cell | undefined): string {
  const format = cell?.style?.numFmt ?? 'General';
  if (value instanceof Date) {
    const [day = '', time = ''] = value.toISOString().split(/[T.]/);
    if (SYSTEM_DATE.has(format)) return day;
    if (format === SYSTEM_DATE_AND_TIME) return `${day} ${time.slice(0, 5)}`;
    return formatValue(value, format);
  }
  switch (typeof value) {
    case 'string':
      return value;
    case 'boolean':
      return value ? 'TRUE' : 'FALSE';
    case 'number':
      return format === 'General' || format === '@' ? plainNumber(value) : formatValue(value, format);
    default:
      return '';
  }
}

/** All digits that Excel keeps, never with an exponent for a whole number. */
function plainNumber(value: number): string {
  const kept = Number(value.toPrecision(DIGITS));
  return Number.isInteger(kept) ? BigInt(kept).toString() : String(kept);
}
