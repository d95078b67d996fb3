import { InputFault } from '../batch-failure.ts';
import type { Row, RowLayout } from '../stages.ts';
import { readCsv } from './csv.ts';
import { copiesOf, quote, wrongCopies, wrongValue } from './row-values.ts';

/** The rows of a chunk; with a fault, those before it. */
export interface ReadRows {
  readonly rows: readonly Row[];
  /** What ends the run, with the rows of the chunk before it. */
  readonly fault: InputFault | null;
}

/** A column that becomes a variable. */
interface Filled {
  readonly column: number;
  readonly variable: string;
}

/** Rows of CSV or TSV. */
export function cellRows(bytes: Uint8Array, layout: RowLayout): ReadRows {
  const { records, fault } = readRecords(bytes, layout.delimiter);
  const variables = new Map(Object.entries(layout.variables));
  const filled = layout.columns.flatMap((name, column): Filled[] => {
    const variable = variables.get(name);
    return variable === undefined ? [] : [{ column, variable }];
  });
  const copiesAt = layout.copiesColumn === null ? -1 : layout.columns.indexOf(layout.copiesColumn);
  const rows = records.map((cells) => rowOf(cells, layout, filled, copiesAt));
  return { rows, fault: fault === null ? null : new InputFault(fault.reason, fault.recordsBefore) };
}

function readRecords(bytes: Uint8Array, delimiter: string) {
  return readCsv(bytes, delimiter);
}

function rowOf(
  cells: readonly string[],
  layout: RowLayout,
  filled: readonly Filled[],
  copiesAt: number,
): Row {
  const variables: Record<string, string> = { ...layout.set };
  const row = { cells, others: '', variables, copies: layout.copies };
  const wrong = wrongCells(cells, layout);
  if (wrong !== null) return { ...row, fault: wrong };
  for (const { column, variable } of filled) {
    const text = cells[column] as string;
    const wrongText = wrongValue(text);
    if (wrongText !== null) return { ...row, fault: `${nameOf(column, layout)} ${wrongText}` };
    if (text !== '' || !(variable in variables)) variables[variable] = text;
  }
  if (copiesAt < 0) return { ...row, fault: null };
  const text = cells[copiesAt] as string;
  const copies = copiesOf(text, layout);
  return copies === null
    ? { ...row, fault: `${nameOf(copiesAt, layout)} ${wrongCopies(text)}` }
    : { ...row, copies, fault: null };
}

function wrongCells(cells: readonly string[], layout: RowLayout): string | null {
  const wanted = layout.columns.length;
  if (cells.length !== wanted) {
    const hint =
      cells.length > wanted
        ? 'put values that contain the delimiter in quotes'
        : 'give every column a cell, if an empty one';
    return `it has ${cells.length} cells, and the header ${wanted} columns: ${hint}`;
  }
  const column = cells.findIndex((cell) => cell.includes('\0'));
  return column < 0 ? null : `${nameOf(column, layout)} has a NUL, which is no character of text`;
}

function nameOf(column: number, layout: RowLayout): string {
  return `column ${column + 1}, ${quote(layout.columns[column] ?? '')},`;
}
