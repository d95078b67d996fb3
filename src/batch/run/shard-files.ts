import { type FileHandle, open } from 'node:fs/promises';
import { Journal, type RunState } from '../journal/journal.ts';
import { statOf } from '../output/durable-files.ts';
import { filePlace, type NamedFile, type NamedPlace } from '../output/growing-file.ts';
import { journalOf } from './batch-options.ts';

/** The storage in which the outputs of shards are joined: files, or objects. */
export interface ShardFiles {
  /** The record of a shard's run, by its output; null if missing. */
  stateOf(out: string): Promise<RunState | null>;
  /** The path of that record. */
  recordOf(shard: { readonly out: string }): string;
  /** Bytes of a file; null if there is none. */
  sizeOf(path: string): Promise<number | null>;
  hasFolder(path: string): Promise<boolean>;
  placeOf(path: string): NamedPlace;
  /** The first `bytes` bytes of a file, or all of a shorter one. */
  beginningOf(path: string, bytes: number): Promise<Buffer>;
  /** Appends the bytes of another file of this storage, from an offset on. */
  append(file: NamedFile, path: string, from: number, signal: AbortSignal): Promise<void>;
}

/**
 * Bytes that are copied at once. Blocks of 1 MiB and more take 1.5 to 3 times the processor time on a virtual machine,
 * which gets its memory from the host in pieces of that size; blocks of 256 KiB take 1.2 times, for their calls.
 */
const BLOCK = 512 * 1024;

/** Files of this machine. */
export const localShards: ShardFiles = {
  stateOf: (out) => Journal.read(journalOf({ out })),
  recordOf: journalOf,
  async sizeOf(path) {
    const found = await statOf(path);
    return found?.isFile() === true ? found.size : null;
  },
  hasFolder: async (path) => (await statOf(path))?.isDirectory() === true,
  placeOf: filePlace,
  beginningOf: (path, bytes) =>
    reading(path, async (handle) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    }),
  append: (file, path, from, signal) =>
    reading(path, async (handle) => {
      const buffer = Buffer.allocUnsafe(BLOCK);
      for (let at = from; ; ) {
        signal.throwIfAborted();
        const { bytesRead } = await handle.read(buffer, 0, BLOCK, at);
        if (bytesRead === 0) return;
        await file.append(buffer.subarray(0, bytesRead));
        at += bytesRead;
      }
    }),
};

async function reading<T>(path: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(path);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}
