import { RecordScanner } from '../../delimited/record-scanner.ts';
import { TABLE_LIMITS } from '../../limits.ts';
import { BatchStopped, InputFault } from '../batch-failure.ts';
import type { Shard } from '../shard.ts';
import type { Chunk } from '../stages.ts';

const RECORD_BYTES = TABLE_LIMITS.rowBytes;

/** A source of bytes that is read as an open file is: from any place, mostly onwards from the last read. */
export interface RecordSource {
  /** Reads at most `length` bytes to an offset of the buffer; 0 bytes mean the end. */
  read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
  stat(): Promise<{ readonly size: number; readonly mtimeMs: number }>;
  close(): Promise<void>;
}

/** A file of records, open for reading. */
export interface RecordFile {
  readonly handle: RecordSource;
  /** Bytes of the file. */
  readonly bytes: number;
  /** The place after the last record that is read: the end of the file, or of a part of it. */
  readonly end: number;
  /** The time of its last change when it was opened, in milliseconds since 1970. */
  readonly modifiedMs: number;
  /** Whether a line end in quotes belongs to a value. */
  readonly mayBeQuoted: boolean;
}

/**
 * Yields whole records from an offset on, in chunks of about `bytes`. The next chunk reuses the memory of a chunk.
 *
 * @param fromRow the number of the record at the offset
 * @throws InputFault for a record that is too large, once all records before it were yielded; BatchStopped when the
 *   file is changed meanwhile.
 */
export async function* chunksOf(
  file: RecordFile,
  from: number,
  fromRow: number,
  bytes: number,
): AsyncGenerator<Chunk> {
  const usual = Math.min(bytes, RECORD_BYTES);
  let buffer = Buffer.allocUnsafe(usual);
  let offset = from;
  let firstRow = fromRow;
  let held = 0;
  for (let wanted = usual; ; ) {
    if (wanted > buffer.length) buffer = Buffer.concat([buffer.subarray(0, held)], wanted);
    held += await fill(file, buffer.subarray(held, wanted), offset + held);
    const isLast = offset + held === file.end;
    const scanner = new RecordScanner(file.mayBeQuoted);
    const end = isLast ? held : scanner.scan(buffer.subarray(0, held));
    if (end > 0) {
      yield { offset, firstRow, bytes: buffer.subarray(0, end) };
      buffer.copyWithin(0, end, held);
      offset += end;
      firstRow += scanner.records;
      held -= end;
      wanted = usual;
    } else if (isLast) break;
    else if (wanted < RECORD_BYTES) wanted = Math.min(wanted * 2, RECORD_BYTES);
    else throw new InputFault(tooLarge(file), firstRow);
  }
  const { size, mtimeMs } = await file.handle.stat();
  if (size !== file.bytes || mtimeMs !== file.modifiedMs) throw inputChanged();
}

function tooLarge({ mayBeQuoted }: RecordFile): string {
  const question = mayBeQuoted ? 'is a quote not closed?' : 'is a line end missing?';
  return `a record of more than 1 MiB begins here: ${question}`;
}

/** Fills the buffer, or reads to the end of the file. Returns the bytes; throws `inputChanged` if some are missing. */
async function fill({ handle, end }: RecordFile, buffer: Buffer, position: number): Promise<number> {
  const wanted = buffer.subarray(0, Math.min(buffer.length, end - position));
  if ((await readFully(handle, wanted, position)) < wanted.length) throw inputChanged();
  return wanted.length;
}

/** Consecutive records of a file. */
export interface InputPart {
  /** The place of the first record. */
  readonly start: number;
  /** The place after the last one. */
  readonly end: number;
  /** The number of the first record, counted from 1. */
  readonly firstRow: number;
}

const BLOCK = 1_048_576;

/**
 * Finds the part of a shard. The file is cut into as many parts of equal bytes as there are shards, and each has the
 * records that begin in it. All of the file before the end of the part is read once, since the number of the first
 * record, and which line ends are in quotes, depend on it.
 *
 * @param start the place of the first record of the file
 * @throws The signal's reason once it is aborted.
 */
export async function findPart(
  file: RecordFile,
  start: number,
  { index, count }: Shard,
  signal: AbortSignal,
): Promise<InputPart> {
  const cut = (number: number): number =>
    number === count ? file.end : start + Math.floor(((file.end - start) / count) * number);
  const walk = new RecordWalk(file, start, signal);
  const from = await walk.to(cut(index));
  const firstRow = walk.records + 1;
  return { start: from, end: await walk.to(cut(index + 1)), firstRow };
}

/** A walk through a file that stops between records. */
class RecordWalk {
  readonly #file: RecordFile;
  readonly #scanner: RecordScanner;
  readonly #signal: AbortSignal;
  readonly #buffer = Buffer.allocUnsafe(BLOCK);
  #at: number;

  constructor(file: RecordFile, start: number, signal: AbortSignal) {
    this.#file = file;
    this.#scanner = new RecordScanner(file.mayBeQuoted);
    this.#signal = signal;
    this.#at = start;
  }

  /** Records that the walk has passed. */
  get records(): number {
    return this.#scanner.records;
  }

  /** Goes to the first record that begins at or after a place, or to the end of the file; returns the place of it. */
  async to(place: number): Promise<number> {
    let isBetween = true;
    while (this.#at < place) {
      const block = await this.#read(place);
      isBetween = this.#scanner.scan(block) === block.length;
      this.#at += block.length;
    }
    while (!isBetween && this.#at < this.#file.end) {
      const block = await this.#read(this.#file.end);
      const bytes = this.#scanner.scanFirst(block);
      isBetween = bytes > 0;
      this.#at += isBetween ? bytes : block.length;
    }
    // The last record may have no line end.
    if (!isBetween) this.#scanner.end();
    return this.#at;
  }

  async #read(end: number): Promise<Uint8Array> {
    this.#signal.throwIfAborted();
    const length = Math.min(BLOCK, end - this.#at);
    const { bytesRead } = await this.#file.handle.read(this.#buffer, 0, length, this.#at);
    if (bytesRead === 0) throw inputChanged();
    return this.#buffer.subarray(0, bytesRead);
  }
}

/** The error of an input that was changed since the run began. */
export function inputChanged(): BatchStopped {
  return new BatchStopped(
    'the input was changed while it was read; start again with an input that does not change',
  );
}

/** Reads from a position until the buffer is full or the source ends. Returns the bytes that were read. */
export async function readFully(source: RecordSource, buffer: Uint8Array, position: number): Promise<number> {
  let read = 0;
  while (read < buffer.length) {
    const { bytesRead } = await source.read(buffer, read, buffer.length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return read;
}
