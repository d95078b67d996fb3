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
  return substitutePieces(template, variables, context).join('') as ByteString;
}

/**
 * The same stream in pieces, one for each segment of the template: whoever knows the fixed ones has to read the
 * others only. Throws as {@link substitute} does.
 */
export function substitutePieces(
  template: Template,
  variables: Variables,
  context: SubstitutionContext,
): readonly ByteString[] {
  const [pieces] = writeRecords(template, [variables], 1, context);
  return pieces as readonly ByteString[];
}

/**
 * One stream for each record. The whole output is counted, `copies` and what is sent between labels included,
 * before any of it is put together; barcode faults of all records are reported together.
 */
export function substituteRecords(
  template: Template,
  records: readonly Variables[],
  copies: number,
  context: SubstitutionContext,
): ByteString[] {
  return writeRecords(template, records, copies, context).map((pieces) => pieces.join('') as ByteString);
}

function writeRecords(
  template: Template,
  records: readonly Variables[],
  copies: number,
  { now }: SubstitutionContext,
): (readonly ByteString[])[] {
  if (template.failure !== null) throw new FailureError(template.failure);
  const job = new Job();
  const automatic = template.tokens.map((token) =>
    token.kind === 'automatic' ? automaticText(token.name, token.argument, now) : undefined,
  );
  let units = (records.length * copies - 1) * template.prefixReset.length;
  const labels: (readonly ByteString[])[] = [];
  for (const variables of records) {
    const given = applyTransforms(template.transforms, variables);
    const values = template.tokens.map((token, index) => valueOf(token, given) ?? automatic[index]);
    const label = write(template, values, job);
    for (const piece of label) units += copies * (template.isAscii ? piece.length : countUnits(piece));
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

function write(template: Template, values: Values, job: Job): readonly ByteString[] {
  let bytes = 0;
  return template.segments.map((segment) => {
    const piece = typeof segment === 'string' ? segment : writeSegment(segment, values, template.tokens, job);
    bytes += piece.length;
    // A unit is at most three bytes; a label beyond that is too large however its bytes are counted.
    if (bytes > 3 * LIMITS.zplUnits) failOutput();
    return piece;
  });
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
