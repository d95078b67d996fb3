import { fail } from '../../errors.ts';
import { type ByteString, fromByteString } from '../../zpl/byte-string.ts';
import { decodeText, firstUnencodable, nameOfEncoding, unencodableIn } from '../../zpl/encoding.ts';
import type { UnwritableField } from '../records/content-faults.ts';
import { type SubstitutionBudget, UNWRITTEN_CODE_UNIT_WORK } from '../records/substitution-budget.ts';
import { type DataSource, type FieldPlace, type TokenValues, templateOf } from './data-source.ts';
import { bytesIn, type DataSyntax, endsInLoneBackslash } from './data-syntax.ts';
import { escapeData, type FieldEscaping, failEscape, passesThrough } from './field-escaping.ts';
import { type SecondPass, secondPassFault } from './second-pass.ts';

/** A data command with placeholders. */
export interface DataField extends DataSource, FieldPlace {
  readonly kind: 'data';
  readonly escaping: FieldEscaping;
  /** The printer's second reading of the data; null for nearly every field. */
  readonly secondPass: SecondPass | null;
}

/**
 * `lead` and then the field's data with its values in it; null when it has none of them. Fails with
 * encoding_unsupported (422) on a value that the printer would not print as it is; what only a barcode cannot take is
 * left to its check. The budget counts placeholders that stay.
 */
export function writeData(
  field: DataField,
  lead: ByteString,
  values: TokenValues,
  now: Date,
  budget: SubstitutionBudget,
): ByteString | null {
  const { escaping, parts, closesEscapes } = field;
  const [{ encoding }] = field.syntaxes;
  let text: string = lead;
  let inserted = false;
  let dangling = false;
  let hasUnescapable = false;
  for (const part of parts) {
    const value = part.token === null ? undefined : values[part.token];
    if (value === undefined) {
      if (part.token !== null) budget.unresolved++;
      if (part.escaped === null) hasUnescapable = true;
      else text += part.escaped;
      dangling = closesEscapes && endsInLoneBackslash(encoding, part.data);
      continue;
    }
    // A backslash of the template must not form an escape with the first character of a value.
    if (dangling) text += escapeData(escaping, '\\' as ByteString);
    text += passesThrough(escaping, value) ? value : escapeData(escaping, bytesForAll(field, value, budget));
    inserted = true;
    dangling = false;
  }
  if (!inserted) return null;
  if (hasUnescapable) failEscape();
  const reason =
    field.secondPass === null ? null : secondPassFault(field.secondPass, field, values, now, budget);
  if (reason !== null) fail('encoding_unsupported', `in field "${nameOf(field)}", ${reason}`);
  return text as ByteString;
}

/**
 * UTF-16 code units of the values in a field, counted for each way in which they are read: the work of writing the
 * field.
 */
export function writtenCodeUnits({ parts, syntaxes }: DataField, values: TokenValues): number {
  const units = parts.reduce(
    (sum, { token }) => sum + (token === null ? 0 : (values[token]?.length ?? 0)),
    0,
  );
  return units * syntaxes.length;
}

/** The bytes that each field of text reads as this value, or that the barcodes do where there is none. */
function bytesForAll(field: DataField, value: string, budget: SubstitutionBudget): ByteString {
  const [first, ...others] = field.syntaxes;
  const bytes = bytesIn(first, value);
  if (bytes === null) {
    if (first.barcode === null || !first.encoding.supported) failEncoding(field, first, value);
    budget.spendText(value.length * UNWRITTEN_CODE_UNIT_WORK);
    return '' as ByteString;
  }
  for (const other of others) {
    if (other.barcode !== null) break;
    const same = bytesIn(other, value);
    if (same === null) failEncoding(field, other, value);
    if (same !== bytes) failConflict(field, firstConflict(first, other, value, budget));
  }
  return bytes;
}

function failEncoding(field: DataSource, { encoding }: DataSyntax, value: string): never {
  if (!encoding.supported) {
    fail(
      'encoding_unsupported',
      `in field "${nameOf(field)}", values cannot be inserted under ${nameOfEncoding(encoding)}; ^CI28 can`,
    );
  }
  const character = firstUnencodable(encoding, value);
  fail(
    'encoding_unsupported',
    `in field "${nameOf(field)}", ${character} is not in the label's encoding, ${nameOfEncoding(encoding)}`,
  );
}

function failConflict(field: DataSource, character: string): never {
  fail(
    'encoding_unsupported',
    `in field "${nameOf(field)}", ${character} cannot be written so that every field that shows it prints it; other characters are allowed`,
  );
}

/** Work to write one character by itself in two syntaxes, as {@link SubstitutionBudget.spendText} counts; measured. */
const CHARACTER_WORK = 5_000;

/** The first character of a value that two syntaxes write differently, as a person reads it. */
export function firstConflict(
  first: DataSyntax,
  other: DataSyntax,
  value: string,
  budget: SubstitutionBudget,
): string {
  const character = conflictIn(first, other, value, budget);
  return character === null ? 'a value' : JSON.stringify(character);
}

/** The first character of a value that two syntaxes write differently; null if only the whole value differs. */
function conflictIn(
  first: DataSyntax,
  other: DataSyntax,
  value: string,
  budget: SubstitutionBudget,
): string | null {
  const characters = new Set(value);
  budget.spendText(characters.size * CHARACTER_WORK);
  for (const character of characters) {
    if (bytesIn(first, character) !== bytesIn(other, character)) return character;
  }
  return null;
}

/**
 * A field of a record that cannot be written, by its first character that cannot: one that an encoding lacks, one that
 * the fields that show it would print differently, else the first of its values, where they are refused for what they
 * become together.
 */
export function unwritableField(
  source: DataSource,
  values: TokenValues,
  budget: SubstitutionBudget,
): UnwritableField {
  const [first, ...others] = source.syntaxes;
  const template = decodeText(first.encoding, templateOf(source));
  let character = '';
  for (const { token } of source.parts) {
    const value = token === null ? undefined : values[token];
    if (value === undefined || value === '') continue;
    character ||= String.fromCodePoint(value.codePointAt(0) as number);
    for (const { encoding, barcode } of source.syntaxes) {
      const lacking = barcode === null || !encoding.supported ? unencodableIn(encoding, value) : null;
      if (lacking !== null) return { template, character: lacking };
    }
    for (const other of others) {
      if (other.barcode !== null || bytesIn(other, value) === bytesIn(first, value)) continue;
      const differing = conflictIn(first, other, value, budget);
      if (differing !== null) return { template, character: differing };
    }
  }
  return { template, character };
}

function nameOf(field: DataSource): string {
  return fromByteString(templateOf(field).slice(0, 80) as ByteString);
}
