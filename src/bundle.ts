import { LABEL_ID, WRONG_LABEL_ID } from './label-id.ts';
import { onFirstUse, zod } from './on-first-use.ts';
import { checkLabel } from './store/input-checks.ts';
import type { LabelInput } from './store/store.ts';
import { isJson } from './zpl/is-json.ts';

/** A label as files carry it. Members that a bundle does not have (`revision`, dates) are passed over. */
const bundleSchema = onFirstUse(() => {
  const z = zod();
  return z.object({
    id: z
      .string(WRONG_LABEL_ID)
      .regex(LABEL_ID, WRONG_LABEL_ID)
      .transform((id) => id.toLowerCase())
      .optional(),
    name: z.string(),
    // Any finite number: the API reports, and refuses to render, labels with impossible sizes.
    width: z.number(),
    height: z.number(),
    dpi: z.number(),
    output_format: z.enum(['bitmap', 'vector']).default('vector'),
    zpl: z.string().nullable().default(null),
    dynamic_tokens: z.array(z.string()).default([]),
    // Kept as it is: a malformed transform is an answer of the API (422), not of an import.
    field_transforms: z.unknown().optional(),
    team_id: z.string().nullable().default(null),
  });
});

/** A text that holds no bundle; the message names the place, the member and what is allowed. */
export class BundleError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BundleError';
  }
}

/** The contents of a file: `single` for one bare bundle instead of a list. */
export interface Bundles {
  readonly single: boolean;
  readonly labels: readonly LabelInput[];
}

/**
 * Reads one bundle, an array of bundles, or JSON Lines.
 *
 * @throws BundleError for the first thing that is not a bundle.
 */
export function parseBundles(text: string): Bundles {
  const { single, values } = readJson(text);
  if (values.length === 0) throw new BundleError('holds no label');
  return {
    single,
    labels: values.map((value, index) => toLabelInput(value, single ? '' : `index ${index}: `)),
  };
}

/** Whether it is JSON, or JSON Lines, of something else: none of its objects has a member `zpl`. */
export function isOtherJson(text: string): boolean {
  try {
    return !readJson(text).values.some(
      (value) => typeof value === 'object' && value !== null && 'zpl' in value,
    );
  } catch (error) {
    if (error instanceof BundleError) return false;
    throw error;
  }
}

function readJson(text: string): { single: boolean; values: readonly unknown[] } {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? { single: false, values: value } : { single: true, values: [value] };
  } catch (error) {
    const lines = json.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }));
    const filled = lines.filter(({ line }) => line !== '');
    // One document spread over lines does not end on its first; JSON Lines do.
    if (!isJson(filled[0]?.line ?? '')) throw new BundleError(`is not JSON: ${(error as Error).message}`);
    const broken = filled.find(({ line }) => !isJson(line));
    if (broken !== undefined) throw new BundleError(`line ${broken.number} is not JSON`);
    return { single: false, values: filled.map(({ line }) => JSON.parse(line) as unknown) };
  }
}

function toLabelInput(value: unknown, place: string): LabelInput {
  const parsed = bundleSchema().safeParse(value);
  if (!parsed.success) {
    const failures = parsed.error.issues.map(({ path, message }) => {
      const member = path.length === 0 ? 'a bundle' : path.join('.');
      return `${member}: ${message.replace('Invalid input: ', '')}`;
    });
    throw new BundleError(`${place}${failures.join('; ')}`);
  }
  const bundle = parsed.data;
  const label: LabelInput = {
    ...(bundle.id === undefined ? {} : { id: bundle.id }),
    name: bundle.name,
    size: { widthMm: bundle.width, heightMm: bundle.height, dpi: bundle.dpi },
    outputFormat: bundle.output_format,
    zpl: bundle.zpl,
    dynamicTokens: bundle.dynamic_tokens,
    fieldTransforms: bundle.field_transforms ?? [],
    teamId: bundle.team_id,
  };
  try {
    // Faults that the store would reject are reported here, with their place in the file.
    checkLabel(label);
  } catch (error) {
    throw new BundleError(place + (error as Error).message);
  }
  return label;
}

/** The bundle that makes this label again, as `labels export` prints it. */
export function toBundle(label: LabelInput): Readonly<Record<string, unknown>> {
  return {
    id: label.id,
    name: label.name,
    width: label.size.widthMm,
    height: label.size.heightMm,
    dpi: label.size.dpi,
    output_format: label.outputFormat,
    zpl: label.zpl,
    dynamic_tokens: label.dynamicTokens,
    field_transforms: label.fieldTransforms,
    team_id: label.teamId,
  };
}
