import { readFileSync } from 'node:fs';

/**
 * The proof that a lock is still ours: its file, and the text that we wrote into it. Plain data, which threads share.
 */
export interface LockProof {
  readonly path: string;
  /** Has a part that no other process writes: a file system gives the number of a removed file to the next one. */
  readonly text: string;
}

/**
 * Whether the lock's file still says so. Reading it, rather than its attributes, asks a network file system again. A
 * file that cannot be read for another reason than being gone proves nothing.
 */
export function isStillHeld({ path, text }: LockProof): boolean {
  try {
    return readFileSync(path, 'utf8') === text;
  } catch (error) {
    return !['ENOENT', 'ENOTDIR', 'ESTALE'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
