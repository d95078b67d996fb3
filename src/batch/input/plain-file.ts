import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BatchStopped } from '../batch-failure.ts';
import { asUtf8, foreignEncoding, refuseOtherText } from './input-encoding.ts';
import { type InputFormat, type InputOptions, STANDARD_INPUT } from './input-options.ts';
import { jsonLinesOf } from './json-array.ts';

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
  const { path, temporary } = options;
  const encoding = foreignEncoding(options.encoding);
  const { regular, gzip } = await lookAt(path);
  if (regular && !gzip && encoding === null && format !== 'json') return { path, temporary: false };
  const source = path === STANDARD_INPUT ? options.stdin() : createReadStream(path);
  try {
    await pipeline(
      unpacked(source, gzip),
      (text) => (encoding === null ? checkedText(text) : asUtf8(text, encoding)),
      (text) => (format === 'json' ? jsonLinesOf(text) : text),
      createWriteStream(temporary, { mode: 0o600 }),
    );
  } catch (error) {
    await rm(temporary, { force: true });
    throw worded(error, path, temporary);
  }
  return { path: temporary, temporary: true };
}

/** What can be known of a file before it is read. */
async function lookAt(path: string): Promise<{ readonly regular: boolean; readonly gzip: boolean }> {
  const byName = /\.gz$/i.test(path);
  if (path === STANDARD_INPUT) return { regular: false, gzip: byName };
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw Object.assign(new Error('directory'), { code: 'EISDIR' });
    if (!found.isFile()) return { regular: false, gzip: byName };
    const handle = await open(path);
    try {
      const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
      return { regular: true, gzip: byName || isGzip(buffer) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw worded(error, path, path);
  }
}

function isGzip(first: Uint8Array): boolean {
  return first[0] === 0x1f && first[1] === 0x8b;
}

/** Decompresses what says that it is compressed, by its name or by its first bytes. */
async function* unpacked(source: AsyncIterable<Uint8Array>, gzip: boolean): AsyncGenerator<Uint8Array> {
  const { first, all } = await peek(source);
  if (!gzip && !isGzip(first)) yield* all;
  else if (first.length > 0 && !isGzip(first)) {
    throw new BatchStopped('its name ends in .gz, but it is not compressed with gzip: take the .gz away');
  } else {
    const gunzip = createGunzip();
    const fed = pipeline(all, gunzip);
    fed.catch(() => {});
    yield* gunzip;
    await fed;
  }
}

async function* checkedText(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { first, all } = await peek(source);
  refuseOtherText(first);
  yield* all;
}

/** The first four bytes, or fewer if there are no more, and all bytes. */
async function peek(
  source: AsyncIterable<Uint8Array>,
): Promise<{ readonly first: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const blocks = source[Symbol.asyncIterator]();
  let first: Uint8Array = new Uint8Array(0);
  while (first.length < 4) {
    const next = await blocks.next();
    if (next.done === true) break;
    first = Buffer.concat([first, next.value]);
  }
  return {
    first: first.subarray(0, 4),
    all: (async function* all() {
      yield first;
      yield* { [Symbol.asyncIterator]: () => blocks };
    })(),
  };
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
};

const WORDS: Readonly<Record<string, string>> = {
  ...NO_ROOM,
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  Z_BUF_ERROR: 'its compressed data ends too early; was it cut off?',
  Z_DATA_ERROR: 'its compressed data is damaged; was it cut off, or changed on its way?',
};
