import { type FileHandle, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BatchStopped } from '../batch-failure.ts';
import { syncFolder } from './durable-files.ts';
import { createFile, openToGoOn } from './own-file.ts';
import { writing } from './write-failure.ts';

/** A million labels are many small pieces: so many bytes are written at once. */
const BUFFER_BYTES = 256 * 1024;
/**
 * Buffers of closed files: made again for every part of 25 rows, they would take a third to half of the time of a
 * part.
 */
const spare: Buffer[] = [];

/** A file that grows at its end, and can be opened again at any length that it was synced at. */
export class AppendedFile {
  readonly path: string;
  /** Tells the file from others, whatever its name. */
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
   * Opens a file and cuts it to a length, 0 for a new one. Throws `BatchStopped` if it is shorter (what was synced is
   * gone), or is a link or another user's.
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

  /** Bytes, those that wait to be written included. */
  get length(): number {
    return this.#written + this.#buffered;
  }

  /** Takes bytes, which may change as soon as it resolves. */
  async append(bytes: Uint8Array): Promise<void> {
    if (this.#buffered + bytes.length > BUFFER_BYTES) await this.flush();
    if (bytes.length > BUFFER_BYTES) {
      await this.#write(bytes);
      return;
    }
    this.#buffer.set(bytes, this.#buffered);
    this.#buffered += bytes.length;
  }

  /** Resolves when everything was handed to the system. */
  async flush(): Promise<void> {
    const waiting = this.#buffered;
    this.#buffered = 0;
    await this.#write(this.#buffer.subarray(0, waiting));
  }

  /** Resolves when everything is on the disk, and the file's name too. */
  async sync(): Promise<void> {
    await this.flush();
    await writing(this.path, () => this.#handle.datasync());
    await this.#mustBeThere();
    if (!this.#named) await syncFolder(dirname(this.path));
    this.#named = true;
  }

  /** May be repeated. What waits to be written is dropped. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    spare.push(this.#buffer);
    await this.#handle.close();
  }

  /** A file that somebody removed can be written to, and nobody will ever read it. */
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
