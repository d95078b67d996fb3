import { RequestRefusal } from '../request-refusal.ts';
import { type ByteString, toByteString } from '../zpl/byte-string.ts';
import type { LabelContent } from './workspace/workspace.ts';

/**
 * The bytes of a label's text.
 *
 * @throws RequestRefusal (422) for a label of bytes with a character beyond U+00FF.
 */
export function sourceOf({ zpl, encoding }: Pick<LabelContent, 'zpl' | 'encoding'>): ByteString {
  return encoding === 'bytes' ? byteText(zpl) : toByteString(zpl);
}

/**
 * The text of a label whose characters are bytes: U+0000 to U+00FF.
 *
 * @throws RequestRefusal (422) that names the first other character, and its place.
 */
export function byteText(zpl: string): ByteString {
  const at = zpl.search(/[^\0-\xff]/);
  if (at === -1) return zpl as ByteString;
  const before = zpl.slice(0, at).split('\n');
  const character = String.fromCodePoint(zpl.codePointAt(at) as number);
  throw new RequestRefusal(
    422,
    `line ${before.length}, column ${(before.at(-1) as string).length + 1}: ${JSON.stringify(character)} cannot be written: the label is not UTF-8, so each of its characters is one byte; remove the character, or write its bytes with ^FH`,
  );
}
