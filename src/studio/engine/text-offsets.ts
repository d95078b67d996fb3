import type { Span } from '../../zpl/label.ts';

/** Turns spans of a label's bytes into spans of its text, as JavaScript counts it. */
export type TextSpan = (bytes: Span) => Span;

/** @param zpl the text whose UTF-8 bytes the spans are of; of `bytes` each character is one. */
export function textSpans(zpl: string, encoding: 'utf-8' | 'bytes'): TextSpan {
  if (encoding === 'bytes' || Buffer.byteLength(zpl) === zpl.length) return (span) => span;
  const offsets = textOffsets(zpl);
  const at = (byte: number): number => offsets[Math.min(byte, offsets.length - 1)] as number;
  return ({ start, end }) => ({ start: at(start), end: at(end) });
}

/** For each byte of the UTF-8 text the index of its character. */
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
