import { deflateSync } from 'node:zlib';
import type { ByteString } from './byte-string.ts';
import { PLACES } from './command-table/entry.ts';
import { FIELD_BYTES_MAX } from './command-table/graphics.ts';
import { crc16 } from './graphic-field.ts';
import type { Picture } from './printer.ts';
import type { Prefixes } from './tokenize.ts';

/**
 * The text after the name of a `^GF` for packed rows (most significant bit leftmost, 1 is black): hexadecimal with run
 * lengths or `:Z64:`, the shorter of those without a prefix in force, or the bytes themselves if both have one.
 */
export function encodeGraphic(data: Uint8Array, bytesPerRow: number, prefixes: Prefixes): ByteString {
  const { coding, payload } = encodePayload(data, bytesPerRow, prefixes);
  return [coding, data.length, data.length, bytesPerRow, payload].join(prefixes.delimiter) as ByteString;
}

/** Rows of a picture that fit into one `^GF`. */
export interface FieldBand {
  /** Rows above them. */
  readonly y: number;
  readonly rows: number;
  readonly data: Uint8Array;
}

/** The bands of a picture from its top, as few as there can be. A row fits into a field. */
export function bandsOf({ data, bytesPerRow, rows }: Picture): readonly FieldBand[] {
  const most = Math.floor(FIELD_BYTES_MAX / bytesPerRow);
  return Array.from({ length: Math.ceil(rows / most) }, (_, index) => {
    const y = index * most;
    const part = data.subarray(y * bytesPerRow, (y + most) * bytesPerRow);
    return { y, rows: Math.min(most, rows - y), data: part };
  });
}

/**
 * Reason why a picture cannot be drawn in bands below each other; null if it can.
 *
 * @param top dots from the label's home down to the upper edge of the picture
 * @param shift dots that `^LT` moves the label down
 */
export function reasonAgainstBands(top: number, rows: number, shift: number): string | null {
  // Bands that offsets would bring across the upper edge stay at the edge, where they would cover each other.
  if (Math.min(top, top + shift) < 0) return 'it begins above its label';
  return top + rows > PLACES[1] ? 'it is longer than a label' : null;
}

/** The y of the place of a band, which `^FO` has at its upper edge and `^FT` at its lower one. */
export function placeOfBand(command: '^FO' | '^FT', top: number, { y, rows }: FieldBand): number {
  return top + y + (command === '^FT' ? rows : 0);
}

/** The dots of {@link encodeGraphic}, and the letter of their coding: hexadecimal (A) or the bytes themselves (B). */
export function encodePayload(
  data: Uint8Array,
  bytesPerRow: number,
  { format, control, delimiter }: Prefixes,
): { readonly coding: 'A' | 'B'; readonly payload: string } {
  // No guide says whether a comma still closes a row where it is no longer the delimiter.
  const forbidden = [format, control, ...(delimiter === ',' ? [] : [delimiter, ','])];
  const isFree = (payload: string): boolean => !forbidden.some((character) => payload.includes(character));
  const z64 = encodeZ64(data);
  const shortest = isFree(z64) ? z64 : null;
  const runs = encodeRunLengths(data, bytesPerRow, shortest?.length);
  const payload = runs !== null && isFree(runs) ? runs : shortest;
  // If a prefix occurs in both forms, only counted bytes are left: printers read those whatever they are.
  if (payload === null) return { coding: 'B', payload: Buffer.from(data).toString('latin1') };
  return { coding: 'A', payload };
}

/** A zlib stream of the dots in base64, with its checksum: `:Z64:…:CRC`. */
export function encodeZ64(data: Uint8Array): string {
  return inBase64('Z64', deflateSync(data, { level: 9 }));
}

/** Dots (B64) or their zlib stream (Z64) in base64, with the checksum. */
export function inBase64(kind: 'B64' | 'Z64', bytes: Uint8Array): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return `:${kind}:${base64}:${crc16(base64).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Zebra's hexadecimal: `:` for a row like the one before, `,` and `!` for a rest of zeros and ones, letters
 * for runs. Null as soon as that takes more than `most` characters.
 */
export function encodeRunLengths(
  data: Uint8Array,
  bytesPerRow: number,
  most = Number.POSITIVE_INFINITY,
): string | null {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  let text = '';
  for (let at = 0; at < bytes.length; at += bytesPerRow) {
    const end = at + bytesPerRow;
    const repeats = at > 0 && bytes.compare(bytes, at - bytesPerRow, at, at, end) === 0;
    text += repeats ? ':' : encodeRow(bytes.toString('hex', at, end).toUpperCase());
    if (text.length > most) return null;
  }
  return text;
}

function encodeRow(row: string): string {
  const last = row.at(-1) as string;
  const filler = last === '0' ? ',' : last === 'F' ? '!' : null;
  let end = row.length;
  if (filler !== null) while (end > 0 && row[end - 1] === last) end--;
  let text = '';
  for (let at = 0; at < end; ) {
    let next = at + 1;
    while (next < end && row[next] === row[at]) next++;
    text += encodeRun(row[at] as string, next - at);
    at = next;
  }
  return text + (filler ?? '');
}

/** `z` is 400, `g`–`y` are 20–380, `G`–`Y` 1–19; codes add up, and one digit stands for itself. */
function encodeRun(digit: string, length: number): string {
  if (length <= 2) return digit.repeat(length);
  const hundreds = 'z'.repeat(Math.floor(length / 400));
  const rest = length % 400;
  const twenties = rest >= 20 ? String.fromCharCode(0x66 + Math.floor(rest / 20)) : '';
  const ones = rest % 20 > 0 ? String.fromCharCode(0x46 + (rest % 20)) : '';
  return hundreds + twenties + ones + digit;
}
