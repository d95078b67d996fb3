import type { Stats } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
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

/** What is at a path; null if nothing is. */
export async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return await writing(path, () => Promise.reject(error as Error));
  }
}

/** Resolves when files, and their names in a folder, are on the disk. */
export async function syncFiles(folder: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await severalAtATime(paths, async (path) => {
    await writing(path, async () => {
      const handle = await open(path, 'r+');
      try {
        await handle.datasync();
      } finally {
        await handle.close();
      }
    });
  });
  await syncFolder(folder);
}

/** Threads that node has for files are fewer; the rest keeps them at work. */
const AT_A_TIME = 8;

export async function severalAtATime<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const one = async (): Promise<void> => {
    for (const item of waiting) await act(item);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, one));
}
