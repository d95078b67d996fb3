import type { FileHandle } from 'node:fs/promises';
import { BatchStopped, InputFault } from '../batch-failure.ts';
import type { Chunk } from '../stages.ts';
import { RecordScanner } from './record-scanner.ts';

/** Of a record, its line end included. A label takes 50 values of 1000 characters. */
export const RECORD_BYTES = 1_048_576;

/** A file of records, open for reading. */
export interface RecordFile {
  readonly handle: FileHandle;
  readonly bytes: number;
  /** Whether a line end in quotes belongs to a value. */
  readonly quotes: boolean;
}

/**
 * Whole records from an offset on, in chunks of about `bytes`. The memory of a chunk is used again for the next.
 *
 * @throws InputFault for a record that is too large, with the records from the offset up to it; BatchStopped when the
 * file is shorter than it was.
 */
export async function* chunksOf(file: RecordFile, from: number, bytes: number): AsyncGenerator<Chunk> {
  const usual = Math.min(bytes, RECORD_BYTES);
  let buffer = Buffer.allocUnsafe(usual);
  let offset = from;
  let held = 0;
  let records = 0;
  for (let wanted = usual; ; ) {
    if (wanted > buffer.length) {
      const larger = Buffer.allocUnsafe(wanted);
      buffer.copy(larger, 0, 0, held);
      buffer = larger;
    }
    held += await fill(file, buffer.subarray(held, wanted), offset + held);
    if (held === 0) return;
    const scanner = new RecordScanner(file.quotes);
    const whole = scanner.scan(buffer.subarray(0, held));
    const end = offset + held === file.bytes ? held : whole;
    if (end > 0) {
      yield { offset, bytes: buffer.subarray(0, end) };
      buffer.copyWithin(0, end, held);
      records += scanner.records;
      offset += end;
      held -= end;
      wanted = usual;
    } else if (wanted < RECORD_BYTES) wanted = Math.min(wanted * 2, RECORD_BYTES);
    else throw new InputFault(tooLarge(file.quotes), records);
  }
}

function tooLarge(quotes: boolean): string {
  const question = quotes ? 'is a quote not closed?' : 'are the line ends missing?';
  return `it begins here and is larger than 1 MiB: ${question}`;
}

/** Reads until the buffer or the file ends. Returns the bytes. */
async function fill({ handle, bytes }: RecordFile, buffer: Buffer, position: number): Promise<number> {
  const wanted = Math.min(buffer.length, bytes - position);
  let read = 0;
  while (read < wanted) {
    const { bytesRead } = await handle.read(buffer, read, wanted - read, position + read);
    if (bytesRead === 0)
      throw new BatchStopped('the input became shorter while it was read: it is another one now');
    read += bytesRead;
  }
  return read;
}
