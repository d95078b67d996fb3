import { byteStringOf } from '../zpl/byte-string.ts';
import { turns } from './turns.ts';

/** Two milliseconds of work where every byte has to be escaped. */
const PIECE_BYTES = 262_144;

/**
 * Text in UTF-8 as a JSON string, in pieces. The two million characters of the longest label take 25 ms where they have
 * to be escaped, so each piece is made in a turn of the event loop that has time for it. Escapes are ASCII, so a piece
 * may end inside a character.
 */
export async function jsonString(text: Uint8Array): Promise<Buffer[]> {
  const pieces = [QUOTE];
  for (let at = 0; at < text.length; at += PIECE_BYTES) {
    await turns.next();
    const quoted = JSON.stringify(byteStringOf(text.subarray(at, at + PIECE_BYTES)));
    pieces.push(Buffer.from(quoted.slice(1, -1), 'latin1'));
  }
  pieces.push(QUOTE);
  return pieces;
}

const QUOTE = Buffer.from('"');
