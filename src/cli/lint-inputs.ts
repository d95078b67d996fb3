import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { BundleError, parseBundles } from '../bundle.ts';
import type { LintOptions } from '../lint/lint.ts';
import { isJson } from '../zpl/is-json.ts';
import { CommandFailure } from './failure.ts';
import type { Io } from './io.ts';
import { fileName, readBytes } from './read-file.ts';

/** A stream to lint, and what its bundle says of it. */
export interface LintInput {
  /** The file; of a bundle with the place in it, as `labels.json#/2/zpl`. */
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly options: Pick<LintOptions, 'size' | 'dynamicTokens' | 'fieldTransforms'>;
}

const BUNDLES = new Set(['.json', '.jsonl', '.ndjson']);

/**
 * The streams of these files and folders, read one by one. Of a folder those of all `.zpl` files and bundles in it, however
 * deep; other JSON files there are passed over.
 */
export async function* lintInputs(
  paths: readonly string[],
  io: Io,
): AsyncGenerator<LintInput, void, undefined> {
  for (const path of paths) {
    if (path === '-' || !(await isFolder(path))) {
      yield* inputsOf(path, await readBytes(path, io));
      continue;
    }
    for await (const file of filesIn(path)) {
      const bytes = await readBytes(file, io);
      if (extname(file).toLowerCase() === '.zpl') yield* inputsOf(file, bytes);
      else yield* bundlesOrNothing(file, bytes);
    }
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Reading it says why.
    return false;
  }
}

/** In the order of their names; links to folders are not followed. */
async function* filesIn(folder: string): AsyncGenerator<string, void, undefined> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile() && isWanted(entry.name)) yield path;
  }
}

function isWanted(name: string): boolean {
  const ending = extname(name).toLowerCase();
  return ending === '.zpl' || BUNDLES.has(ending);
}

function* inputsOf(path: string, bytes: Buffer): Generator<LintInput, void, undefined> {
  const looksLikeJson = /^\s*[[{]/.test(bytes.subarray(0, 64).toString('latin1').replace('\xef\xbb\xbf', ''));
  const text = looksLikeJson ? bytes.toString() : '';
  if (!looksLikeJson || !(BUNDLES.has(extname(path).toLowerCase()) || isJson(text))) {
    yield { file: fileName(path), bytes, options: {} };
    return;
  }
  try {
    yield* bundlesIn(fileName(path), text);
  } catch (error) {
    if (error instanceof BundleError) throw new CommandFailure(`${fileName(path)}: ${error.message}`);
    throw error;
  }
}

function* bundlesOrNothing(path: string, bytes: Buffer): Generator<LintInput, void, undefined> {
  try {
    yield* bundlesIn(path, bytes.toString());
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
  }
}

function* bundlesIn(file: string, text: string): Generator<LintInput, void, undefined> {
  const { single, labels } = parseBundles(text);
  for (const [index, { zpl, size, dynamicTokens, fieldTransforms }] of labels.entries()) {
    if (zpl === null) continue;
    const place = `${file}#${single ? '' : `/${index}`}/zpl`;
    yield { file: place, bytes: Buffer.from(zpl), options: { size, dynamicTokens, fieldTransforms } };
  }
}
