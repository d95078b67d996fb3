import { readFile, stat } from 'node:fs/promises';
import { CommandFailure } from './failure.ts';
import type { Io } from './io.ts';

/** The name of a file that stands for standard input. */
const STANDARD_INPUT = '-';

/** Far above any label, and small enough to hold in memory twice. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The bytes of a file; of standard input for `-`.
 *
 * @throws CommandFailure when they cannot be read or are more than 64 MiB.
 */
export async function readBytes(path: string, io: Io): Promise<Buffer> {
  if (path === STANDARD_INPUT) return readAll(io.stdin());
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new CommandFailure(`${path} is ${size} bytes; at most ${MAX_BYTES} are read`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(
      `cannot read ${path}: ${REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message}`,
    );
  }
}

async function readAll(input: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of input) {
    length += part.length;
    if (length > MAX_BYTES) throw new CommandFailure(`standard input has more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The name of a file in messages. */
export function fileName(path: string): string {
  return path === STANDARD_INPUT ? 'standard input' : path;
}

/**
 * The API key that a file holds, without the white space around it. Messages never have it in them.
 *
 * @throws CommandFailure when it cannot be read or is empty.
 */
export async function readKey(path: string, io: Io): Promise<string> {
  const key = (await readText(path, io)).trim();
  if (key === '') throw new CommandFailure(`${fileName(path)} is empty; it must hold an API key`);
  return key;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
};

/** The same for text in UTF-8, every character of it (a byte order mark too). */
export async function readText(path: string, io: Io): Promise<string> {
  const bytes = await readBytes(path, io);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CommandFailure(
      `${fileName(path)} is not UTF-8; save it as UTF-8, or write other bytes of ZPL as ^FH escapes`,
    );
  }
}
