import { BatchStopped } from '../batch-failure.ts';

const GO_ON = 'then run the same command with --resume';

/** What is to be done, by the code of the system's error. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: `the disk is full; make room, ${GO_ON}`,
  EDQUOT: `the quota of this user is used up; make room, ${GO_ON}`,
  EFBIG:
    'the file is larger than the file system or ulimit -f allows; raise the limit and use --resume, or begin again with --split',
  EIO: `the disk cannot be written; see the system's log, ${GO_ON}`,
  EROFS: `the file system is read-only; make it writable, ${GO_ON}`,
  EACCES: `this user may not write there; give the right to, ${GO_ON}`,
  EPERM: `this user may not write there; give the right to, ${GO_ON}`,
  ENOENT:
    'it is not there, or its folder is not; put it back and use --resume, or delete the journal and begin again',
  ENOTDIR: 'a part of its path is a file; name another place with -o',
  EISDIR: 'it is a folder; name a file with -o',
  EMFILE: `too many files are open; raise ulimit -n, ${GO_ON}`,
};

/** Does something with a file; what the system refuses stops the batch, in words that say what to do. */
export async function writing<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new BatchStopped(
      `cannot write ${path}: ${REMEDIES[code] ?? `${message}; put that right, ${GO_ON}`}`,
      {
        cause: error,
      },
    );
  }
}
