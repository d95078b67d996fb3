import { FailureError, fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { isTooLong, isTooLongText, tooLongInWords, type Variables } from '../record/variables.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { checkBarcode } from './fields/barcode-check.ts';
import { checkBlock } from './fields/control-check.ts';
import { unwritableField, writeData, writtenCodeUnits } from './fields/data-field.ts';
import type { TokenValues } from './fields/data-source.ts';
import { hasToken, showsToken, tokensOfVariables } from './fields/shown-tokens.ts';
import type { Token } from './placeholders/token.ts';
import { automaticTexts, variableKey } from './placeholders/token.ts';
import { writeRaster } from './raster-markers/raster-field.ts';
import type { UnwritableField } from './records/content-faults.ts';
import { RenderFaults } from './records/content-faults.ts';
import { PrintFaults } from './records/print-faults.ts';
import { RecordValues } from './records/record-values.ts';
import { SubstitutionBudget } from './records/substitution-budget.ts';
import { countCodeUnits, type DynamicField, literalsOf, type Template } from './template.ts';
import { applyTransforms } from './transforms/transform-program.ts';

/** Facts about a request other than its variables. */
export interface SubstitutionContext {
  /** The request's one instant. */
  readonly now: Date;
  /** Whether the request is only checked, for one unit however many records it has; false if absent. */
  readonly validates?: boolean;
}

/** The result of substitution. */
export interface Substituted<Output> {
  readonly output: Output;
  /** Placeholders without a value that stay in it, counted at each occurrence; copies do not count. */
  readonly unresolved: number;
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
  return substituteStream(template, variables, context).output;
}

/** {@link substitute}, with the number of placeholders that stay. */
export function substituteStream(
  template: Template,
  variables: Variables,
  context: SubstitutionContext,
): Substituted<ByteString> {
  const budget = new SubstitutionBudget(new RenderFaults());
  const { output, unresolved } = fill(template, [variables], 1, context, 'stream', budget);
  return { output: joined(output[0] ?? []), unresolved };
}

/**
 * One stream for each record of a print job. The whole output is counted, `copies` and what is sent between labels
 * included, before any of it is put together. Throws a {@link FailureError}: too_large (413) at once;
 * field_transform_invalid, barcode_invalid or encoding_unsupported (422), the first of these that applies, with what is
 * wrong with all records.
 */
export function substituteRecords(
  template: Template,
  records: readonly Variables[],
  copies: number,
  context: SubstitutionContext,
): Substituted<ByteString[]> {
  const paidRecords = context.validates === true ? 1 : records.length;
  const budget = new SubstitutionBudget(new PrintFaults(records.length), paidRecords);
  const { output, unresolved } = fill(template, records, copies, context, 'stream', budget);
  return { output: output.map(joined), unresolved };
}

/**
 * The bytes of each dynamic field with one record's values: enough for a caller that has drawn the literals. Throws
 * as {@link substitute} does.
 */
export function substituteFields(
  template: Template,
  variables: Variables,
  context: SubstitutionContext,
): Substituted<readonly ByteString[]> {
  const budget = new SubstitutionBudget(new RenderFaults());
  const { output, unresolved } = fill(template, [variables], 1, context, 'fields', budget);
  return { output: output[0] as readonly ByteString[], unresolved };
}

/**
 * The stream of a template whose dynamic fields send these bytes: from {@link substituteFields}, the result of {@link
 * substitute}.
 */
export function joinFields(template: Template, fields: readonly ByteString[]): ByteString {
  if (fields.length === 0) return template.zpl;
  return literalsOf(template)
    .flatMap((literal, i) => [literal, fields[i] ?? ''])
    .join('') as ByteString;
}

/** For each record the bytes of its dynamic fields: with the bytes before each, for a stream, or alone. */
function fill(
  template: Template,
  records: readonly Variables[],
  copies: number,
  { now }: SubstitutionContext,
  into: 'stream' | 'fields',
  budget: SubstitutionBudget,
): Substituted<ByteString[][]> {
  if (template.failure !== null) throw new FailureError(template.failure);
  const { zpl, tokens, dynamicFields, leads, barcodes, blocks } = template;
  const tail = leads[dynamicFields.length] as ByteString;
  const automatic = automaticTexts(tokens, now);
  const between = (records.length * copies - 1) * template.stateReset.length;
  let bytes = between;
  const labels: ByteString[][] = [];
  for (let index = 0; index < records.length; index++) {
    budget.faults.begin(index);
    checkLengths(template, records, index);
    const record = new RecordValues(records[index] as Variables);
    const failed = applyTransforms(template.transforms, record, now, budget);
    const spoilt = failed === null ? null : tokensOfVariables(tokens, failed);
    const values = tokens.map((token, i) => record.get(token) ?? automatic[i]);
    const texts: ByteString[] = [];
    let literalStart = 0;
    for (let i = 0; i < dynamicFields.length; i++) {
      const field = dynamicFields[i] as DynamicField;
      const lead = into === 'stream' ? (leads[i] as ByteString) : field.opening;
      const start = into === 'stream' ? literalStart : field.start;
      const filled =
        spoilt !== null && hasToken(field, spoilt)
          ? null
          : fillField(field, lead, values, tokens, budget, now);
      const text = filled ?? (zpl.slice(start, field.end) as ByteString);
      texts.push(text);
      bytes += copies * (start - literalStart + text.length);
      literalStart = field.end;
      // A code unit is at most three bytes: more than that is too large, however many code units it is.
      if (bytes > 3 * LIMITS.zplUnits) failOutput();
    }
    for (const block of blocks) {
      if (spoilt === null || !showsToken(block, spoilt)) checkBlock(block, values, now, budget);
    }
    for (const barcode of barcodes) {
      if (spoilt === null || !showsToken(barcode, spoilt)) checkBarcode(barcode, values, tokens, budget, now);
    }
    bytes += copies * tail.length;
    if (into === 'stream') texts.push(tail);
    labels.push(texts);
  }
  // Bytes are never fewer than code units, so that code units are rarely counted.
  if (bytes > LIMITS.zplUnits) {
    const sent = into === 'stream' ? labels.flat() : [...labels.flat(), ...literalsOf(template)];
    if (between + copies * codeUnitsOf(sent) > LIMITS.zplUnits) failOutput();
  }
  budget.faults.finish();
  return { output: labels, unresolved: budget.unresolved };
}

/**
 * Fails with invalid_request (400) on a value that only a variable of a picture may have: readers accept it anywhere.
 */
function checkLengths({ pictures }: Template, records: readonly Variables[], index: number): void {
  const variables = records[index] as Variables;
  // Not `Object.entries`: a record of 22 values takes 3.7 → 2.8 µs, bench template. RecordValues reads inherited
  // strings too.
  for (const name in variables) {
    const value: unknown = variables[name];
    if (typeof value !== 'string' || !isTooLong(value.length)) continue;
    if (isTooLongText(value) || pictures.has(variableKey(name))) continue;
    const record = records.length === 1 ? 'variables' : `records[${index}]`;
    fail('invalid_request', `${record} ${tooLongInWords(name)}`);
  }
}

/** The bytes of a field; null if its saved bytes stay, also because its values cannot be written. */
function fillField(
  field: DynamicField,
  lead: ByteString,
  values: TokenValues,
  tokens: readonly Token[],
  budget: SubstitutionBudget,
  now: Date,
): ByteString | null {
  // A raster's faults are those of its barcode.
  if (field.kind === 'raster') return writeRaster(field, lead, values, tokens, budget);
  try {
    return writeData(field, lead, values, now, budget);
  } catch (error) {
    const unwritable = (): UnwritableField => unwritableField(field, values, budget);
    budget.keepUnwritable(error, unwritable, writtenCodeUnits(field, values));
    return null;
  }
}

function joined(pieces: readonly ByteString[]): ByteString {
  return pieces.join('') as ByteString;
}

function codeUnitsOf(texts: readonly ByteString[]): number {
  return texts.reduce((sum, text) => sum + countCodeUnits(text), 0);
}

function failOutput(): never {
  fail('too_large', `the output would have more than ${LIMITS.zplUnits} characters of ZPL`);
}
