import { BatchStopped } from '../batch-failure.ts';

/** The fault and its remedy, by the code of the system's error. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; make room',
  EDQUOT: 'the quota of this user is used up; make room',
  EFBIG: 'it is larger than the file system or ulimit -f allows; raise the limit, or make smaller files',
  EIO: "the disk fails; see the system's log",
  EROFS: 'the file system is read-only; make it writable, or name another place with -o',
  EACCES: 'this user may not write there; give it the right, or name another place with -o',
  EPERM: 'this user may not write there; give it the right, or name another place with -o',
  ENOENT: 'it or its folder is not there; make the folder, or put the file back',
  ENOTDIR: 'a part of its path is a file; name another place with -o',
  EISDIR: 'it is a folder; name a file with -o',
  EMFILE: 'too many files are open; raise ulimit -n',
};

/** Does an act on a file. Throws `BatchStopped`, with the remedy, if the system refuses it. */
export async function writing<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw writeFailure(path, error);
  }
}

/** Does a synchronous act, as {@link writing} does. */
export function writingNow<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw writeFailure(path, error);
  }
}

function writeFailure(path: string, error: unknown): unknown {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === undefined || errno === undefined) return error;
  return new BatchStopped(cannotWrite(path, error as Error), { cause: error });
}

/** The message that a file cannot be written, with the remedy if the system refuses it. */
export function cannotWrite(path: string, error: NodeJS.ErrnoException): string {
  return `cannot write ${path}: ${REMEDIES[error.code ?? ''] ?? error.message}`;
}
