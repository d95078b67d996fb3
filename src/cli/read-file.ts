import { readFile, stat } from 'node:fs/promises';
import { CommandFailure } from './failure.ts';

/** Far above any label, and small enough to hold in memory twice. */
const MAX_BYTES = 64 * 1024 * 1024;

/** @throws CommandFailure when the file cannot be read or is larger than 64 MiB. */
export async function readBytes(path: string): Promise<Buffer> {
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

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
};

/** The same for text in UTF-8, every character of it (a byte order mark too). */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CommandFailure(
      `${path} is not UTF-8; save it as UTF-8, or write other bytes of ZPL as ^FH escapes`,
    );
  }
}
