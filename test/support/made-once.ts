import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/platen/', import.meta.url));

/**
 * The directory of this name under `node_modules/.cache`. `make` fills an empty one if it is missing. If several
 * processes do so at the same time, the directory of the first one stays.
 */
export async function madeOnce(name: string, make: (fresh: string) => Promise<void>): Promise<string> {
  const made = join(CACHE, name);
  if (existsSync(made)) return made;
  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, 'making-'));
  await make(fresh);
  try {
    renameSync(fresh, made);
  } catch {
    rmSync(fresh, { recursive: true, force: true }); // another process was faster
  }
  return made;
}
