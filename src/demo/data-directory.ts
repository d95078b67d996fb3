import { access, constants, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The directory of the demonstration's database. */
export interface DataDirectory {
  /** Absolute. */
  readonly path: string;
  /** Why it is not the one that was asked for, or null. */
  readonly trouble: string | null;
  /** Removes what was made for this demonstration alone. */
  leave(): Promise<void>;
}

/**
 * The wanted directory, made if need be; or a temporary one where none is wanted, or where that cannot be written, as
 * in a container whose user is not the volume's.
 */
export async function openDataDirectory(wanted: string | undefined): Promise<DataDirectory> {
  const trouble = wanted === undefined ? null : await makeWritable(wanted);
  if (wanted !== undefined && trouble === null) {
    return { path: resolve(wanted), trouble, leave: async () => {} };
  }
  const path = await mkdtemp(join(tmpdir(), 'platen-demo-'));
  return { path, trouble, leave: () => rm(path, { recursive: true, force: true }) };
}

async function makeWritable(directory: string): Promise<string | null> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await access(directory, constants.W_OK);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
