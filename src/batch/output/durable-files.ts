import { spawn } from 'node:child_process';
import type { Stats } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { writing } from './write-failure.ts';

/** Resolves when changes of the names in a folder are on the disk. Throws `BatchStopped`, as all functions here do. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no handles of folders, and does not need them.
  if (process.platform === 'win32') return;
  await opened(folder, 'r', (handle) => handle.sync());
}

/** Opens a path for an act, and closes it. Throws `BatchStopped`. */
async function opened(
  path: string,
  flags: string,
  act: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  await writing(path, async () => {
    const handle = await open(path, flags);
    try {
      await act(handle);
    } finally {
      await handle.close();
    }
  });
}

/** Renames a file. Resolves when the name is on the disk. */
export async function giveName(from: string, to: string): Promise<void> {
  await writing(to, () => rename(from, to));
  await syncFolder(dirname(to));
}

/** Removes a file, if there is one. */
export async function removeIfThere(path: string): Promise<void> {
  await writing(path, () => rm(path, { force: true }));
}

/** The status of a path; null if there is none. */
export async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return await writing(path, () => Promise.reject(error as Error));
  }
}

/** The number of files from which on one call for the whole file system is faster than one for each. */
const MANY = 16;

/**
 * Resolves when files of a folder, and their names, are on the disk. With a call for each, several at a time, a file
 * takes 300 to 500 µs; with one call for all, 20 to 35 µs (4000 files of 1.3 KB, ext4).
 */
export async function syncFiles(folder: string, names: readonly string[]): Promise<void> {
  if (names.length >= MANY && (await syncFileSystem(folder))) return;
  await severalAtATime(names, (name) => opened(join(folder, name), 'r+', (handle) => handle.datasync()));
  if (names.length > 0) await syncFolder(folder);
}

/** Runs `sync` of coreutils, since Node.js has no such call; resolves with false if it is missing or fails. */
async function syncFileSystem(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  return await new Promise((resolve) => {
    const command = spawn('sync', ['--file-system', '--', folder], { stdio: 'ignore' });
    command.once('error', () => resolve(false));
    command.once('exit', (code) => resolve(code === 0));
  });
}

/** Files at a time: more than Node.js has threads for them, so that each of these has work. */
const AT_A_TIME = 8;
/** The longest time that files may hold up the event loop. */
const TURN_MS = 20;
/** A file system that does fewer files in that time is slow. */
const FAST_FILES = 10;

/** An operation on one file of many: done at once, or by a thread of Node.js. */
interface FileAct<T> {
  now(item: T): void;
  later(item: T): Promise<void>;
}

/**
 * Does an act with each file, in order. A call by another thread costs some 20 µs of processor time, several times as
 * much as a local file system takes, so files are done at once; on a slow file system, several at a time by threads.
 */
export async function eachFile<T>(items: readonly T[], { now, later }: FileAct<T>): Promise<void> {
  for (let next = 0; next < items.length; ) {
    const first = next;
    const end = performance.now() + TURN_MS;
    while (next < items.length && performance.now() < end) now(items[next++] as T);
    if (next === items.length) return;
    if (next - first < FAST_FILES) return await severalAtATime(items.slice(next), later);
    await setImmediate();
  }
}

/** Begins the items in order, several at a time. */
async function severalAtATime<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const one = async (): Promise<void> => {
    for (const item of waiting) await act(item);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, one));
}
