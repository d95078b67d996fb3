import { writeFile } from 'node:fs/promises';
import { CommandFailure } from './failure.ts';

/** Writes an output file. Throws a `CommandFailure` that names it where that is not possible. */
export async function writeOutput(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(path, bytes);
  } catch (error) {
    throw new CommandFailure(`cannot write ${path}: ${(error as Error).message}`);
  }
}
