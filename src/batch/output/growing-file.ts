import { type FileHandle, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BatchStopped } from '../batch-failure.ts';
import { giveName, removeIfThere, statOf, syncFolder } from './durable-files.ts';
import { createFile, openToGoOn } from './own-file.ts';
import { writing } from './write-failure.ts';

/** A file that grows at its end. */
export interface GrowingFile {
  /** Bytes of the file, buffered ones included. */
  readonly length: number;
  /** Appends bytes, which may change as soon as it resolves. */
  append(bytes: Uint8Array): Promise<void>;
  /** Resolves when the system has all bytes. */
  flush(): Promise<void>;
  /** Resolves when all bytes survive a crash. */
  sync(): Promise<void>;
  /** Closes the file. May be repeated. */
  close(): Promise<void>;
}

/** A growing file that gets its name once it is whole. */
export interface NamedFile extends GrowingFile {
  /** Closes the file and gives it its name. */
  finish(): Promise<void>;
}

/** The place of a file that gets its name at the end. */
export interface NamedPlace {
  /**
   * Removes the file of an earlier run, which could be taken for this one's.
   *
   * @param onto bytes of an unfinished file that stay, to be appended to; null for a new run
   */
  clear(onto: number | null): Promise<void>;
  /** @param onto bytes of the unfinished file to append to; 0 for a new file */
  open(onto: number): Promise<NamedFile>;
}

/** The path of a file until it is whole. */
export function partialOf(path: string): string {
  return `${path}.part`;
}

/** The place of a file that has the path {@link partialOf} until its end. */
export function filePlace(path: string): NamedPlace {
  const partial = partialOf(path);
  return {
    async clear(onto) {
      if (onto === null) await removeIfThere(path);
      else if (onto > 0 && (await statOf(partial)) === null && (await statOf(path)) !== null) {
        // The run was killed after this file's end, and before the journal's.
        await giveName(path, partial);
      }
      if (!onto) await removeIfThere(partial);
    },
    async open(onto) {
      const file = await AppendedFile.open(partial, onto);
      // Not spread: its length changes.
      return Object.assign(file, {
        async finish() {
          await file.sync();
          await file.close();
          await giveName(partial, path);
        },
      });
    },
  };
}

/** Bytes that are written at once, since a million labels are many small pieces. */
const BUFFER_BYTES = 256 * 1024;
/** Buffers of closed files, to be reused: a new one for each part of 25 rows takes a third to half of its time. */
const spare: Buffer[] = [];

/** A {@link GrowingFile} that can be reopened at any length at which it was synced. */
export class AppendedFile implements GrowingFile {
  readonly path: string;
  /** The identity of the file under any name. */
  readonly inode: number;
  readonly #handle: FileHandle;
  readonly #buffer = spare.pop() ?? Buffer.allocUnsafe(BUFFER_BYTES);
  #closed = false;
  #buffered = 0;
  #written: number;
  #named: boolean;

  private constructor(path: string, handle: FileHandle, inode: number, length: number) {
    this.path = path;
    this.inode = inode;
    this.#handle = handle;
    this.#written = length;
    this.#named = length > 0;
  }

  /**
   * Opens a file and cuts it to a length, 0 for a new file. Throws `BatchStopped` if the file is shorter, so that
   * synced bytes are missing, or if it is a link or another user's.
   */
  static async open(path: string, length: number): Promise<AppendedFile> {
    const handle = await writing(path, () => (length === 0 ? createFile(path) : openToGoOn(path)));
    try {
      const { size, ino } = await writing(path, () => handle.stat());
      if (size < length) {
        throw new BatchStopped(
          `${path} has ${size} bytes, and had ${length} at the journal's last record: put it back as it was, or delete ` +
            'the journal and begin again',
        );
      }
      if (size > length) await writing(path, () => handle.truncate(length));
      return new AppendedFile(path, handle, ino, length);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get length(): number {
    return this.#written + this.#buffered;
  }

  async append(bytes: Uint8Array): Promise<void> {
    if (this.#buffered + bytes.length > BUFFER_BYTES) await this.flush();
    if (bytes.length > BUFFER_BYTES) {
      await this.#write(bytes);
      return;
    }
    this.#buffer.set(bytes, this.#buffered);
    this.#buffered += bytes.length;
  }

  async flush(): Promise<void> {
    const waiting = this.#buffered;
    this.#buffered = 0;
    await this.#write(this.#buffer.subarray(0, waiting));
  }

  /** Resolves when all bytes, and the file's name, are on the disk. */
  async sync(): Promise<void> {
    await this.flush();
    await writing(this.path, () => this.#handle.datasync());
    await this.#mustBeThere();
    if (!this.#named) await syncFolder(dirname(this.path));
    this.#named = true;
  }

  /** Drops buffered bytes and closes the file. May be repeated. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    spare.push(this.#buffer);
    await this.#handle.close();
  }

  /** Throws `BatchStopped` if the file was removed or replaced: the system would still take its bytes. */
  async #mustBeThere(): Promise<void> {
    const { ino } = await writing(this.path, () => stat(this.path));
    if (ino !== this.inode) {
      throw new BatchStopped(
        `${this.path} was replaced by something else while it was written: delete it and the journal, and begin again`,
      );
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await writing(this.path, () =>
        this.#handle.write(bytes, from, bytes.length - from, this.#written),
      );
      from += bytesWritten;
      this.#written += bytesWritten;
    }
  }
}
