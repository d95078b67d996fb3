import type { ByteString } from '../zpl/byte-string.ts';
import { characterLength, type Encoding, encodeText } from '../zpl/encoding.ts';
import { type Field, failEncoding, type Values } from './field.ts';
import { isVerbatim, spell } from './spelling.ts';

/** `^FB` and `^TB` read escapes of their own in field data. */
export type Block = 'field-block' | 'text-block';

/** The character that begins an escape in a block, and how it and a line break are written there. */
export const BLOCK_ESCAPES = {
  'field-block': { special: '\\', escaped: '\\\\', lineBreak: '\\&' },
  // A text block knows no escape for a line break; the line feed itself is one.
  'text-block': { special: '<', escaped: '<<>', lineBreak: '\n' },
} as const satisfies Record<Block, object>;

export interface TextField extends Field {
  readonly kind: 'text';
  readonly block: Block | null;
}

/** The field with its values in it; as saved when it has none. Fails (422) on a character without a byte. */
export function writeText(field: TextField, values: Values): ByteString {
  const { encoding, spelling, block } = field;
  let text: string = field.opening;
  let inserted = false;
  let dangling = false;
  for (const part of field.parts) {
    const value = part.token === null ? undefined : values[part.token];
    if (value === undefined) {
      text += part.spelled;
      dangling = block === 'field-block' && endsInLoneBackslash(encoding, part.data);
      continue;
    }
    // A backslash of the template must not make an escape of the first character of a value.
    if (dangling) text += spell(spelling, '\\' as ByteString);
    text += isVerbatim(spelling, value)
      ? value
      : spell(spelling, toFieldBytes(encoding, block, value) ?? failEncoding(field, value));
    inserted = true;
    dangling = false;
  }
  return inserted ? (text as ByteString) : ((field.before + field.saved) as ByteString);
}

/** The bytes that print as this value, or null when the encoding lacks one of its characters. */
function toFieldBytes(encoding: Encoding, block: Block | null, value: string): ByteString | null {
  if (block === null) return encodeText(encoding, value);
  const { special, escaped, lineBreak } = BLOCK_ESCAPES[block];
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
