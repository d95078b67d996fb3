import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BatchStopped } from '../batch-failure.ts';

// The names of the files next to an output can be guessed. In a folder that other users may write to, a link of such a
// name would lead a run to any file of its user.

/**
 * Creates a file, in the place of any other of its name; a link is removed, never followed. Rejects with the system's
 * error.
 *
 * @param mode permissions; those of the umask if absent
 */
export async function createFile(path: string, mode = 0o666): Promise<FileHandle> {
  try {
    return await open(path, 'wx', mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await unlink(path);
    return open(path, 'wx', mode);
  }
}

/**
 * Opens a file of an earlier run with `flags`, and follows no link. Throws `BatchStopped` for anything but a regular
 * file; rejects with the system's error if there is none.
 */
export async function openLeft(path: string, flags: number): Promise<FileHandle> {
  // A pipe would keep the open waiting for its other end. Windows has neither flag, nor links that others can make.
  const safe = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags | safe).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOOP') throw new BatchStopped(`${path} is a link, which is not followed: remove it`);
    throw error;
  });
  try {
    if ((await handle.stat()).isFile()) return handle;
    throw new BatchStopped(`${path} is no regular file: remove it`);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Opens a file for reading and writing, as {@link openLeft} does. Throws `BatchStopped` for another user's file. */
export async function openToGoOn(path: string): Promise<FileHandle> {
  const handle = await openLeft(path, constants.O_RDWR);
  try {
    if (await isTrusted(path, await handle.stat())) return handle;
    throw new BatchStopped(
      `${path} belongs to another user, whose run this user cannot resume: delete it and the journal to start ` +
        'again, or name another output with -o',
    );
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Whether a file belongs to this user, or to the owner of its folder, who may replace any file in it. */
export async function isTrusted(path: string, { uid }: Stats): Promise<boolean> {
  const user = process.geteuid?.() ?? uid;
  return uid === user || uid === (await stat(dirname(path))).uid;
}
