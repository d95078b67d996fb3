import { constants } from 'node:fs';
import { type FileHandle, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BatchStopped } from '../batch-failure.ts';
import { syncFolder } from '../output/durable-files.ts';
import { partialOf } from '../output/growing-file.ts';
import { createFile, openLeft, openToGoOn } from '../output/own-file.ts';
import { type JournalState, readJournal } from './read-journal.ts';
import { type Begin, type JournalRecord, toLine, VERSION } from './record.ts';

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
