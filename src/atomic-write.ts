import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, open, rename, stat, unlink } from 'node:fs/promises';
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
    else await renameToNew(draft, path);
  } finally {
    // After a rename it is no longer there.
    await unlink(draft).catch(() => {});
  }
}

/** Errors of `link` where the file system has no links, or has them for the owner of a file alone. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Gives a file another name. Rejects with `EEXIST` where there is a file of it, which `rename` would replace. */
export async function renameToNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    // Nothing else refuses to replace a file there, although others see the copy as it grows.
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
  await unlink(from).catch(async (error: unknown) => {
    await unlink(to);
    throw error;
  });
}
