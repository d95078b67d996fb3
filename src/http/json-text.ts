import { byteStringOf } from '../zpl/byte-string.ts';
import { turns } from './turns.ts';

/** Half a millisecond of work where every byte has to be escaped. */
const PIECE_BYTES = 65_536;

/**
 * `before`, then text in UTF-8 as a JSON string, then `after`. The two million characters of the longest label take
 * 30 ms where they have to be escaped, so each piece is made, and put in its place, in a turn of the event loop that has
 * time for it. Escapes are ASCII, so a piece may end inside a character.
 */
export async function withJsonString(before: string, text: Uint8Array, after: string): Promise<Buffer> {
  const pieces = [Buffer.from(`${before}"`)];
  for (let at = 0; at < text.length; at += PIECE_BYTES) {
    await turns.next();
    const quoted = JSON.stringify(byteStringOf(text.subarray(at, at + PIECE_BYTES)));
    pieces.push(Buffer.from(quoted.slice(1, -1), 'latin1'));
  }
  pieces.push(Buffer.from(`"${after}`));
  const whole = Buffer.allocUnsafe(pieces.reduce((bytes, { length }) => bytes + length, 0));
  let at = 0;
  for (const piece of pieces) {
    await turns.next();
    at += piece.copy(whole, at);
  }
  return whole;
}
