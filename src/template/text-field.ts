import type { ByteString } from '../zpl/byte-string.ts';
import { characterLength, type Encoding, encodeText } from '../zpl/encoding.ts';
import { type Field, failEncoding, hasValue, type Values } from './field.ts';
import { spell } from './spelling.ts';

/** `^FB` and `^TB` read escapes of their own in field data. */
export type Block = 'field-block' | 'text-block';

export interface TextField extends Field {
  readonly kind: 'text';
  readonly block: Block | null;
}

/** The field with its values in it; as saved when it has none. Fails (422) on a character without a byte. */
export function writeText(field: TextField, values: Values): ByteString {
  if (!hasValue(field, values)) return field.saved;
  let text: string = field.opening;
  let dangling = false;
  for (const part of field.parts) {
    const value = part.token === null ? undefined : values[part.token];
    if (value === undefined) {
      text += part.spelled;
      dangling = field.block === 'field-block' && endsInLoneBackslash(field.encoding, part.data);
      continue;
    }
    const bytes = toFieldBytes(field.encoding, field.block, value) ?? failEncoding(field, value);
    // A backslash of the template must not make an escape of the first character of a value.
    text += spell(field.spelling, (dangling ? `\\${bytes}` : bytes) as ByteString);
    dangling = false;
  }
  return text as ByteString;
}

/** The bytes that print as this value, or null when the encoding lacks one of its characters. */
function toFieldBytes(encoding: Encoding, block: Block | null, value: string): ByteString | null {
  if (block === null) return encodeText(encoding, value);
  // A text block knows no escape for a line break; the line feed itself is one.
  const [special, escaped, lineBreak] = block === 'field-block' ? ['\\', '\\\\', '\\&'] : ['<', '<<>', '\n'];
  const lines: string[] = [];
  for (const line of value.split(/\r?\n/)) {
    const bytes = encodeText(encoding, line);
    if (bytes === null) return null;
    lines.push(replaceCharacter(encoding, bytes, special, escaped));
  }
  return lines.join(lineBreak) as ByteString;
}

/** Replaces a character, not a byte that is part of another one. */
function replaceCharacter(encoding: Encoding, bytes: ByteString, character: string, by: string): string {
  if (!bytes.includes(character)) return bytes;
  let replaced = '';
  for (let at = 0; at < bytes.length; ) {
    const next = at + characterLength(encoding, bytes, at);
    const one = bytes.slice(at, next);
    replaced += one === character ? by : one;
    at = next;
  }
  return replaced;
}

/** Whether data ends in a backslash that is not the second half of an escape. */
function endsInLoneBackslash(encoding: Encoding, data: ByteString): boolean {
  let lone = false;
  for (let at = 0; at < data.length; at += characterLength(encoding, data, at)) {
    lone = data[at] === '\\' && !lone;
  }
  return lone;
}
