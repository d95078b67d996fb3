import { closeSync, constants, createReadStream, openSync, writeSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BatchStopped, BatchUsage } from '../batch-failure.ts';
import { isObject } from '../objects/object-address.ts';
import { createFile } from '../output/own-file.ts';
import { asUtf8, checkedText, foreignEncoding, peek } from './input-encoding.ts';
import { type InputFormat, type InputOptions, STANDARD_INPUT } from './input-format.ts';

/** A file of records in UTF-8, one a line, or CSV. */
export interface PlainFile {
  readonly path: string;
  /** Whether the file was written here, and has to be removed at the end. */
  readonly temporary: boolean;
}

/**
 * The file of the rows: the user's own if it can be read as it is, or else a copy as plain text. Only the disk bounds
 * the size of the copy.
 *
 * @throws BatchUsage for a shard of a file whose rows cannot be found, BatchStopped for a file that cannot be read or
 *   written, the signal's reason once it is aborted
 */
export async function plainFile(options: InputOptions, format: InputFormat): Promise<PlainFile> {
  const { path, temporary, shard, sheet, signal } = options;
  const isWorkbook = format === 'xlsx';
  const encoding = foreignEncoding(options.encoding);
  const { regular, pipe, gzip } = await (isObject(path) ? lookAtObject(path) : lookAt(path));
  if (shard !== null && (gzip || isWorkbook || !regular)) {
    throw new BatchUsage(
      `${isWorkbook ? `${path} is a workbook` : gzip ? `${path} is compressed` : `${path} is no regular file`}, and --shard has to find its rows in it: write them to a plain file first`,
    );
  }
  if (regular && !gzip && encoding === null && format !== 'json' && !isWorkbook)
    return { path, temporary: false };
  signal.throwIfAborted();
  const workbookText = isWorkbook ? (await import('./workbook-text.ts')).workbookText : null;
  const jsonLinesOf = format === 'json' ? (await import('./json-array.ts')).jsonLinesOf : null;
  const read = await sourceOf(options);
  const source = abortable(read, signal);
  try {
    await pipeline(
      unpacked(source, gzip),
      (content) =>
        workbookText !== null
          ? workbookText(content, sheet, signal)
          : encoding === null
            ? checkedText(content)
            : asUtf8(content, encoding),
      (text) => jsonLinesOf?.(text) ?? text,
      (await createFile(temporary, 0o600)).createWriteStream(),
    );
  } catch (error) {
    // An open stream would keep the process alive. It is closed before its pipe is woken, or else it would read on.
    if (read instanceof Readable) read.destroy();
    if (pipe) wakeReader(path);
    await rm(temporary, { force: true });
    signal.throwIfAborted();
    throw fileFailure(error, path, temporary);
  } finally {
    // The source may have more to read.
    void source.return(undefined);
  }
  return { path: temporary, temporary: true };
}

async function sourceOf({ path, stdin }: InputOptions): Promise<AsyncIterable<Uint8Array>> {
  if (path === STANDARD_INPUT) return stdin();
  if (!isObject(path)) return createReadStream(path);
  const { objectStore } = await import('../objects/object-store.ts');
  return (await objectStore()).read(path);
}

/** Facts about a file that are known before it is read. */
interface Look {
  readonly regular: boolean;
  readonly pipe: boolean;
  readonly gzip: boolean;
}

async function lookAtObject(path: string): Promise<Look> {
  const { ObjectSource } = await import('../objects/object-source.ts');
  const source = await ObjectSource.open(path);
  try {
    const first = Buffer.alloc(2);
    await source.read(first, 0, 2, 0);
    return { regular: true, pipe: false, gzip: NAMED_GZIP.test(path) || isGzip(first) };
  } finally {
    await source.close();
  }
}

const NAMED_GZIP = /\.gz$/i;

async function lookAt(path: string): Promise<Look> {
  const byName = NAMED_GZIP.test(path);
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
    throw fileFailure(error, path);
  }
}

/**
 * Turns an error of a file into one that says what to do.
 *
 * @param path the file that was read, or its description
 * @param written the file that its rows were being written to, if any
 */
export function fileFailure(error: unknown, path: string, written = path): BatchStopped {
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

/** Whether bytes begin as gzip does. */
function isGzip(first: Uint8Array): boolean {
  return first[0] === 0x1f && first[1] === 0x8b;
}

/** Decompresses a source that is gzip by its name or by its first bytes. */
async function* unpacked(source: AsyncIterable<Uint8Array>, gzip: boolean): AsyncGenerator<Uint8Array> {
  const { first, all } = await peek(source);
  if (!gzip && !isGzip(first)) yield* all;
  else if (first.length > 0 && !isGzip(first)) {
    throw new BatchStopped('its name ends in .gz, but it is not compressed with gzip: remove the .gz');
  } else {
    const gunzip = createGunzip();
    // The reader of `gunzip` gets the failures too. Zeros after the data, as on tapes, are left unread.
    pipeline(all, gunzip).catch(() => {});
    yield* gunzip;
  }
}

/** Yields the blocks until the signal is aborted; then throws its reason, even while no block comes. */
async function* abortable(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const blocks = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal.throwIfAborted();
      let abort = (): void => {};
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        abort = () => reject(signal.reason as Error);
        signal.addEventListener('abort', abort, { once: true });
        blocks.next().then(resolve, reject);
      }).finally(() => signal.removeEventListener('abort', abort));
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited, because it may wait for a block that never comes.
    blocks.return?.().catch(() => {});
  }
}

/**
 * Ends the wait of a reader of a named pipe. A thread that opens or reads one cannot be stopped, and would keep the
 * process alive.
 */
function wakeReader(path: string): void {
  try {
    const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    try {
      writeSync(writer, '\n');
    } finally {
      closeSync(writer);
    }
  } catch {
    // The pipe has no reader, or is full.
  }
}
