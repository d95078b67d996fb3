import { isZip } from '../../batch/input/input-encoding.ts';
import { cellsOf, readRecords } from '../../delimited/delimited-records.ts';
import { TABLE_LIMITS } from '../../limits.ts';
import { RequestRefusal } from '../../request-refusal.ts';

/** Rows to leaf through. */
const ROWS_MAX = 1000;
const LF = 0x0a;

/** The first rows of a table, each with its values by column. */
export interface SampleRows {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/**
 * Reads a table, the first line of which names the columns: comma, semicolon or tab separated values in UTF-8, or the
 * first sheet of an Excel workbook that is not hidden.
 *
 * @throws RequestRefusal (422) for anything else.
 */
export async function sampleRows(bytes: Uint8Array): Promise<SampleRows> {
  if (!isZip(bytes)) return tableRows(bytes);
  // Its reader takes a while to load.
  const { workbookCsv } = await import('../../delimited/workbook-csv.ts');
  const rows = await workbookCsv({ bytes, sheet: null });
  if (!rows.ok) throw refusal(rows.message);
  return tableRows(Buffer.from(rows.csv), ',');
}

function tableRows(bytes: Uint8Array, separator?: string): SampleRows {
  const text = new TextDecoder().decode(bytes);
  // Lines may end in CR alone, as on old Macs.
  const table = Buffer.from(bytes.includes(LF) ? text : text.replaceAll('\r', '\n'));
  const delimiter = separator ?? delimiterOf(text);
  const { records, fault } = readRecords(table, delimiter);
  const [columns = [], ...rows] = records.slice(0, ROWS_MAX + 1).map((record) => cellsOf(record, delimiter));
  if (fault !== null && records.length <= ROWS_MAX) {
    const place = records.length === 0 ? 'the first line' : `row ${records.length}`;
    throw refusal(`the rows cannot be read: column ${fault.column + 1} of ${place} ${fault.wrong}`);
  }
  if ([columns, ...rows].some((cells) => bytesOf(cells) > TABLE_LIMITS.rowBytes)) {
    throw refusal(`a row has more than ${TABLE_LIMITS.rowBytes} bytes, which no row may have`);
  }
  if (columns.length > TABLE_LIMITS.columns) {
    throw refusal(`the table has ${columns.length} columns; at most ${TABLE_LIMITS.columns} are read`);
  }
  return {
    columns,
    rows: rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i] ?? '']))),
  };
}

function refusal(message: string): RequestRefusal {
  return new RequestRefusal(422, message);
}

function bytesOf(cells: readonly string[]): number {
  return cells.reduce((bytes, cell) => bytes + Buffer.byteLength(cell), 0);
}

/** The one of which the first line has most. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const count = (delimiter: string): number => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}
