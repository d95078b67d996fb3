import type { Span } from '../../zpl/label.ts';

/** Converts spans of a label's bytes to spans of its text in JavaScript's string indexes. */
export type TextSpan = (bytes: Span) => Span;

/** @param zpl the text whose bytes the spans count: in UTF-8, or one byte for each character (`bytes`). */
export function textSpans(zpl: string, encoding: 'utf-8' | 'bytes'): TextSpan {
  if (encoding === 'bytes' || Buffer.byteLength(zpl) === zpl.length) return (span) => span;
  const offsets = textOffsets(zpl);
  const at = (byte: number): number => offsets[Math.min(byte, offsets.length - 1)] as number;
  return ({ start, end }) => ({ start: at(start), end: at(end) });
}

/** The index of the character of each byte of a text in UTF-8. */
function textOffsets(zpl: string): Uint32Array {
  const offsets = new Uint32Array(Buffer.byteLength(zpl) + 1);
  let byte = 0;
  let index = 0;
  for (const character of zpl) {
    const bytes = Buffer.byteLength(character);
    offsets.fill(index, byte, byte + bytes);
    byte += bytes;
    index += character.length;
  }
  offsets[byte] = index;
  return offsets;
}
