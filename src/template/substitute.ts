import { FailureError, fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { automaticText } from './automatic.ts';
import { writeBarcode } from './barcode-field.ts';
import type { Values } from './field.ts';
import { Given, type Variables } from './given.ts';
import { Job } from './job.ts';
import { writeRaster } from './raster-field.ts';
import { countUnits, type Template } from './template.ts';
import { writeText } from './text-field.ts';
import type { Token } from './token.ts';
import { applyTransforms } from './transforms.ts';

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
  const between = (records.length * copies - 1) * template.prefixReset.length;
  let unitsLeft = LIMITS.zplUnits - between - records.length * copies * template.fixedUnits;
  if (unitsLeft < 0) failOutput();
  const labels: (readonly ByteString[])[] = [];
  for (const variables of records) {
    const given = new Given(variables);
    applyTransforms(template.transforms, given);
    const values = template.tokens.map((token, index) => given.get(token) ?? automatic[index]);
    const pieces: ByteString[] = [];
    for (const segment of template.segments) {
      if (typeof segment === 'string') {
        pieces.push(segment);
        continue;
      }
      const piece = writeSegment(segment, values, template.tokens, job);
      unitsLeft -= copies * (template.isAscii ? piece.length : countUnits(piece));
      if (unitsLeft < 0) failOutput();
      pieces.push(piece);
    }
    labels.push(pieces);
  }
  job.finish();
  return labels;
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
