import { rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The time to wait for another studio, and the interval of looks at its mark. Milliseconds. */
const WAIT_MS = 5000;
const LOOK_MS = 20;
/** The age of a mark that a killed program has left: a save takes some milliseconds. */
const LEFT_MS = 30_000;

/**
 * Works on a file while no other studio does: a hidden file in its folder is the mark. Rejects with an error of `EBUSY`
 * if another studio does not end, and of `EACCES` and the like if the folder cannot be written to.
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

/** Makes the mark. Returns false if another program has it. */
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
