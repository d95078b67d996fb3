import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Makes a directory for this user only, with those above it that are missing. One that exists is closed to others if
 * it holds nothing but what `isOurs`: a home folder, or a volume's root, is not ours to close.
 */
export function makePrivateDirectory(directory: string, isOurs: (name: string) => boolean): void {
  mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
  if (readdirSync(directory).every(isOurs)) setMode(directory, DIRECTORY_MODE);
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
