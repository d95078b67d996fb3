import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/**
 * Makes a directory for this user only, with those above it that are missing. One that exists is closed to others if
 * it holds nothing but what `isOurs`: a home folder, or a volume's root, is not ours to close.
 */
export function makePrivateDirectory(directory: string, isOurs: (name: string) => boolean): void {
  mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
  if (readdirSync(directory).every(isOurs)) setMode(directory, DIRECTORY_MODE);
}

/** Another user can replace what is in a directory. */
export interface Exposure {
  /** Text that follows the directory's name. */
  readonly problem: string;
  readonly remedy: string;
}

/**
 * Names another user who can replace what is in a directory, and what to do about it. Null when only this user and root
 * can. In a directory with the sticky bit, such as /tmp, nobody replaces what another user made. Systems without
 * numbers of users (Windows) are not checked.
 */
export function whyExposed(directory: string): Exposure | null {
  const user = process.getuid?.();
  if (user === undefined) return null;
  const { uid, mode } = statSync(directory);
  if (!isTrusted(uid)) {
    return {
      problem: `belongs to user ${uid}, who can replace its files`,
      remedy: `run this as that user, or name a directory of user ${user}`,
    };
  }
  if ((mode & OTHERS_WRITE) === 0 || (mode & STICKY) !== 0) return null;
  const bits = (mode & 0o7777).toString(8).padStart(4, '0');
  return {
    problem: `can be written by other users (mode ${bits}), who could replace its files`,
    remedy:
      'run `chmod go-w` on it, or name a directory in it that does not exist yet, which Platen makes for its user alone',
  };
}

/** Whether files of the user with this number are taken as they are: those of this user and of root. */
export function isTrusted(uid: number): boolean {
  const user = process.getuid?.();
  return user === undefined || uid === user || uid === 0;
}

/**
 * Closes a directory and all that is in it to other users. Throws, when all that can be closed is, if something
 * cannot, because it belongs to another user or its file system has no modes.
 */
export function makePrivate(directory: string): void {
  let open = setMode(directory, DIRECTORY_MODE) ? 0 : 1;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() && !setMode(path, DIRECTORY_MODE)) open++;
    if (entry.isFile() && !setMode(path, FILE_MODE)) open++;
  }
  if (open > 0)
    throw new Error(`${open} files in ${directory} cannot be closed to other users: change their modes`);
}

function setMode(path: string, mode: number): boolean {
  try {
    if ((lstatSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
