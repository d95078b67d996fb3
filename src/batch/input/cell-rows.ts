import {
  cellsOf,
  type DelimitedRecord,
  type QuoteFault,
  readRecords,
} from '../../delimited/delimited-records.ts';
import { InputFault } from '../batch-failure.ts';
import type { Chunk, Row, RowLayout } from '../stages.ts';
import { copiesOf, quote, VariableSlots, WITH_NUL, wrongCopies, wrongValue } from './row-values.ts';

/** The rows of a chunk, up to its fault if it has one. */
export interface ChunkRows {
  /** The number of the last row, plus 1. */
  readonly end: number;
  /** Reads the row of a number, again at each call. */
  readonly rowAt: (row: number) => Row;
  /** The fault that ends the run; null for none. */
  readonly fault: InputFault | null;
}

/** Reads a chunk of CSV or TSV. */
export function cellRows(
  { firstRow, bytes }: Pick<Chunk, 'firstRow' | 'bytes'>,
  layout: RowLayout,
): ChunkRows {
  const { delimiter } = layout;
  const { records, fault } = readRecords(bytes, delimiter);
  const maker = new RowMaker(layout, bytes.includes(0));
  return {
    end: firstRow + records.length,
    rowAt: (row) => maker.rowOf(cellsOf(records[row - firstRow] as DelimitedRecord, delimiter)),
    fault: fault === null ? null : maker.inputFault(fault, firstRow + records.length),
  };
}

class RowMaker {
  readonly #layout: RowLayout;
  readonly #slots: VariableSlots;
  readonly #mayHaveNul: boolean;
  /** Columns that become variables, and under which names. */
  readonly #filled: readonly (readonly [column: number, variable: string])[];
  /** The index of the column of copies; -1 for none. */
  readonly #copiesAt: number;

  constructor(layout: RowLayout, mayHaveNul: boolean) {
    this.#layout = layout;
    this.#slots = new VariableSlots(layout);
    this.#mayHaveNul = mayHaveNul;
    this.#filled = Object.entries(layout.variables).map(([name, variable]) => [
      layout.columns.indexOf(name),
      variable,
    ]);
    this.#copiesAt = layout.copiesColumn === null ? -1 : layout.columns.indexOf(layout.copiesColumn);
  }

  rowOf(record: readonly string[]): Row {
    const { columns, reportColumns } = this.#layout;
    const cells = reportColumns > 0 ? record.slice(0, columns.length) : record;
    const variables = this.#slots.copy();
    const fault = this.#wrongCells(record) ?? this.#fill(variables, cells);
    if (fault !== null || this.#copiesAt < 0) {
      return { cells, others: '', variables, copies: this.#layout.copies, fault };
    }
    const text = cells[this.#copiesAt] as string;
    const copies = copiesOf(text, this.#layout.copies);
    return {
      cells,
      others: '',
      variables,
      copies: copies ?? this.#layout.copies,
      fault: copies === null ? `${this.#nameOf(this.#copiesAt)} ${wrongCopies(text)}` : null,
    };
  }

  /** The fault of the record as a whole, or null. */
  #wrongCells(cells: readonly string[]): string | null {
    const wanted = this.#layout.columns.length + this.#layout.reportColumns;
    if (cells.length !== wanted) {
      const advice =
        cells.length > wanted
          ? 'write values that contain the delimiter in quotes'
          : 'write a delimiter for an empty cell too';
      return `it has ${many(cells.length, 'cell')} and the header ${many(wanted, 'column')}: ${advice}`;
    }
    const column = this.#mayHaveNul ? cells.findIndex((cell) => cell.includes('\0')) : -1;
    return column < 0 ? null : `${this.#nameOf(column)} ${WITH_NUL}`;
  }

  /** Sets the variables to the values of the cells; returns the fault of a value, or null. */
  #fill(variables: Record<string, string>, cells: readonly string[]): string | null {
    for (const [column, variable] of this.#filled) {
      const text = cells[column] as string;
      // An empty cell leaves the value of `--set`.
      if (text === '') continue;
      const wrong = wrongValue(text);
      if (wrong !== null) return `${this.#nameOf(column)} ${wrong}`;
      variables[variable] = text;
    }
    return null;
  }

  inputFault({ column, wrong }: QuoteFault, row: number): InputFault {
    return new InputFault(`${this.#nameOf(column)} ${wrong}`, row);
  }

  /** The column in a message. A record with a wrong quote may have more cells than there are columns. */
  #nameOf(column: number): string {
    const name = this.#layout.columns[column];
    return name === undefined ? `column ${column + 1}` : `column ${column + 1} (${quote(name)})`;
  }
}

function many(count: number, thing: string): string {
  return count === 1 ? `1 ${thing}` : `${count} ${thing}s`;
}
