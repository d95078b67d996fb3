import { CsvError, type Options, parse } from 'csv-parse/sync';

// How csv-parse is used: strictly as to quotes, with both line ends wherever they stand. That a row has as many cells as
// the header has columns is for those who know the header.

/** A quote that is wrong: nobody knows where the record ends, nor what follows it. */
export interface QuoteFault {
  /** What is wrong, in words that follow the name of the column. */
  readonly wrong: string;
  /** From 0. */
  readonly column: number;
  /** Whole records before the one at fault. */
  readonly recordsBefore: number;
}

/** Cells of all records, or of those before a quote that is wrong. Blank lines are none. */
export function readCsv(
  csv: string | Uint8Array,
  delimiter: string,
): { readonly records: readonly (readonly string[])[]; readonly fault: QuoteFault | null } {
  const options = optionsFor(delimiter);
  try {
    return { records: parse(csv, options), fault: null };
  } catch (error) {
    const fault = quoteFault(error);
    // The records before an error are not returned with it. Taking each as it is read (`on_record`) would cost all inputs
    // 2 µs a row of 20 cells.
    const { recordsBefore } = fault;
    return { records: recordsBefore === 0 ? [] : parse(csv, { ...options, to: recordsBefore }), fault };
  }
}

/** The first record, and the bytes up to its end; null if there is none. */
export function readFirstRecord(
  csv: Uint8Array,
  delimiter: string,
): { readonly cells: readonly string[]; readonly end: number } | QuoteFault | null {
  try {
    // With `info` a record comes with what was read so far, which the types do not say.
    const [first] = parse(csv, { ...optionsFor(delimiter), to: 1, info: true }) as unknown as {
      readonly record: string[];
      readonly info: { readonly bytes: number };
    }[];
    return first === undefined ? null : { cells: first.record, end: first.info.bytes };
  } catch (error) {
    return quoteFault(error);
  }
}

function optionsFor(delimiter: string): Options {
  return { delimiter, record_delimiter: ['\r\n', '\n'], relax_column_count: true, skip_empty_lines: true };
}

const INSIDE = 'has a quote inside its value: write the value in quotes, and each quote in it twice';

const WRONG_QUOTES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_INVALID_CLOSING_QUOTE: INSIDE,
  INVALID_OPENING_QUOTE: INSIDE,
};

function quoteFault(error: unknown): QuoteFault {
  const wrong = error instanceof CsvError ? WRONG_QUOTES[error.code] : undefined;
  if (wrong === undefined) throw error;
  const { column, records } = error as CsvError & { readonly column: number; readonly records: number };
  return { wrong, column, recordsBefore: records };
}
