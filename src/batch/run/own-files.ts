import { fstat, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { BatchUsage } from '../batch-failure.ts';
import { STANDARD_INPUT } from '../input/input-options.ts';
import type { BatchOptions } from './batch-options.ts';

/** Every file that a run may write or remove, by what is behind OUT in its name. */
const ENDINGS = [
  '',
  '.part',
  '.part.offsets',
  '.input',
  '.journal',
  '.journal.part',
  '.failed.csv',
  '.failed.csv.part',
  '.preview.png',
  '.preview.png.part',
  '.preview.pdf',
  '.preview.pdf.part',
];

/**
 * Throws `BatchUsage` where a file that the batch reads is one that it writes or removes, by whatever name: the rows of
 * `OUT.failed.csv`, corrected in place, would be gone before they are printed.
 */
export async function refuseOwnFiles({ rows, label, place, out }: BatchOptions): Promise<void> {
  const read = [rows, place.kind === 'local' ? label : place.keyFile];
  const written = ENDINGS.map((ending) => out + ending);
  const found = await Promise.all(written.map(statOf));
  for (const path of read) {
    const file = await (path === STANDARD_INPUT ? ofStandardInput() : statOf(path));
    const at = found.findIndex((other) => file !== null && other?.ino === file.ino && other.dev === file.dev);
    if (at >= 0) {
      throw new BatchUsage(
        `${path === STANDARD_INPUT ? 'standard input' : path} is read, and the batch writes or removes ` +
          `${written[at]}, which is the same file: copy it, or give another -o`,
      );
    }
  }
}

/** What is read in place of a terminal or a pipe may be a file too. */
async function ofStandardInput(): Promise<Stats | null> {
  return await promisify(fstat)(0).catch(() => null);
}

/** Null for what cannot be seen: whoever opens it says why. */
async function statOf(path: string): Promise<Stats | null> {
  return await stat(path).catch(() => null);
}
