import { isUtf8 } from 'node:buffer';
import { open, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { RecordScanner } from '../../delimited/record-scanner.ts';
import { BatchStopped, BatchUsage, InputFault } from '../batch-failure.ts';
import { isObject } from '../objects/object-address.ts';
import type { RowInput, RowRange } from '../stages.ts';
import { type HeaderRow, readHeader } from './input-columns.ts';
import { foreignEncoding, markLength, notText, refuseOtherText } from './input-encoding.ts';
import { delimiterOf, formatOf, type InputOptions, namedDelimiter } from './input-format.ts';
import { readMembers } from './json-rows.ts';
import { fileFailure, plainFile } from './plain-file.ts';
import {
  chunksOf,
  findPart,
  type InputPart,
  type RecordFile,
  type RecordSource,
  readFully,
} from './record-file.ts';

/** Bytes of the first read: enough for every header, and for the first object of JSON Lines. */
const FIRST_CHUNK = 65_536;
/** Bytes in which a line `sep=;` is looked for. */
const NAMED_BYTES = 16;

/**
 * Opens rows for reading, and reads all of them once, or those of a shard and all before them: bytes that are no text
 * are found before a label is printed.
 *
 * @throws The signal's reason once it is aborted; BatchUsage for options that do not fit, BatchStopped for an input
 *   that cannot be read, InputFault for a row that is no text.
 */
export async function openRowInput(options: InputOptions): Promise<RowInput> {
  const format = formatOf(options);
  const usual = delimiterOf(format, options.delimiter);
  if (options.sheet !== null && format !== 'xlsx') throw new BatchUsage('--sheet is for workbooks (.xlsx)');
  if (options.encoding !== null && format === 'xlsx') {
    throw new BatchUsage('--encoding is for text, not for workbooks');
  }
  const encoding = foreignEncoding(options.encoding);
  const kind = format === 'jsonl' || format === 'json' ? 'json' : 'cells';
  const { path, temporary } = await plainFile(options, format);
  let handle: RecordSource | null = null;
  const close = async (): Promise<void> => {
    await handle?.close();
    handle = null;
    if (temporary) await rm(path, { force: true });
  };
  try {
    handle = await openSource(path);
    const { size, mtimeMs } = await handle.stat();
    const text = await textStart(handle);
    const mayBeQuoted = kind === 'cells';
    const named = mayBeQuoted
      ? namedDelimiter(await bytesAt(handle, text, NAMED_BYTES), options.delimiter)
      : null;
    const delimiter = named?.delimiter ?? usual;
    const start = text + (named?.bytes ?? 0);
    const file: RecordFile = { handle, bytes: size, end: size, modifiedMs: mtimeMs, mayBeQuoted };
    const first = await firstChunk(file, start);
    const header = headerOf(first, kind, delimiter, format === 'json');
    const whole = rangeOf(file, start + header.bytes, 1);
    const { shard, signal } = options;
    const facts = {
      kind,
      delimiter,
      columns: header.columns,
      reportColumns: header.reportColumns,
      whole,
      close,
    } as const;
    // With another delimiter the same bytes are other cells, so it is a part of the digest.
    const separator = named === null ? '' : ` sep=${named.delimiter}`;
    if (shard === null) {
      const { digest, records } = await surveyRows(file, start, encoding, kind === 'cells' ? 1 : 0, signal);
      return { ...facts, ...whole, part: null, digest: digest + separator, count: records };
    }
    const part = await findPart(file, whole.start.offset, shard, signal);
    const partFile = { ...file, end: part.end };
    const { digest, records } = await surveyPart(partFile, part, signal);
    const headerSum = hex(crc32(first.subarray(0, header.bytes)));
    return {
      ...facts,
      ...rangeOf(partFile, part.start, part.firstRow),
      part: { end: part.end, file: `${headerSum}-${size}${separator}` },
      digest: `${digest} at ${part.start}${separator}`,
      count: records,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function rangeOf(file: RecordFile, offset: number, firstRow: number): RowRange {
  return {
    start: { offset, skip: 0 },
    firstRow,
    chunks: (from, row, bytes) => chunksOf(file, from, row, bytes),
  };
}

function headerOf(first: Uint8Array, kind: RowInput['kind'], delimiter: string, array: boolean): HeaderRow {
  if (kind === 'cells') return readHeader(first, delimiter);
  const columns = array && first.length === 0 ? [] : readMembers(first);
  return { columns, reportColumns: 0, bytes: 0 };
}

/** Surveys all records; that of the header does not count. */
async function surveyRows(
  file: RecordFile,
  start: number,
  encoding: string | null,
  header: number,
  signal: AbortSignal,
) {
  try {
    const { digest, records, hasLineEnd } = await surveyInput(file, { from: 0, start, encoding, signal });
    // In UTF-16 any bytes are some text, so a wrong encoding shows only by its lack of line ends.
    if (encoding !== null && header > 0 && !hasLineEnd) {
      throw new BatchStopped(
        `as ${encoding} the input is one line without an end, and has no rows: say the right --encoding`,
      );
    }
    return { digest, records: Math.max(0, records - header) };
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    if (error.row <= header) throw new BatchStopped(`the header cannot be read: ${error.message}`);
    throw new InputFault(error.message, error.row - header);
  }
}

/** Surveys the records of a shard. */
async function surveyPart(
  file: RecordFile,
  { start, firstRow }: InputPart,
  signal: AbortSignal,
): Promise<InputSurvey> {
  try {
    return await surveyInput(file, { from: start, start, encoding: null, signal });
  } catch (error) {
    throw error instanceof InputFault ? new InputFault(error.message, error.row + firstRow - 1) : error;
  }
}

async function openSource(path: string): Promise<RecordSource> {
  if (isObject(path)) return (await import('../objects/object-source.ts')).ObjectSource.open(path);
  return await open(path).catch((error: unknown) => {
    throw fileFailure(error, path);
  });
}

async function bytesAt(handle: RecordSource, position: number, count: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(count);
  return buffer.subarray(0, await readFully(handle, buffer, position));
}

/** The place of the text, after a byte order mark if there is one. Throws as {@link refuseOtherText} does. */
async function textStart(handle: RecordSource): Promise<number> {
  const first = await bytesAt(handle, 0, 4);
  refuseOtherText(first);
  return markLength(first);
}

/** The first chunk of records; empty for an input without any. */
async function firstChunk(file: RecordFile, start: number): Promise<Uint8Array> {
  try {
    for await (const { bytes } of chunksOf(file, start, 1, FIRST_CHUNK)) return bytes;
    return new Uint8Array(0);
  } catch (error) {
    if (error instanceof InputFault)
      throw new BatchStopped(`the first line cannot be read: ${error.message}`);
    throw error;
  }
}

const BLOCK = 1_048_576;
const LF = 0x0a;

/** Facts about an input after it was read once. */
interface InputSurvey {
  /**
   * The identity of the content: after a crash, a run must not go on with rows that were changed meanwhile. A checksum
   * and the length are enough against mistakes. They take 1 % of a run of a million rows of 190 bytes; SHA-256, which
   * would also stop a forger, takes 2.6 %.
   */
  readonly digest: string;
  /** Records, that of a header included. */
  readonly records: number;
  /** Whether any line ends. */
  readonly hasLineEnd: boolean;
}

interface SurveyOptions {
  /** The place from which bytes are read. */
  readonly from: number;
  /** The place of the first record. */
  readonly start: number;
  /** The encoding of the original if it was decoded; U+FFFD then marks bytes that were no text. */
  readonly encoding: string | null;
  readonly signal: AbortSignal;
}

/**
 * Reads a file, or a part of it, to its end.
 *
 * @throws InputFault for bytes that are not UTF-8; the record of a header counts as a row.
 */
async function surveyInput(
  file: RecordFile,
  { from, start, encoding, signal }: SurveyOptions,
): Promise<InputSurvey> {
  let checksum = 0;
  const scanner = new RecordScanner(file.mayBeQuoted);
  const buffer = Buffer.allocUnsafe(BLOCK);
  // Bytes of a character that the last block cut in two; they are kept in front of the next block.
  let carried = 0;
  let hasLineEnd = false;
  // The scanner does not see the byte order mark: a line that has nothing else is blank.
  let mark = start - from;
  for (let position = from; position < file.end; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.handle.read(
      buffer,
      carried,
      Math.min(BLOCK - carried, file.end - position),
      position,
    );
    if (bytesRead === 0) break;
    position += bytesRead;
    const text = buffer.subarray(0, carried + bytesRead);
    const fresh = text.subarray(carried);
    const rest = position < file.end ? openCharacter(text) : 0;
    const bad = badLine(text.subarray(0, text.length - rest), encoding);
    if (bad !== null) {
      scanner.scan(fresh.subarray(mark, Math.max(mark, bad - carried)));
      throw new InputFault(notText(encoding), scanner.records + 1);
    }
    checksum = crc32(fresh, checksum);
    scanner.scan(fresh.subarray(mark));
    hasLineEnd ||= fresh.includes(LF);
    mark = 0;
    carried = rest;
    buffer.copy(buffer, 0, text.length - rest, text.length);
  }
  scanner.end();
  const digest = `${hex(checksum)}-${file.end - from}`;
  return { digest, records: scanner.records, hasLineEnd };
}

function hex(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}

/** The offset of the first line with bytes that are no text, or null. */
function badLine(text: Buffer, encoding: string | null): number | null {
  if (encoding !== null) {
    const at = text.indexOf('\ufffd');
    return at < 0 ? null : text.lastIndexOf(LF, at) + 1;
  }
  if (isUtf8(text)) return null;
  let start = 0;
  for (;;) {
    const end = text.indexOf(LF, start) + 1;
    if (end === 0 || !isUtf8(text.subarray(start, end))) return start;
    start = end;
  }
}

/** Bytes at the end of the text that are the beginning of a character. */
function openCharacter(text: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= text.length; back++) {
    const byte = text[text.length - back] as number;
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** Bytes of a character in UTF-8, by its first byte. */
function lengthOf(lead: number): number {
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}
