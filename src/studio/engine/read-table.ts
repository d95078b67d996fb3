import { isUtf8 } from 'node:buffer';
import { BatchStopped, BatchUsage, InputFault } from '../../batch/batch-failure.ts';
import { readHeader } from '../../batch/input/input-columns.ts';
import { isZip } from '../../batch/input/input-encoding.ts';
import { namedDelimiter } from '../../batch/input/input-format.ts';
import { csvCell } from '../../delimited/csv-cell.ts';
import { cellsOf, readRecords } from '../../delimited/delimited-records.ts';
import { tabbedRows } from '../../delimited/tabbed-rows.ts';
import { TABLE_LIMITS } from '../../limits.ts';
import { asText } from '../../record/value-text.ts';
import { RequestRefusal } from '../../request-refusal.ts';
import { ROWS_MAX, type RowTable } from '../rows/row-table.ts';

type Rows = RowTable['rows'];

/** The beginning of JSON: an array of records, or a record. No header of cells begins so. */
const JSON_START = /^\s*(?:\[\s*[{[\]]|\{\s*["}])/;
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** The most bytes of a first line that names the delimiter. */
const NAMED_BYTES = 16;

/**
 * Reads a table by its content: an Excel workbook (the first sheet that is not hidden), a JSON array of records, JSON
 * Lines, or cells under a line with the names of the columns, separated by commas, semicolons, bars or tabs. Text is
 * UTF-8, or UTF-16 with its mark.
 *
 * @throws RequestRefusal (422) that names the row, and the column if it is known.
 */
export async function readTable(bytes: Uint8Array): Promise<RowTable> {
  try {
    const table = isZip(bytes) ? await workbookTable(bytes) : await textTable(textOf(bytes));
    checkBounds(table);
    return table;
  } catch (error) {
    if (error instanceof InputFault) throw refusal(`row ${error.row}: ${error.message}`);
    if (error instanceof BatchStopped || error instanceof BatchUsage) throw refusal(error.message);
    throw error;
  }
}

async function workbookTable(bytes: Uint8Array): Promise<RowTable> {
  // The reader of workbooks takes a while to load.
  const { workbookCsv } = await import('../../delimited/workbook-csv.ts');
  const rows = await workbookCsv({ bytes, sheet: null });
  if (!rows.ok) throw refusal(rows.message);
  return delimitedTable(Buffer.from(rows.csv), ',');
}

async function textTable(text: string): Promise<RowTable> {
  if (JSON_START.test(text)) return recordTable(text);
  // Lines may end in CR alone, as on old Macs.
  const lines = text.includes('\n') ? text : text.replaceAll('\r', '\n');
  const bytes = Buffer.from(lines);
  const named = namedDelimiter(bytes.subarray(0, NAMED_BYTES), null);
  const rest = bytes.subarray(named?.bytes ?? 0);
  const delimiter = named?.delimiter ?? delimiterOf(lines);
  return delimiter === '\t' ? tabbedTable(rest.toString()) : delimitedTable(rest, delimiter);
}

function delimitedTable(bytes: Uint8Array, delimiter: string): RowTable {
  const header = readHeader(bytes, delimiter);
  const { records, fault } = readRecords(bytes.subarray(header.bytes), delimiter);
  if (fault !== null) {
    throw refusal(
      `the rows cannot be read: column ${fault.column + 1} of row ${records.length + 1} ${fault.wrong}`,
    );
  }
  return cellTable(
    header,
    records.map((record) => cellsOf(record, delimiter)),
  );
}

function tabbedTable(text: string): RowTable {
  const [names = [], ...rows] = tabbedRows(text);
  return cellTable(readHeader(Buffer.from(names.map(csvCell).join(',')), ','), rows);
}

/** A table of cells, without the columns at the end that report why a row failed. */
function cellTable(
  { columns, reportColumns }: Pick<ReturnType<typeof readHeader>, 'columns' | 'reportColumns'>,
  records: Rows,
): RowTable {
  const width = columns.length + reportColumns;
  const rows =
    reportColumns === 0
      ? records
      : records.map((cells) => (cells.length === width ? cells.slice(0, columns.length) : cells));
  return { kind: 'cells', columns, rows };
}

async function recordTable(text: string): Promise<RowTable> {
  // Tables of cells need no reader of JSON.
  const [{ jsonLinesOf }, { jsonObjects }] = await Promise.all([
    import('../../batch/input/json-array.ts'),
    import('../../batch/input/json-rows.ts'),
  ]);
  const bytes = Buffer.from(text);
  const lines: Uint8Array[] = [];
  if (text.trimStart().startsWith('['))
    for await (const line of jsonLinesOf(oneBlock(bytes))) lines.push(line);
  else lines.push(bytes);
  const places = new Map<string, number>();
  const rows: (string | null)[][] = [];
  for (const read of jsonObjects(Buffer.concat(lines))) {
    if ('fault' in read) throw refusal(`row ${rows.length + 1}: ${read.fault}`);
    const row: (string | null)[] = [];
    for (const [name, value] of Object.entries(read.object)) {
      if (!places.has(name)) places.set(name, places.size);
      row[places.get(name) as number] = asText(value);
    }
    rows.push(row);
    // Checked before every row gets the columns of all rows.
    checkCounts(places.size, rows.length);
  }
  const columns = [...places.keys()];
  return { kind: 'json', columns, rows: rows.map((row) => columns.map((_, at) => row[at] ?? null)) };
}

async function* oneBlock(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function checkCounts(columns: number, rows: number): void {
  if (columns > TABLE_LIMITS.columns)
    throw refusal(`the table has more than ${TABLE_LIMITS.columns} columns, the most that a table may have`);
  if (rows > ROWS_MAX) {
    throw refusal(
      `the table has more than ${ROWS_MAX} rows, the most that are shown here: platen batch --local prints any number`,
    );
  }
}

function checkBounds({ columns, rows }: RowTable): void {
  checkCounts(columns.length, rows.length);
  const large = [columns, ...rows].findIndex((cells) => bytesOf(cells) > TABLE_LIMITS.rowBytes);
  if (large >= 0) {
    const place = large === 0 ? 'the header' : `row ${large}`;
    throw refusal(`${place} has more than ${TABLE_LIMITS.rowBytes} bytes, the most that a row may have`);
  }
}

function bytesOf(cells: readonly (string | null)[]): number {
  return cells.reduce((bytes, cell) => bytes + Buffer.byteLength(cell ?? ''), 0);
}

/** A cell in quotes, whose delimiters and line ends are text, with the delimiter before it. */
const QUOTED_CELL = /(^|[,;\t|])"(?:[^"]|"")*"(?=[,;\t|\r\n]|$)/g;

/** The delimiter that is most frequent in the header; a tab if it has none: a single column may hold any text. */
function delimiterOf(text: string): string {
  const [header = ''] = text.slice(0, TABLE_LIMITS.rowBytes).replace(QUOTED_CELL, '$1').split('\n', 1);
  const count = (delimiter: string): number => header.split(delimiter).length - 1;
  const most = DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
  return count(most) > 0 ? most : '\t';
}

function textOf(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw refusal(
      encoding === 'utf-8'
        ? `line ${badLine(bytes)} is not UTF-8: save the table as "CSV UTF-8"`
        : 'the table has the mark of UTF-16 but is not valid UTF-16: save it as "CSV UTF-8"',
    );
  }
}

const LF = 0x0a;

/** The number of the first line that is not UTF-8. */
function badLine(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf(LF, start) + 1;
    if (end === 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end;
  }
}

function refusal(message: string): RequestRefusal {
  return new RequestRefusal(422, message);
}
