import { type FileHandle, open, rm } from 'node:fs/promises';
import { BatchStopped, InputFault } from '../batch-failure.ts';
import type { RowInput } from '../stages.ts';
import { chunksOf, type RecordFile } from './chunks.ts';
import { type Header, readHeader, readMembers } from './input-columns.ts';
import { foreignEncoding, markLength, refuseOtherText } from './input-encoding.ts';
import { delimiterOf, formatOf, namedDelimiter } from './input-format.ts';
import type { InputOptions } from './input-options.ts';
import { surveyInput } from './input-survey.ts';
import { plainFile, worded } from './plain-file.ts';

/** Enough for every header, and for the first object of JSON Lines. */
const FIRST_CHUNK = 65_536;
/** More than a line that names the delimiter takes. */
const NAMED_BYTES = 16;

/**
 * Opens rows for reading, and reads all of them once: what is not text is found before anything is printed.
 *
 * @throws The signal's reason once it is aborted; BatchUsage for options that do not fit, BatchStopped for what cannot be
 *   read, InputFault for a row that is no text.
 */
export async function openRowInput(options: InputOptions): Promise<RowInput> {
  const format = formatOf(options);
  const usual = delimiterOf(format, options.delimiter);
  const encoding = foreignEncoding(options.encoding);
  const kind = format === 'jsonl' || format === 'json' ? 'json' : 'cells';
  const { path, temporary } = await plainFile(options, format);
  let handle: FileHandle | null = null;
  const close = async (): Promise<void> => {
    await handle?.close();
    handle = null;
    if (temporary) await rm(path, { force: true });
  };
  try {
    handle = await open(path).catch((error: unknown) => {
      throw worded(error, path, path);
    });
    const { size, mtimeMs } = await handle.stat();
    const text = await textStart(handle);
    const mayBeQuoted = kind === 'cells';
    const named = mayBeQuoted
      ? namedDelimiter(await bytesAt(handle, text, NAMED_BYTES), options.delimiter)
      : null;
    const delimiter = named?.delimiter ?? usual;
    const start = text + (named?.bytes ?? 0);
    const file: RecordFile = { handle, start, bytes: size, modifiedMs: mtimeMs, mayBeQuoted };
    const header = headerOf(await firstChunk(file), kind, delimiter, format === 'json');
    const survey = await surveyRows(file, encoding, kind === 'cells' ? 1 : 0, options.signal);
    const rows = { ...file, start: start + header.bytes };
    return {
      kind,
      delimiter,
      columns: header.columns,
      reportColumns: header.reportColumns,
      start: { offset: rows.start, skip: 0 },
      // The same bytes are other cells with another delimiter.
      digest: survey.digest + (named === null ? '' : ` sep=${named.delimiter}`),
      count: survey.records,
      chunks: (from, bytes) => chunksOf(rows, from.offset, bytes),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function headerOf(first: Uint8Array, kind: RowInput['kind'], delimiter: string, array: boolean): Header {
  if (kind === 'cells') return readHeader(first, delimiter);
  const columns = array && first.length === 0 ? [] : readMembers(first);
  return { columns, reportColumns: 0, bytes: 0 };
}

/** The survey without the record of the header. */
async function surveyRows(file: RecordFile, encoding: string | null, header: number, signal: AbortSignal) {
  try {
    const { digest, records, hasLineEnd } = await surveyInput(file, encoding, signal);
    // Of UTF-16 all text is some text, whatever it was.
    if (encoding !== null && header > 0 && !hasLineEnd) {
      throw new BatchStopped(
        `as ${encoding} the input is one line without an end, and has no rows: say the right --encoding`,
      );
    }
    return { digest, records: Math.max(0, records - header) };
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    if (error.rowsBefore < header) throw new BatchStopped(`the header cannot be read: ${error.message}`);
    throw new InputFault(error.message, error.rowsBefore - header);
  }
}

async function bytesAt(handle: FileHandle, position: number, count: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, position);
  return buffer.subarray(0, bytesRead);
}

/** Where text begins, behind a byte order mark. */
async function textStart(handle: FileHandle): Promise<number> {
  const first = await bytesAt(handle, 0, 4);
  refuseOtherText(first);
  return markLength(first);
}

/** Of the records; empty for an input without any. */
async function firstChunk(file: RecordFile): Promise<Uint8Array> {
  try {
    for await (const { bytes } of chunksOf(file, file.start, FIRST_CHUNK)) return bytes;
    return new Uint8Array(0);
  } catch (error) {
    if (error instanceof InputFault)
      throw new BatchStopped(`the first line cannot be read: ${error.message}`);
    throw error;
  }
}
