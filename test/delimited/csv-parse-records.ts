import { CsvError, type Options, parse } from 'csv-parse/sync';
import type { QuoteFault } from '../../src/delimited/delimited-records.ts';

const INSIDE = 'has a quote inside its value: write the value in quotes, and each quote in it twice';

const WRONG_QUOTES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_INVALID_CLOSING_QUOTE: INSIDE,
  INVALID_OPENING_QUOTE: INSIDE,
};

/** Cells of all records, or of those before a quote that is wrong, as an independent reader finds them. */
export function csvParseRecords(
  csv: string | Uint8Array,
  delimiter: string,
): { readonly records: readonly (readonly string[])[]; readonly fault: QuoteFault | null } {
  const options: Options = {
    delimiter,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
  };
  try {
    return { records: parse(csv, options), fault: null };
  } catch (error) {
    const wrong = error instanceof CsvError ? WRONG_QUOTES[error.code] : undefined;
    if (wrong === undefined) throw error;
    const { column, records } = error as CsvError & { readonly column: number; readonly records: number };
    // The records before an error are not returned with it.
    const before = records === 0 ? [] : parse(csv, { ...options, to: records });
    return { records: before, fault: { wrong, column } };
  }
}
