import { spawn } from 'node:child_process';
import type { Stats } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { writing } from './write-failure.ts';

/** Resolves when names of a folder that were given or taken are on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no handles of folders, and no need of them.
  if (process.platform === 'win32') return;
  await writing(folder, async () => {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
}

/** Renames a file in its folder, for good. */
export async function giveName(from: string, to: string): Promise<void> {
  await writing(to, () => rename(from, to));
  await syncFolder(dirname(to));
}

export async function removeIfThere(path: string): Promise<void> {
  await writing(path, () => rm(path, { force: true }));
}

/** The status of a path; null if nothing is there. */
export async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return await writing(path, () => Promise.reject(error as Error));
  }
}

/** Files from which on one call for the file system is faster than one for each. */
const MANY = 16;

/**
 * Resolves when files of a folder, and their names, are on the disk. Of many small ones, each by itself takes 300 to
 * 500 µs with several at a time, all of them together 20 to 35 µs a file (4000 of 1.3 KB, ext4).
 */
export async function syncFiles(folder: string, names: readonly string[]): Promise<void> {
  if (names.length >= MANY && (await syncFileSystem(folder))) return;
  await severalAtATime(names, async (name) => {
    const path = join(folder, name);
    await writing(path, async () => {
      const handle = await open(path, 'r+');
      try {
        await handle.datasync();
      } finally {
        await handle.close();
      }
    });
  });
  if (names.length > 0) await syncFolder(folder);
}

/** Node has no call for it, so it is the command of coreutils; resolves with false where that is missing or fails. */
async function syncFileSystem(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  return await new Promise((resolve) => {
    const command = spawn('sync', ['--file-system', '--', folder], { stdio: 'ignore' });
    command.once('error', () => resolve(false));
    command.once('exit', (code) => resolve(code === 0));
  });
}

/** Threads that node has for files are fewer; the rest keeps them at work. */
const AT_A_TIME = 8;
/** Milliseconds that the event loop waits for files, at most. */
const TURN_MS = 20;
/** Files of a turn, at least, where the file system is not slow. */
const FAST_FILES = 10;

/** An operation on one file of many: done at once, or by a thread of Node.js. */
interface FileAct<T> {
  now(item: T): void;
  later(item: T): Promise<void>;
}

/**
 * Does something with files in their order. A call that another thread makes costs some 20 µs of processor time,
 * several times what a local file system takes for it; one that is far away is rather waited for several times at once.
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

/** Begins with items in their order, and goes on with the next as soon as one is done. */
async function severalAtATime<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const one = async (): Promise<void> => {
    for (const item of waiting) await act(item);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, one));
}
