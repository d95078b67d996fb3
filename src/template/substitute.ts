import { FailureError, fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { checkBarcode } from './fields/barcode-check.ts';
import { checkBlock } from './fields/control-check.ts';
import { writeData } from './fields/data-field.ts';
import type { Values } from './fields/data-source.ts';
import { automaticTexts } from './placeholders/automatic-tokens.ts';
import type { Token } from './placeholders/token.ts';
import { writeRaster } from './raster-markers/raster-field.ts';
import { Given, type Variables } from './records/record-values.ts';
import { Job } from './records/substitution-budget.ts';
import { countUnits, type Slot, type Template } from './template.ts';
import { applyTransforms } from './transforms/transform-program.ts';

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
  const [label] = substituteRecords(template, [variables], 1, context);
  return label as ByteString;
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
  return fillSlots(template, records, copies, context).map((pieces) => pieces.join('') as ByteString);
}

/**
 * One record's stream in pieces, one for each segment of the template: whoever knows the fixed ones has to read
 * the others only. Throws as {@link substitute} does.
 */
export function substitutePieces(
  template: Template,
  variables: Variables,
  context: SubstitutionContext,
): readonly ByteString[] {
  const [filled = []] = fillSlots(template, [variables], 1, context);
  return template.segments.map((segment, i) => {
    if (typeof segment === 'string') return segment;
    const piece = filled[i >> 1] as ByteString;
    return piece.slice(segment.before.length) as ByteString;
  });
}

/** For each record: every slot filled, together with what stands before it, and the end of the stream. */
function fillSlots(
  template: Template,
  records: readonly Variables[],
  copies: number,
  { now }: SubstitutionContext,
): ByteString[][] {
  if (template.failure !== null) throw new FailureError(template.failure);
  const { tokens, slots, barcodes, blocks, tail } = template;
  const job = new Job(records.length);
  const automatic = automaticTexts(tokens, now);
  const between = (records.length * copies - 1) * template.stateReset.length;
  let bytes = between;
  const labels: ByteString[][] = [];
  for (const variables of records) {
    const given = new Given(variables);
    applyTransforms(template.transforms, given, job);
    const values = tokens.map((token, index) => given.get(token) ?? automatic[index]);
    const pieces: ByteString[] = [];
    for (const slot of slots) {
      const piece = fillSlot(slot, values, tokens, job, now);
      pieces.push(piece);
      bytes += copies * piece.length;
      // A unit is at most three bytes; what is beyond that is too large however its bytes are counted.
      if (bytes > 3 * LIMITS.zplUnits) failOutput();
    }
    for (const block of blocks) checkBlock(block, values, now, job);
    for (const barcode of barcodes) checkBarcode(barcode, values, tokens, job, now);
    pieces.push(tail);
    bytes += copies * tail.length;
    labels.push(pieces);
  }
  // There are at least as many bytes as units, so that these are hardly ever counted.
  if (bytes > LIMITS.zplUnits && between + copies * unitsOf(labels) > LIMITS.zplUnits) failOutput();
  job.finish();
  return labels;
}

function fillSlot(slot: Slot, values: Values, tokens: readonly Token[], job: Job, now: Date): ByteString {
  return slot.kind === 'data' ? writeData(slot, values, now, job) : writeRaster(slot, values, tokens, job);
}

function unitsOf(labels: readonly (readonly ByteString[])[]): number {
  return labels.flat().reduce((sum, piece) => sum + countUnits(piece), 0);
}

function failOutput(): never {
  fail('too_large', `the output would have more than ${LIMITS.zplUnits} characters of ZPL`);
}
