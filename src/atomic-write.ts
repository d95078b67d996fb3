import { randomUUID } from 'node:crypto';
import { link, open, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Puts a file in the place of another: whoever reads it sees the old one or the new one, never a part.
 *
 * @param mode `new` rejects with `EEXIST` where there is a file of that name; `replace` keeps the permissions of one
 */
export async function writeAtomically(
  path: string,
  bytes: Uint8Array,
  mode: 'new' | 'replace',
): Promise<void> {
  const existing = mode === 'replace' ? await stat(path).catch(() => null) : null;
  const permissions = existing === null ? undefined : existing.mode & 0o777;
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    const file = await open(draft, 'wx', permissions);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    if (mode === 'replace') await rename(draft, path);
    else await link(draft, path);
  } finally {
    // After a rename it is no longer there.
    await unlink(draft).catch(() => {});
  }
}
