import { existsSync, renameSync } from 'node:fs';
import { lstat, mkdir, opendir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BatchStopped, BatchUsage } from '../batch-failure.ts';
import { isSideFile } from './document.ts';
import { eachFile, removeIfThere, statOf, syncFiles, syncFolder } from './durable-files.ts';
import { isTrusted } from './own-file.ts';
import { writing, writingNow } from './write-failure.ts';

interface WholeFile {
  readonly number: number;
  readonly name: string;
}

/** The folder of unfinished files, on the file system of the output. No name of an output begins with a full stop. */
const PARTIAL = '.part';

/**
 * A folder of output files. A file is written into a folder inside, under its number and its name, and is moved out
 * when it is whole and the journal has it. The files inside after a crash are moved out or removed by their numbers
 * alone, and no file has its name too early.
 */
export class OutputFolder {
  readonly #out: string;
  /** Whether the file system takes names that differ in case for one. */
  readonly #foldsCase: boolean;
  /** Whole files that do not have their names yet. The first `#durable` of them are on the disk. */
  #whole: WholeFile[] = [];
  #durable = 0;
  readonly #claimed = new Set<string>();

  private constructor(out: string, foldsCase: boolean) {
    this.#out = out;
    this.#foldsCase = foldsCase;
  }

  /** Makes a folder, or takes an empty one. Throws `BatchUsage` for anything else at this path. */
  static async create(out: string): Promise<OutputFolder> {
    await writing(out, async () => {
      try {
        await mkdir(out);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        await mustBeEmpty(out);
      }
    });
    // A run that was killed before its first checkpoint may have left this folder.
    const partial = join(out, PARTIAL);
    await writing(out, () => rm(partial, { recursive: true, force: true }));
    await writing(out, () => mkdir(partial));
    return await OutputFolder.#open(out);
  }

  /**
   * Opens the folder of a run that was interrupted.
   *
   * @param done number of the last file that the journal has: all files up to it get their names
   * @param growing number of the file that grows on, or null; all other files are removed
   */
  static async reopen(out: string, done: number, growing: number | null): Promise<OutputFolder> {
    const partial = join(out, PARTIAL);
    // A run that was killed at its end may have removed it.
    await writing(out, () => mkdir(partial, { recursive: true }));
    const found = await writing(out, () => lstat(partial));
    if (!found.isDirectory() || !(await isTrusted(partial, found))) {
      throw new BatchStopped(
        `${partial} is a link, or another user's: remove it and the journal to start again`,
      );
    }
    const folder = await OutputFolder.#open(out);
    for (const entry of await writing(out, () => readdir(join(out, PARTIAL)))) {
      const number = Number.parseInt(entry, 10);
      if ((number > done && number !== growing) || (number <= done && isSideFile(entry)))
        await removeIfThere(join(out, PARTIAL, entry));
      else if (number <= done) folder.#whole.push({ number, name: entry.slice(entry.indexOf(' ') + 1) });
    }
    folder.#durable = folder.#whole.length;
    await folder.commit();
    return folder;
  }

  static async #open(out: string): Promise<OutputFolder> {
    return new OutputFolder(out, (await statOf(join(out, PARTIAL.toUpperCase()))) !== null);
  }

  /** The path of a file until the journal has it. Later files have greater numbers. */
  partial(number: number, name: string): string {
    // Joined by hand: the name is safe, and `join` takes as long as a call of the system.
    return `${this.#out}/${PARTIAL}/${partialName(number, name)}`;
  }

  /** Reserves a name for a file. Returns false if a file of this run, or any other in the folder, has it. */
  claim(name: string): boolean {
    const key = this.#key(name);
    // A look-up that waits for a thread takes twenty times as long.
    if (this.#claimed.has(key) || existsSync(`${this.#out}/${name}`)) return false;
    this.#claimed.add(key);
    return true;
  }

  /** Notes that the file at {@link partial} is complete. */
  add(number: number, name: string): void {
    this.#whole.push({ number, name });
  }

  /** Resolves when all files that are whole are on the disk. */
  async sync(): Promise<void> {
    const files = this.#whole.slice(this.#durable);
    const names = files.map(({ number, name }) => partialName(number, name));
    await syncFiles(join(this.#out, PARTIAL), names);
    this.#durable += files.length;
  }

  /** Gives files that are on the disk their names. A crash may undo that; `reopen` then finds the file inside. */
  async commit(): Promise<void> {
    const files = this.#whole.splice(0, this.#durable);
    this.#durable = 0;
    const renames = files.map(({ number, name }) => ({
      from: this.partial(number, name),
      to: `${this.#out}/${name}`,
    }));
    await eachFile(renames, {
      now: ({ from, to }) => writingNow(to, () => renameSync(from, to)),
      later: ({ from, to }) => writing(to, () => rename(from, to)),
    });
    for (const { name } of files) this.#claimed.delete(this.#key(name));
  }

  /** Removes the folder of unfinished files, after the last commit. */
  async finish(): Promise<void> {
    await writing(this.#out, () => rm(join(this.#out, PARTIAL), { recursive: true, force: true }));
    await syncFolder(this.#out);
  }

  #key(name: string): string {
    return this.#foldsCase ? name.toLowerCase() : name;
  }
}

function partialName(number: number, name: string): string {
  return `${number} ${name}`;
}

async function mustBeEmpty(out: string): Promise<void> {
  if ((await statOf(out))?.isDirectory() === false) {
    throw new BatchUsage(`${out} is a file: name a folder that is new or empty with -o`);
  }
  const folder = await opendir(out);
  for await (const entry of folder) {
    if (entry.name !== PARTIAL) {
      throw new BatchUsage(`${out} is not empty: name a folder that is new or empty with -o`);
    }
  }
}
