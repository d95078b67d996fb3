import { BundleError, isOtherJson, parseBundles } from '../bundle.ts';
import { labelFileKind } from '../label-endings.ts';
import type { LintOptions } from '../lint/finding.ts';
import { type ZplString, zplStrings } from '../lint/format/zpl-in-json.ts';
import { isJson } from '../zpl/is-json.ts';
import { CommandFailure } from './failure.ts';
import type { Io } from './io.ts';
import { isFolder, labelFilesIn } from './label-folder.ts';
import { fileName, readBytes } from './read-file.ts';

/** A stream to lint, and what its bundle says of it. */
export interface LintInput {
  /** As it was given, or found in a folder; `-` for standard input. */
  readonly path: string;
  /** The file; of a bundle with the place in it, as `labels.json#/2/zpl`. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** The string that holds the ZPL in the JSON of a bundle. */
  readonly string?: ZplString;
  readonly options: Pick<LintOptions, 'size' | 'dynamicTokens' | 'fieldTransforms'>;
}

/**
 * The streams of these files and folders, read one by one. A folder gives those of all files of ZPL and bundles in it,
 * however deep; other JSON in it is skipped.
 *
 * @param fail is called for each file that cannot be read, each bundle that is none and each folder without any label;
 *   if it returns, the next file follows. Without it they are thrown.
 */
export async function* lintInputs(
  paths: readonly string[],
  io: Io,
  fail: (failure: CommandFailure) => void = raise,
): AsyncGenerator<LintInput, void, undefined> {
  for (const path of paths) {
    if (path === '-' || !(await isFolder(path))) {
      yield* inputsOf(path, io, fail);
      continue;
    }
    let isEmpty = true;
    for await (const file of labelFilesIn(path)) {
      for await (const input of inputsOf(file, io, fail, 'passes over other JSON')) {
        isEmpty = false;
        yield input;
      }
    }
    if (isEmpty)
      fail(
        new CommandFailure(
          `${path} holds no label: labels are .zpl, .zpl2 and .prn files, and bundles in .json, .jsonl and .ndjson files`,
        ),
      );
  }
}

function raise(failure: CommandFailure): never {
  throw failure;
}

/** The streams of a file; none if it fails. */
async function* inputsOf(
  path: string,
  io: Io,
  fail: (failure: CommandFailure) => void,
  other?: 'passes over other JSON',
): AsyncGenerator<LintInput, void, undefined> {
  try {
    const bytes = await readBytes(path, io);
    if (other !== undefined && labelFileKind(path) === 'bundles' && isOtherJson(bytes.toString())) return;
    yield* streamsIn(path, bytes);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    fail(error);
  }
}

function* streamsIn(path: string, bytes: Buffer): Generator<LintInput, void, undefined> {
  const looksLikeJson = /^\s*[[{]/.test(bytes.subarray(0, 64).toString('latin1').replace('\xef\xbb\xbf', ''));
  const text = looksLikeJson ? bytes.toString() : '';
  if (!looksLikeJson || !(labelFileKind(path) === 'bundles' || holdsBundles(text))) {
    yield { path, file: fileName(path), bytes, options: {} };
    return;
  }
  try {
    yield* bundlesIn(path, text);
  } catch (error) {
    if (error instanceof BundleError) throw new CommandFailure(`${fileName(path)}: ${error.message}`);
    throw error;
  }
}

/** Whether a file with another ending is meant to hold bundles: an answer of a server is other JSON. */
function holdsBundles(text: string): boolean {
  return isJson(text) && !isOtherJson(text);
}

function* bundlesIn(path: string, text: string): Generator<LintInput, void, undefined> {
  const file = fileName(path);
  const { single, labels } = parseBundles(text);
  const strings = zplStrings(text);
  for (const [index, { zpl, size, dynamicTokens, fieldTransforms }] of labels.entries()) {
    if (zpl === null) continue;
    const place = `${file}#${single ? '' : `/${index}`}/zpl`;
    const string = strings[index] ?? undefined;
    yield {
      path,
      file: place,
      bytes: Buffer.from(zpl),
      ...(string === undefined ? {} : { string }),
      options: { size, dynamicTokens, fieldTransforms },
    };
  }
}
