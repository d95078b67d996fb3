import { constants } from 'node:fs';
import { type FileHandle, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BatchStopped } from '../batch-failure.ts';
import { syncFolder } from '../output/durable-files.ts';
import { partialOf } from '../output/growing-file.ts';
import { createFile, openLeft, openToGoOn } from '../output/own-file.ts';
import {
  type Begin,
  type Done,
  type End,
  fromLine,
  type JournalRecord,
  LINE_START,
  type Sending,
  toLine,
  VERSION,
} from './record.ts';

/** The beginning, the last checkpoint and the end of a run; null for those that are missing. */
export interface RunState {
  readonly begin: Begin;
  readonly done: Done | null;
  readonly end: End | null;
}

/** The state of a run in its journal. */
export interface JournalState extends RunState {
  /** Rows that were about to be sent next; null for none. */
  readonly sending: Sending | null;
  /** Bytes of whole records. Bytes after them are of a record that was being written when the run ended. */
  readonly length: number;
}

/**
 * The journal of a run, a file that only grows: one record a line, each with a checksum. A record is on the disk before
 * the run relies on it.
 */
export class Journal {
  readonly path: string;
  readonly #file: FileHandle;
  #length: number;

  private constructor(path: string, file: FileHandle, length: number) {
    this.path = path;
    this.#file = file;
    this.#length = length;
  }

  /** Reads the journal at this path; null if there is none. Throws `BatchStopped` if it cannot be read. */
  static async read(path: string): Promise<JournalState | null> {
    let file: FileHandle;
    try {
      file = await openLeft(path, constants.O_RDONLY);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw unusable(path, error);
    }
    try {
      return await readJournal(file, path);
    } catch (error) {
      throw unusable(path, error);
    } finally {
      await file.close();
    }
  }

  /**
   * Creates a journal with this first record. It replaces an older one of the same path when the record is on the disk.
   *
   * @throws BatchStopped
   */
  static async create(path: string, begin: Omit<Begin, 'kind' | 'version'>): Promise<Journal> {
    const draft = partialOf(path);
    let file: FileHandle | undefined;
    try {
      file = await createFile(draft, 0o644);
      const line = Buffer.from(toLine({ kind: 'begin', version: VERSION, ...begin }));
      await file.writeFile(line);
      await file.sync();
      await rename(draft, path);
      await syncFolder(dirname(path));
      return new Journal(path, file, line.length);
    } catch (error) {
      await file?.close();
      await rm(draft, { force: true });
      throw unusable(path, error);
    }
  }

  /** Opens a journal to continue it from a state. Throws `BatchStopped`. */
  static async open(path: string, { length }: JournalState): Promise<Journal> {
    try {
      const file = await openToGoOn(path);
      await file.truncate(length);
      return new Journal(path, file, length);
    } catch (error) {
      throw unusable(path, error);
    }
  }

  /** Resolves when the record is on the disk. Throws `BatchStopped`, also if another program has changed the file. */
  async append(record: JournalRecord): Promise<void> {
    const line = Buffer.from(toLine(record));
    try {
      const { size } = await this.#file.stat();
      if (size !== this.#length) {
        throw new BatchStopped(
          `${this.path} was changed by another program; make sure that no other run uses it`,
        );
      }
      await writeAll(this.#file, line, size);
      await this.#file.datasync();
    } catch (error) {
      // A full disk may hold a part of the record. The next reader drops any rest that cannot be removed.
      await this.#file.truncate(this.#length).catch(() => {});
      throw unusable(this.path, error);
    }
    this.#length += line.length;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

function unusable(path: string, error: unknown): BatchStopped {
  if (error instanceof BatchStopped) return error;
  return new BatchStopped(`the journal ${path} cannot be used: ${(error as Error).message}`);
}

/**
 * Reads the record of a finished shard of object storage: its beginning, a checkpoint and its end.
 *
 * @throws BatchStopped for any other content
 */
export function readShardRecord(text: string, path: string): RunState {
  const [begin, done, end] = text.split('\n').map((line) => fromLine(line));
  if (typeof begin !== 'object' || typeof done !== 'object' || typeof end !== 'object') throw foreign(path);
  if (begin.kind === 'other') throw otherVersion(path, begin.version);
  if (begin.kind !== 'begin' || done.kind !== 'done' || end.kind !== 'end') throw foreign(path);
  return { begin, done, end };
}

const BLOCK_BYTES = 64 * 1024;
/** The longest line, far above any record: a file without line ends is not read whole. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Reads a journal, with the memory of a few records.
 *
 * @throws BatchStopped for a file that is no journal, or is damaged elsewhere than in its last line.
 */
async function readJournal(file: FileHandle, path: string): Promise<JournalState> {
  let begin: Begin | null = null;
  let done: Done | null = null;
  let sending: Sending | null = null;
  let end: End | null = null;
  let length = 0;
  let damaged: number | null = null;
  for await (const line of linesOf(file)) {
    if (line.number === 1 && !LINE_START.test(line.text)) throw foreign(path);
    // A line follows, so the damaged one was whole once, and no crash tore it.
    if (damaged !== null) throw damage(path, damaged);
    const record = line.whole ? fromLine(line.text) : 'torn';
    if (record === 'torn') {
      damaged = line.number;
      continue;
    }
    if (record === 'foreign') throw damage(path, line.number);
    if (record.kind === 'other') throw otherVersion(path, record.version);
    // A journal has one beginning, in its first line.
    if ((record.kind === 'begin') !== (line.number === 1)) throw damage(path, line.number);
    length = line.end;
    switch (record.kind) {
      case 'begin':
        begin = record;
        break;
      case 'sending':
        sending = record;
        break;
      case 'done':
        done = record;
        sending = null;
        break;
      case 'end':
        end = record;
        break;
    }
  }
  if (begin === null) throw damaged === null ? foreign(path) : damage(path, damaged);
  return { begin, done, sending, end, length };
}

interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** Bytes of the file up to the end of the line, its line feed included. */
  readonly end: number;
  readonly whole: boolean;
}

async function* linesOf(file: FileHandle): AsyncGenerator<Line> {
  let number = 0;
  let end = 0;
  let kept: Uint8Array[] = [];
  const take = (whole: boolean): Line => {
    const bytes = Buffer.concat(kept);
    kept = [];
    number += 1;
    end += bytes.length + (whole ? 1 : 0);
    return { number, text: bytes.toString('utf8'), end, whole };
  };
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(BLOCK_BYTES), 0, BLOCK_BYTES, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    let block = buffer.subarray(0, bytesRead);
    for (let at = block.indexOf(LINE_FEED); at >= 0; at = block.indexOf(LINE_FEED)) {
      kept.push(block.subarray(0, at));
      yield take(true);
      block = block.subarray(at + 1);
    }
    kept.push(block);
    if (position - end > MAX_LINE_BYTES) break;
  }
  if (kept.some(({ length }) => length > 0)) yield take(false);
}

function foreign(path: string): BatchStopped {
  return new BatchStopped(`${path} is not a journal of platen batch; remove it or give another -o`);
}

function damage(path: string, line: number): BatchStopped {
  return new BatchStopped(
    `${path} is damaged in line ${line}, so what was done is not known; look at the output, then delete the ` +
      'journal to start again',
  );
}

function otherVersion(path: string, version: number): BatchStopped {
  return new BatchStopped(
    `${path} is a journal of version ${version}, this platen knows version ${VERSION}; resume with the platen that began it`,
  );
}
