import { FailureError, fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { automaticText } from './automatic.ts';
import { writeBarcode } from './barcode-field.ts';
import type { Values } from './field.ts';
import { Job } from './job.ts';
import { writeRaster } from './raster-field.ts';
import { countUnits, type Template } from './template.ts';
import { writeText } from './text-field.ts';
import { type Token, variableKey } from './token.ts';
import { applyTransforms } from './transforms.ts';

/** Values of one label, by name; names are trimmed and matched without case. */
export type Variables = Readonly<Record<string, string>>;

/** What a request has besides its variables. */
export interface SubstitutionContext {
  /** The request's one instant. */
  readonly now: Date;
}

/**
 * The stream with one record's values in it. Throws a {@link FailureError}: too_large (413),
 * barcode_invalid, encoding_unsupported or field_transform_invalid (422).
 */
export function substitute(
  template: Template,
  variables: Variables,
  context: SubstitutionContext,
): ByteString {
  const [text] = substituteRecords(template, [variables], 1, context);
  return text as ByteString;
}

/**
 * One stream for each record. The whole output is counted, `copies` and what is sent between labels included,
 * before any of it is put together; barcode faults of all records are reported together.
 */
export function substituteRecords(
  template: Template,
  records: readonly Variables[],
  copies: number,
  { now }: SubstitutionContext,
): ByteString[] {
  if (template.failure !== null) throw new FailureError(template.failure);
  const job = new Job();
  const automatic = template.tokens.map((token) =>
    token.kind === 'automatic' ? automaticText(token.name, token.argument, now) : undefined,
  );
  let units = (records.length * copies - 1) * template.prefixReset.length;
  const labels: ByteString[] = [];
  for (const variables of records) {
    const given = applyTransforms(template.transforms, variables);
    const values = template.tokens.map((token, index) => valueOf(token, given) ?? automatic[index]);
    const label = write(template, values, job);
    units += copies * (template.isAscii ? label.length : countUnits(label));
    if (units > LIMITS.zplUnits) failOutput();
    labels.push(label);
  }
  job.finish();
  return labels;
}

function valueOf(token: Token, given: ReadonlyMap<string, string>): string | undefined {
  if (token.kind === 'automatic') return token.bare ? given.get(variableKey(token.name)) : undefined;
  for (const key of token.keys) {
    const value = given.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}

function write(template: Template, values: Values, job: Job): ByteString {
  let text = '';
  for (const segment of template.segments) {
    text += typeof segment === 'string' ? segment : writeSegment(segment, values, template.tokens, job);
    // A unit is at most three bytes; a label beyond that is too large however its bytes are counted.
    if (text.length > 3 * LIMITS.zplUnits) failOutput();
  }
  return text as ByteString;
}

function writeSegment(
  segment: Exclude<Template['segments'][number], string>,
  values: Values,
  tokens: readonly Token[],
  job: Job,
): ByteString {
  switch (segment.kind) {
    case 'text':
      return writeText(segment, values);
    case 'barcode':
      return writeBarcode(segment, values, tokens, job);
    case 'raster':
      return writeRaster(segment, values, tokens, job);
    default:
      return segment satisfies never;
  }
}

function failOutput(): never {
  fail('too_large', `The output would have more than ${LIMITS.zplUnits} characters of ZPL.`);
}
