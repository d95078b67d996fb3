import { readFirstRecord } from '../../delimited/delimited-records.ts';
import { TABLE_LIMITS } from '../../limits.ts';
import { BatchStopped } from '../batch-failure.ts';
import { OTHERS_COLUMN, REPORT_COLUMNS } from '../stages.ts';

/** The names of the columns, from the header. */
export interface HeaderRow {
  readonly columns: readonly string[];
  /** Columns after them that report why a row failed. */
  readonly reportColumns: number;
  /** Bytes of the header, its line end included. */
  readonly bytes: number;
}

/**
 * Reads the first record as the names of the columns.
 *
 * @throws BatchStopped for a record that cannot be a header.
 */
export function readHeader(bytes: Uint8Array, delimiter: string): HeaderRow {
  const first = readFirstRecord(bytes, delimiter);
  if (first === null) {
    throw new BatchStopped('the input is empty: its first line must have the names of the columns');
  }
  if ('wrong' in first) {
    throw new BatchStopped(`the header is broken: column ${first.column + 1} ${first.wrong}`);
  }
  if (first.cells.length > TABLE_LIMITS.columns) {
    throw new BatchStopped(
      `the header has ${first.cells.length} columns; at most ${TABLE_LIMITS.columns} are read`,
    );
  }
  const reportColumns = countReportColumns(first.cells);
  const columns = first.cells.slice(0, first.cells.length - reportColumns);
  const lone = columns.length === 1 ? columns[0] : undefined;
  if (lone !== undefined) refuseOtherDelimiter(lone, delimiter);
  refuseNames(columns);
  return { columns, reportColumns, bytes: first.end };
}

/**
 * Counts the report columns at the end of a file of failed rows. Its rows, once corrected, are an input as the original
 * was; the report on them is not printed, and is made again for a row that fails again.
 */
function countReportColumns(names: readonly string[]): number {
  for (const report of [[...REPORT_COLUMNS, OTHERS_COLUMN], REPORT_COLUMNS]) {
    const last = names.slice(-report.length);
    if (names.length > report.length && report.every((name, at) => name === last[at])) return report.length;
  }
  return 0;
}

const DELIMITERS: Readonly<Record<string, string>> = {
  ';': 'semicolons (--delimiter ";")',
  '\t': 'tabs (--input-format tsv)',
  '|': 'bars (--delimiter "|")',
  ',': 'commas (--input-format csv)',
};

function refuseOtherDelimiter(name: string, delimiter: string): void {
  if (name.includes('\r')) {
    throw new BatchStopped('the lines of the input end in CR alone, as on old Macs: save it with LF or CRLF');
  }
  for (const [other, words] of Object.entries(DELIMITERS)) {
    if (other === delimiter || !name.includes(other)) continue;
    throw new BatchStopped(`the header is one column, ${JSON.stringify(name)}: it looks like ${words}`);
  }
}

/** Tabs and line ends are usual in headers of spreadsheets. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

function refuseNames(columns: readonly string[]): void {
  const places = new Map<string, number>();
  for (const [index, column] of columns.entries()) {
    const key = columnKey(column);
    const number = index + 1;
    if (key === '') {
      const why = number === columns.length && number > 1 ? '; does the header end in a delimiter?' : '';
      throw new BatchStopped(`column ${number} of the header has no name${why}`);
    }
    const [control] = CONTROL.exec(column) ?? [];
    if (control !== undefined) {
      const code = (control.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
      throw new BatchStopped(
        `column ${number} of the header has U+${code} in its name, a control character: is the input text, ` +
          'and of this encoding? --encoding says which',
      );
    }
    const other = places.get(key);
    if (other !== undefined) {
      throw new BatchStopped(
        `columns ${other} and ${number} of the header have the same name, ${JSON.stringify(column.trim())}; ` +
          'case and spaces around it make no difference',
      );
    }
    places.set(key, number);
  }
}

/** The form in which names of columns are compared: in lower case, without spaces around them. */
export function columnKey(name: string): string {
  return name.trim().toLowerCase();
}
