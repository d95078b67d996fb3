import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BatchStopped } from '../batch-failure.ts';
import { createFile } from '../output/own-file.ts';
import { asUtf8, checkedText, foreignEncoding } from './input-encoding.ts';
import { type InputFormat, type InputOptions, STANDARD_INPUT } from './input-options.ts';
import { jsonLinesOf } from './json-array.ts';
import { abortable, isGzip, unpacked, wakeReader } from './source-bytes.ts';

/** A file of records in UTF-8, one a line, or CSV. */
export interface PlainFile {
  readonly path: string;
  /** Whether it was written here, and goes when it is done with. */
  readonly temporary: boolean;
}

/**
 * The file of the rows: that of the user where it can be read as it is, or else one that is written here. How much that
 * becomes is not bounded but by the disk.
 */
export async function plainFile(options: InputOptions, format: InputFormat): Promise<PlainFile> {
  const { path, temporary, signal } = options;
  const encoding = foreignEncoding(options.encoding);
  const { regular, pipe, gzip } = await lookAt(path);
  if (regular && !gzip && encoding === null && format !== 'json') return { path, temporary: false };
  signal.throwIfAborted();
  const read = path === STANDARD_INPUT ? options.stdin() : createReadStream(path);
  const source = abortable(read, signal);
  try {
    await pipeline(
      unpacked(source, gzip),
      (text) => (encoding === null ? checkedText(text) : asUtf8(text, encoding)),
      (text) => (format === 'json' ? jsonLinesOf(text) : text),
      (await createFile(temporary, 0o600)).createWriteStream(),
    );
  } catch (error) {
    // An open stream would keep the process. It is closed before its pipe is woken, or it would read on.
    if (read instanceof Readable) read.destroy();
    if (pipe) wakeReader(path);
    await rm(temporary, { force: true });
    signal.throwIfAborted();
    throw worded(error, path, temporary);
  } finally {
    // It may not have come to its end.
    void source.return(undefined);
  }
  return { path: temporary, temporary: true };
}

/** What can be known of a file before it is read. */
async function lookAt(
  path: string,
): Promise<{ readonly regular: boolean; readonly pipe: boolean; readonly gzip: boolean }> {
  const byName = /\.gz$/i.test(path);
  if (path === STANDARD_INPUT) return { regular: false, pipe: false, gzip: byName };
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw Object.assign(new Error('directory'), { code: 'EISDIR' });
    if (!found.isFile()) return { regular: false, pipe: found.isFIFO(), gzip: byName };
    const handle = await open(path);
    try {
      const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
      return { regular: true, pipe: false, gzip: byName || isGzip(buffer) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw worded(error, path, path);
  }
}

/**
 * What to say of an error of a file.
 *
 * @param written the file that was being written; the same as `path` when none was.
 */
export function worded(error: unknown, path: string, written: string): unknown {
  if (error instanceof BatchStopped) return error;
  const { code = '', message, path: at } = error as NodeJS.ErrnoException;
  const reason = WORDS[code] ?? message;
  return written !== path && (at === written || Object.hasOwn(NO_ROOM, code))
    ? new BatchStopped(`cannot write ${written}, which is to hold the rows as plain text: ${reason}`)
    : new BatchStopped(`cannot read ${path === STANDARD_INPUT ? 'standard input' : path}: ${reason}`);
}

const NO_ROOM: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; make room, or put the output elsewhere',
  EDQUOT: 'your quota of the disk is used up; make room, or put the output elsewhere',
  EFBIG:
    'it is larger than the file system or ulimit -f allows; raise the limit, or put the output elsewhere',
};

const WORDS: Readonly<Record<string, string>> = {
  ...NO_ROOM,
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  Z_BUF_ERROR: 'its compressed data ends too early; was it cut off?',
  Z_DATA_ERROR: 'its compressed data is damaged; was it cut off, or changed on its way?',
};
