import { CsvError, type Options, parse } from 'csv-parse/sync';

/**
 * How csv-parse reads: strictly as to quotes, with both line ends at any place. Cells are counted by those who know the
 * header.
 */
function csvOptions(delimiter: string): Options {
  return { delimiter, record_delimiter: ['\r\n', '\n'], relax_column_count: true, skip_empty_lines: true };
}

/** What is wrong with a quote. */
export interface QuoteFault {
  /** In words, with the column's number. */
  readonly reason: string;
  /** Whole records before the one at fault. */
  readonly recordsBefore: number;
}

/** Cells of all records, or of those before a quote that is wrong. */
export function readCsv(
  bytes: Uint8Array,
  delimiter: string,
): { readonly records: readonly (readonly string[])[]; readonly fault: QuoteFault | null } {
  const records: string[][] = [];
  try {
    // What was read before an error is not returned, so each record is taken as it comes.
    parse(asBuffer(bytes), {
      ...csvOptions(delimiter),
      on_record: (record: string[]) => {
        records.push(record);
        return null;
      },
    });
    return { records, fault: null };
  } catch (error) {
    return { records, fault: quoteFault(error, records.length) };
  }
}

/** The first record, and the bytes up to its end; null if there is none. */
export function readFirstRecord(
  bytes: Uint8Array,
  delimiter: string,
): { readonly cells: readonly string[]; readonly end: number } | QuoteFault | null {
  try {
    const [first] = parse(asBuffer(bytes), { ...csvOptions(delimiter), to: 1, info: true }) as unknown as {
      record: string[];
      info: { bytes: number };
    }[];
    return first === undefined ? null : { cells: first.record, end: first.info.bytes };
  } catch (error) {
    return quoteFault(error, 0);
  }
}

function quoteFault(error: unknown, recordsBefore: number): QuoteFault {
  if (!(error instanceof CsvError)) throw error;
  const column = Number(error['column']) + 1;
  const wrong = WRONG_QUOTES[error.code];
  if (wrong === undefined) throw error;
  return { reason: `column ${column} has ${wrong}`, recordsBefore };
}

const HOW = 'put the value in quotes, and write each quote in it twice';

const WRONG_QUOTES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote that is not closed before the input ends',
  CSV_INVALID_CLOSING_QUOTE: `a quote in the middle of its value: ${HOW}`,
  INVALID_OPENING_QUOTE: `a quote in the middle of its value: ${HOW}`,
};

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
