import { isAscii } from 'node:buffer';
import { CellScanner } from './cell-scanner.ts';
import { RecordScanner } from './record-scanner.ts';

const QUOTE = '"';
const QUOTE_UNIT = 0x22;
const NOT_CLOSED = 'has a quote that is not closed';
const INSIDE = 'has a quote inside its value: write the value in quotes, and each quote in it twice';

type Cells = readonly string[];

/** The text of a record without quotes, whose cells are best made when they are needed; the cells of any other. */
export type DelimitedRecord = string | Cells;

/** A quote that is wrong: the end of the record, and all that follows, are unknown. */
export interface QuoteFault {
  /** The fault, in words that follow the name of the column. */
  readonly wrong: string;
  /** From 0. */
  readonly column: number;
}

/**
 * All records of a chunk, or those before a quote that is wrong: RFC 4180, strictly as to quotes, with both line ends
 * wherever they stand. Blank lines are no records, and records may have any number of cells.
 *
 * @param chunk whole records in UTF-8
 * @param delimiter one UTF-16 unit
 */
export function readRecords(
  chunk: Uint8Array,
  delimiter: string,
): { readonly records: readonly DelimitedRecord[]; readonly fault: QuoteFault | null } {
  const records: DelimitedRecord[] = [];
  for (const text of recordTexts(chunk)) {
    if (!text.includes(QUOTE)) records.push(text);
    else {
      const cells = readCells(text, delimiter);
      if ('wrong' in cells) return { records, fault: cells };
      records.push(cells);
    }
  }
  return { records, fault: null };
}

/** The cells of a record. */
export function cellsOf(record: DelimitedRecord, delimiter: string): Cells {
  return typeof record === 'string' ? record.split(delimiter) : record;
}

/** The first record, and the bytes up to its end; null if there is none. */
export function readFirstRecord(
  bytes: Uint8Array,
  delimiter: string,
): { readonly cells: Cells; readonly end: number } | QuoteFault | null {
  const scanner = new CellScanner(delimiter, 1);
  scanner.begin(bytes);
  if (scanner.next() === 'end') return null;
  const end = scanner.start + scanner.bytes;
  const [text = ''] = recordTexts(bytes.subarray(scanner.start, end));
  const cells = readCells(text, delimiter);
  return 'wrong' in cells ? cells : { cells, end };
}

/** The texts of records, without their line ends. */
function* recordTexts(chunk: Uint8Array): Generator<string> {
  const bounds: number[] = [];
  const last = new RecordScanner(true).scan(chunk, bounds);
  if (last < chunk.length) bounds.push(last, chunk.length);
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  // Text beyond ASCII is decoded record by record: one character beyond Latin-1 makes V8 keep a whole string, and all
  // that is cut from it, in two bytes a character, which the engine reads slower.
  const ascii = isAscii(chunk) ? bytes.toString('latin1') : null;
  for (let at = 0; at < bounds.length; at += 2) {
    const [start, end] = [bounds[at] as number, bounds[at + 1] as number];
    yield ascii === null ? bytes.toString('utf8', start, end) : ascii.slice(start, end);
  }
}

/** The cells of a record; the first of its quotes that is wrong is the fault. */
function readCells(record: string, delimiter: string): Cells | QuoteFault {
  const delimiterUnit = delimiter.charCodeAt(0);
  const cells: string[] = [];
  for (let start = 0; ; ) {
    let text = '';
    let end = start;
    if (record.charCodeAt(start) === QUOTE_UNIT) {
      const first = record.indexOf(QUOTE, start + 1);
      const close = first < 0 ? first : closingQuote(record, first);
      if (close < 0) return { wrong: NOT_CLOSED, column: cells.length };
      text = record.slice(start + 1, close);
      if (close > first) text = text.replaceAll('""', QUOTE);
      end = close + 1;
      const next = record.charCodeAt(end);
      // A NUL is the fault of its row alone, also after a quote.
      const isOver = end === record.length || next === delimiterUnit || next === 0;
      if (!isOver) return { wrong: INSIDE, column: cells.length };
    }
    if (end < record.length && record.charCodeAt(end) !== delimiterUnit) {
      const from = end;
      const found = record.indexOf(delimiter, from);
      end = found < 0 ? record.length : found;
      const rest = record.slice(from, end);
      if (rest.includes(QUOTE)) return { wrong: INSIDE, column: cells.length };
      text = text === '' ? rest : text + rest;
    }
    cells.push(text);
    if (end === record.length) return cells;
    start = end + 1;
  }
}

/** Offset of the closing quote of a value, or -1: a doubled quote is a quote of the value. */
function closingQuote(record: string, quote: number): number {
  let at = quote;
  while (at >= 0 && record.charCodeAt(at + 1) === QUOTE_UNIT) at = record.indexOf(QUOTE, at + 2);
  return at;
}
