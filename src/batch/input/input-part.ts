import { RecordScanner } from '../../delimited/record-scanner.ts';
import type { Shard } from '../shard.ts';
import { inputChanged, type RecordFile } from './chunks.ts';

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
