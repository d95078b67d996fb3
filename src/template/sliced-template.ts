import type { ByteString } from '../zpl/byte-string.ts';
import type { DataField } from './fields/data-field.ts';
import type { FieldEscaping } from './fields/field-escaping.ts';
import { ESCAPE_BYTES, type ValueBytes, valueBytes, writeValue } from './fields/value-bytes.ts';
import type { Token } from './placeholders/token.ts';
import { RecordValues } from './records/record-values.ts';
import type { Template } from './template.ts';

/** The place of a token's value in records; null if they have none. */
export type ValueSource = ValuePlace | null;

export interface ValuePlace {
  /** The cell of a record; null for none. */
  readonly cell: number | null;
  /**
   * The text for records with an empty cell or without the cell; undefined for the empty cell, or for no value at
   * all.
   */
  readonly text: string | undefined;
}

/** A value, and what is sent before it. */
export interface ValueInsertion {
  readonly lead: Uint8Array;
  /** Null for an automatic token. */
  readonly cell: number | null;
  readonly token: number;
  readonly bytes: ValueBytes;
  /** Bytes for an empty cell, null for nothing; the text of an automatic token at the time of the job. */
  otherwise: Uint8Array | null;
}

/** A template cut where cells are inserted. */
export interface SlicedTemplate {
  readonly insertions: readonly ValueInsertion[];
  readonly tail: Uint8Array;
  readonly unresolved: number;
}

/**
 * Cuts a template. The bytes between the cells are the same for all records, and are put together here once, as
 * `substitute.ts` does for each record. Null if a value changes the bytes next to it.
 */
export function sliceTemplate(
  { zpl, dynamicFields, leads, tokens }: Template,
  sources: readonly ValueSource[],
): SlicedTemplate | null {
  const insertions: ValueInsertion[] = [];
  const known = new Map<FieldEscaping, ValueBytes>();
  let literal = '';
  let literalStart = 0;
  let unresolved = 0;
  for (const [i, field] of dynamicFields.entries()) {
    if (field.kind !== 'data' || field.secondPass !== null) return null;
    const stays = ({ token }: DataField['parts'][number]): boolean =>
      token === null || (sources[token] === null && tokens[token]?.kind === 'variable');
    unresolved += field.parts.filter((part) => part.token !== null && stays(part)).length;
    if (field.parts.every(stays)) {
      literal += zpl.slice(literalStart, field.end);
      literalStart = field.end;
      continue;
    }
    literal += leads[i] as ByteString;
    literalStart = field.end;
    const bytes = known.get(field.escaping) ?? valueBytes(field);
    known.set(field.escaping, bytes);
    for (const part of field.parts) {
      const token = part.token as number;
      if (stays(part)) {
        // Text before a value may begin an escape with it, or cannot be written next to it.
        if (part.escaped === null || (field.closesEscapes && part.data.endsWith('\\'))) return null;
        literal += part.escaped;
        continue;
      }
      const { cell, text } = sources[token] ?? { cell: null, text: undefined };
      const otherwise = text === undefined ? null : written(bytes, text);
      if (text !== undefined && otherwise === null) return null;
      if (cell === null && otherwise !== null) literal += Buffer.from(otherwise).toString('latin1');
      else {
        insertions.push({ lead: bytesOf(literal), cell, token, bytes, otherwise });
        literal = '';
      }
    }
  }
  return { insertions, tail: bytesOf(literal + (leads[dynamicFields.length] as ByteString)), unresolved };
}

/** The bytes that send a value; null if they do not follow from its own bytes alone. */
export function written(bytes: ValueBytes, value: string): Uint8Array | null {
  const from = Buffer.from(value);
  // A lone surrogate has no bytes.
  if (from.toString() !== value) return null;
  const to = new Uint8Array(from.length * ESCAPE_BYTES);
  const end = writeValue(bytes, from, 0, from.length, to, 0);
  return end < 0 ? null : to.slice(0, end);
}

/**
 * The places of tokens' values in records with these names, by the rules for a record's variables.
 *
 * @param sourceOf a name
 */
export function sourcesOf(
  tokens: readonly Token[],
  names: readonly string[],
  sourceOf: (name: string) => ValuePlace,
): ValueSource[] {
  const byName = new RecordValues(Object.fromEntries(names.map((name) => [name, name])));
  return tokens.map((token) => {
    const name = byName.get(token);
    return name === undefined ? null : sourceOf(name);
  });
}

/** The bytes of a literal, in memory of their own: copies from Node's shared pool would cost more. */
export function bytesOf(literal: string): Uint8Array {
  return Uint8Array.from(Buffer.from(literal, 'latin1'));
}
