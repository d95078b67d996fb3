import { rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How long others are waited for, and how often they are looked at. Milliseconds. */
const WAIT_MS = 5000;
const LOOK_MS = 20;
/** A mark that is older was left by a program that was killed: a save takes some milliseconds. */
const LEFT_MS = 30_000;

/**
 * Does something with a file while no other studio does: a hidden file beside it says so. Rejects with an error of
 * `EBUSY` where another one does not end, and of `EACCES` and the like where the folder cannot be written to.
 */
export async function oneAtATime<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mark = join(dirname(path), `.${basename(path)}.saving`);
  const end = Date.now() + WAIT_MS;
  while (!(await isMarked(mark))) {
    if (Date.now() > end) throw Object.assign(new Error(`${mark} is there`), { code: 'EBUSY' });
    await delay(LOOK_MS);
  }
  try {
    return await work();
  } finally {
    await rm(mark, { force: true });
  }
}

/** Whether the mark was made, which of several programs one does. */
async function isMarked(mark: string): Promise<boolean> {
  try {
    await writeFile(mark, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const left = await stat(mark).catch(() => null);
    if (left !== null && Date.now() - left.mtimeMs > LEFT_MS) await rm(mark, { force: true });
    return false;
  }
}
