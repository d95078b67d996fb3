import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { type Failure, failure, failureInFull } from '../../errors.ts';
import type { LabelInput } from '../../store/store.ts';
import { compile } from '../../template/compile.ts';
import type { Template } from '../../template/template.ts';
import { toByteString, toBytes } from '../../zpl/byte-string.ts';
import { isJson } from '../../zpl/is-json.ts';
import { BatchStopped, BatchUsage } from '../batch-failure.ts';
import { fileFailure } from '../input/plain-file.ts';
import type { BatchLabel } from '../stages.ts';

/** The largest file, far above any label. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/** Options for the size of a `.zpl` file; a bundle has its own. */
export interface GivenSize {
  readonly widthMm: number | null;
  readonly heightMm: number | null;
  readonly dpi: number | null;
}

/**
 * Reads the label of a file: a bundle, or bare ZPL.
 *
 * @throws BatchUsage if the size is missing, or is given for a bundle; BatchStopped for a file that cannot be read or
 *   is no label, and for a label that no row can be printed on.
 */
export async function readBatchLabel(path: string, size: GivenSize): Promise<BatchLabel> {
  const text = await readText(path);
  return isJson(text) || extname(path).toLowerCase() === '.json'
    ? labelOfBundle(text, path, size)
    : labelOfZpl(text, path, size);
}

/**
 * The ZPL to send between two labels, so that the second begins in the state in which the first one began.
 *
 * @param zpl as saved
 */
export function stateResetOf(zpl: string): Uint8Array {
  return toBytes(compile({ zpl: toByteString(zpl), fieldTransforms: [], dynamicTokens: [] }).stateReset);
}

function labelOfZpl(zpl: string, path: string, { widthMm, heightMm, dpi }: GivenSize): BatchLabel {
  if (widthMm === null || heightMm === null || dpi === null) {
    throw new BatchUsage(`${path} is ZPL, which has no size: give --width-mm, --height-mm and --dpi`);
  }
  const name = basename(path, extname(path));
  return usable(path, {
    name,
    size: { widthMm, heightMm, dpi },
    zpl,
    fieldTransforms: [],
    dynamicTokens: [],
  });
}

async function labelOfBundle(text: string, path: string, given: GivenSize): Promise<BatchLabel> {
  if (given.widthMm !== null || given.heightMm !== null || given.dpi !== null) {
    throw new BatchUsage(
      `${path} is a bundle, which has a size: leave --width-mm, --height-mm and --dpi out`,
    );
  }
  const [label, ...others] = await bundlesIn(text, path);
  if (label === undefined || others.length > 0) {
    throw new BatchStopped(
      `${path} holds ${others.length + 1} labels, and a batch prints one: export it alone, with platen labels export`,
    );
  }
  const { zpl, outputFormat } = label;
  if (zpl === null || zpl === '') throw new BatchStopped(`${path}: ${failure('zpl_not_saved').message}`);
  const saved = usable(path, { ...label, zpl });
  if (outputFormat === 'bitmap' && saved.tokens.length > 0) {
    throw new BatchStopped(`${path}: ${failure('bitmap_dynamic_output_incompatible').message}`);
  }
  return saved;
}

async function bundlesIn(text: string, path: string): Promise<readonly LabelInput[]> {
  // The schemas of bundles take 0.1 s to load.
  const { BundleError, parseBundles } = await import('../../bundle.ts');
  try {
    return parseBundles(text).labels;
  } catch (error) {
    if (error instanceof BundleError) throw new BatchStopped(`${path}: ${error.message}`);
    throw error;
  }
}

/** The label, if rows can be printed on it. */
function usable(path: string, label: FileLabel): BatchLabel {
  try {
    return batchLabel(label);
  } catch (error) {
    throw error instanceof BatchStopped ? new BatchStopped(`${path}: ${error.message}`) : error;
  }
}

/**
 * The label of a batch, with the placeholders of its ZPL.
 *
 * @throws BatchStopped for a label that no row can be printed on.
 */
export function batchLabel(label: FileLabel): BatchLabel {
  const { id = null, name, size, zpl, fieldTransforms, dynamicTokens } = label;
  const template = compile({ zpl: toByteString(zpl), fieldTransforms, dynamicTokens });
  const unusable = template.failure ?? faultOfTransforms(template);
  if (unusable !== null) throw new BatchStopped(failureInFull(unusable));
  return {
    id,
    revision: null,
    name,
    size,
    zpl,
    fieldTransforms,
    tokens: template.tokenNames,
    stateReset: toBytes(template.stateReset),
  };
}

/** The content of a label in a file. */
type FileLabel = Pick<LabelInput, 'id' | 'name' | 'size' | 'fieldTransforms' | 'dynamicTokens'> & {
  readonly zpl: string;
};

function faultOfTransforms({ transforms }: Template): Failure | null {
  return transforms.ok ? null : failure('field_transform_invalid', transforms.details);
}

async function readText(path: string): Promise<string> {
  let bytes: Buffer;
  try {
    const { size } = await stat(path);
    if (size > FILE_BYTES_MAX) throw new Error(`it has ${size} bytes; at most ${FILE_BYTES_MAX} are read`);
    bytes = await readFile(path);
  } catch (error) {
    throw fileFailure(error, `the label ${path}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BatchStopped(
      `the label ${path} is not UTF-8; save it as UTF-8, or write other bytes of ZPL as ^FH escapes`,
    );
  }
}
