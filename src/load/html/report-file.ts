import { open, rename, rm, stat } from 'node:fs/promises';
import { LoadStopped } from '../load-failure.ts';

/** A file that is written whole or not at all. */
export interface ReportFile {
  write(text: string): Promise<void>;
  /** Closes the file, and removes its draft unless it was written. */
  close(): Promise<void>;
}

/** Opens a draft next to the file: a path that cannot be written is found before the load. Throws `LoadStopped`. */
export async function reportFile(path: string): Promise<ReportFile> {
  const part = `${path}.part`;
  const failing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new LoadStopped(`cannot write ${path}: ${(error as Error).message}; give --html another file`);
    }
  };
  const handle = await failing(async () => {
    const there = await stat(path).catch(() => null);
    if (there?.isDirectory() === true) throw new Error('it is a directory');
    await rm(part, { force: true });
    // A link that another user put there is not followed.
    return open(part, 'wx');
  });
  let written = false;
  return {
    write: (text) =>
      failing(async () => {
        await handle.writeFile(text);
        await handle.sync();
        await rename(part, path);
        written = true;
      }),
    async close() {
      await handle.close();
      if (!written) await rm(part, { force: true });
    },
  };
}
