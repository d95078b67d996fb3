import { fail } from '../errors.ts';
import { type ByteString, fromByteString } from '../zpl/byte-string.ts';
import { type Encoding, firstUnencodable } from '../zpl/encoding.ts';
import type { FieldData } from './field-data.ts';
import { escapeOf, type Spelling } from './spelling.ts';
import type { Placeholder, Token } from './token.ts';

/** Data of a field, cut where values go. */
export interface FieldPart {
  /** Index into the template's tokens, or null for literal data. */
  readonly token: number | null;
  /** As the printer decodes it. */
  readonly data: ByteString;
  /** As it is sent where the field's `^FH` is in force. */
  readonly spelled: ByteString;
}

/** What every field with placeholders has in common. */
export interface Field {
  /** All that stands between the slot before and this one. */
  readonly before: ByteString;
  /** The data command as saved, from its prefix to its last byte. */
  readonly saved: ByteString;
  /**
   * What its data follows when a value is inserted: all that stands before, with `^FD`, or `^FH^FD` where the
   * field has no `^FH`.
   */
  readonly opening: ByteString;
  readonly parts: readonly FieldPart[];
  readonly encoding: Encoding;
  readonly spelling: Spelling;
}

/** Values by token: undefined for a variable that the request does not have. */
export type Values = readonly (string | undefined)[];

/** Cuts field data at its placeholders; `intern` gives a token its index in the template. */
export function cutField(
  data: FieldData,
  placeholders: readonly Placeholder[],
  spelling: Spelling,
  intern: (placeholder: Placeholder) => number,
): FieldPart[] {
  const { indicator } = spelling;
  const escape = escapeOf(spelling, indicator.charCodeAt(0)) ?? indicator;
  const parts: FieldPart[] = [];
  const add = (
    token: number | null,
    start: number,
    end: number,
    savedStart: number,
    savedEnd: number,
  ): void => {
    if (savedStart === savedEnd) return;
    const spelled = data.respelled(savedStart, savedEnd, indicator, escape);
    parts.push({ token, data: data.decoded.slice(start, end) as ByteString, spelled });
  };
  let at = 0;
  for (const placeholder of placeholders) {
    const { start, end } = placeholder;
    add(null, at, start, data.savedEnd(at), data.savedStart(start));
    add(intern(placeholder), start, end, data.savedStart(start), data.savedEnd(end));
    at = end;
  }
  add(null, at, data.decoded.length, data.savedEnd(at), data.saved.length);
  return parts;
}

/** Field data as saved, decoded: how messages name a field. */
export function templateOf(parts: readonly FieldPart[]): ByteString {
  return parts.map((part) => part.data).join('') as ByteString;
}

/** Fails (422) because a value cannot be written in the field's encoding. */
export function failEncoding(field: Field, value: string): never {
  const { encoding } = field;
  const name = fromByteString(templateOf(field.parts).slice(0, 80) as ByteString);
  if (!encoding.supported) {
    fail(
      'encoding_unsupported',
      `Field "${name}": values cannot be inserted under ^CI${encoding.id}; ^CI28 can.`,
    );
  }
  const character = firstUnencodable(encoding, value);
  fail(
    'encoding_unsupported',
    `Field "${name}": ${character} is not in the label's encoding, ^CI${encoding.id}.`,
  );
}

/** Why a barcode cannot be made: the request does not have one of its variables. */
export function missingReason(token: Token): string {
  return `no value was given for the variable "${token.name}"`;
}
