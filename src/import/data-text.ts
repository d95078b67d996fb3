import { isUtf8 } from 'node:buffer';
import type { Placeholder } from '../template/placeholders/token.ts';
import { type ByteString, toBytes } from '../zpl/byte-string.ts';
import { hexPair } from '../zpl/hex.ts';
import type { SentData } from './field-collector.ts';
import type { Piece } from './pieces.ts';

/** A data command in place of a piece, with the line end of that piece; `^FV` stays `^FV`. */
export function dataPiece(
  { command, prefixes }: Piece,
  data: string,
  hexIndicator: string | null,
): ByteString {
  const { format } = prefixes;
  const [lineEnd = ''] = /[\r\n]*$/.exec(command.params) ?? [];
  const name = command.name === '^FV' ? 'FV' : 'FD';
  const escapes = hexIndicator === null ? '' : `${format}FH${hexIndicator}`;
  return `${escapes}${format}${name}${data}${data.endsWith(lineEnd) ? '' : lineEnd}` as ByteString;
}

/**
 * Rewrites the data of a field without a number: the left braces of what would be a placeholder become `{name}`, and
 * bytes that are no UTF-8, which a saved label is written in, become `^FH` escapes.
 */
export function withLiteralBraces(
  { piece, saved, hexIndicator }: SentData,
  braces: readonly Placeholder[],
  name: string,
): void {
  const { command, prefixes } = piece;
  const isText = isUtf8(toBytes(saved.saved)) && !saved.saved.includes('\0');
  if (braces.length === 0 && isText) return;
  const escape = isText ? (bytes: string): string => bytes : escaping(hexIndicator);
  let data = '';
  let copied = 0;
  for (const { start } of braces) {
    data += `${escape(saved.saved.slice(copied, saved.savedStart(start)))}{${name}}`;
    copied = saved.savedEnd(start + 1);
  }
  // A printer ignores a tilde at the end (printer evidence 2), but not one before a value.
  data += escape(saved.saved.slice(copied)).replace(/~(?=[\r\n]*$)/, '');
  const needsIndicator = !isText && hexIndicator === null;
  const head = `${prefixes.format}${command.name.slice(1)}`;
  piece.text = `${needsIndicator ? `${prefixes.format}FH` : ''}${head}${data}` as ByteString;
}

/** Writes bytes beyond ASCII as escapes; without an earlier indicator, also the characters that it would affect. */
function escaping(hexIndicator: string | null): (bytes: string) => string {
  const indicator = hexIndicator ?? '_';
  const pattern = hexIndicator === null ? /[\0\x80-\xff_]/g : /[\0\x80-\xff]/g;
  return (bytes) => bytes.replace(pattern, (byte) => indicator + hexPair(byte.charCodeAt(0)));
}
