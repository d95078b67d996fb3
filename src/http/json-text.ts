import { byteStringOf } from '../zpl/byte-string.ts';
import { turns } from './transport/turns.ts';

/** A part of a JSON text. Bytes are UTF-8. */
export type JsonPart =
  /** As it is, and short. */
  | string
  /** JSON already, as long as it may be. */
  | { readonly json: Uint8Array }
  /** Becomes a JSON string. */
  | { readonly text: Uint8Array };

/** Half a millisecond of work where every byte has to be escaped. */
const PIECE_BYTES = 65_536;

/**
 * Joins parts of a JSON text, in UTF-8. The two million characters of the longest label take 30 ms where they have to
 * be escaped, so each piece is made, and put in its place, in a turn of the event loop that has time for it.
 */
export async function joinJson(parts: readonly JsonPart[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (const part of parts) {
    if (typeof part === 'string') pieces.push(Buffer.from(part));
    else if ('json' in part) pieces.push(...cut(part.json));
    else await quote(part.text, pieces);
  }
  const whole = Buffer.allocUnsafe(pieces.reduce((bytes, { length }) => bytes + length, 0));
  let at = 0;
  for (const piece of pieces) {
    await turns.next();
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Escapes are ASCII, so a piece may end inside a character. */
async function quote(text: Uint8Array, pieces: Uint8Array[]): Promise<void> {
  pieces.push(QUOTE);
  for (const piece of cut(text)) {
    await turns.next();
    pieces.push(Buffer.from(JSON.stringify(byteStringOf(piece)).slice(1, -1), 'latin1'));
  }
  pieces.push(QUOTE);
}

const QUOTE = Buffer.from('"');

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
