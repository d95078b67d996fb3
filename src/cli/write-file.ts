import { realpath, stat, writeFile } from 'node:fs/promises';
import { writeAtomically } from '../atomic-write.ts';
import { cannotWrite } from '../batch/output/write-failure.ts';
import { CommandFailure } from './failure.ts';

/**
 * Writes an output file, which is seen when it is whole. Throws a `CommandFailure` that names it where that is not
 * possible.
 */
export async function writeOutput(path: string, bytes: Uint8Array): Promise<void> {
  try {
    const existing = await stat(path).catch(() => null);
    // A pipe or a device keeps its place.
    if (existing !== null && !existing.isFile()) await writeFile(path, bytes);
    // A link stays one.
    else await writeAtomically(existing === null ? path : await realpath(path), bytes, 'replace');
  } catch (error) {
    throw new CommandFailure(cannotWrite(path, error as Error));
  }
}
