import { type CsvError, parse } from 'csv-parse/sync';
import { TABLE_LIMITS } from '../../limits.ts';
import { StudioRefusal } from '../refusal.ts';

/** Rows to leaf through. */
const ROWS_MAX = 1000;

/** The first rows of a table, each with its values by column. */
export interface SampleRows {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/**
 * Reads a table of comma, semicolon or tab separated values, the first line of which names the columns.
 *
 * @throws StudioRefusal (422) for what is none.
 */
export function sampleRows(bytes: Uint8Array): SampleRows {
  const text = Buffer.from(bytes).toString();
  try {
    const table: string[][] = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: TABLE_LIMITS.rowBytes,
      to: ROWS_MAX + 1,
    });
    const [columns = [], ...rows] = table;
    if (columns.length > TABLE_LIMITS.columns)
      throw new StudioRefusal(
        422,
        `the table has ${columns.length} columns; at most ${TABLE_LIMITS.columns} are read`,
      );
    return {
      columns,
      rows: rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i] ?? '']))),
    };
  } catch (error) {
    if (error instanceof StudioRefusal) throw error;
    if ((error as CsvError).code === 'CSV_MAX_RECORD_SIZE')
      throw new StudioRefusal(
        422,
        `a row has more than ${TABLE_LIMITS.rowBytes} bytes, which no row may have`,
      );
    throw new StudioRefusal(422, `the rows cannot be read: ${(error as Error).message}`);
  }
}

/** The one of which the first line has most. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const count = (delimiter: string): number => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}
