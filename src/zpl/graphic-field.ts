import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

import type { ByteString } from './byte-string.ts';
import type { Diagnostic } from './diagnostic.ts';

/** Bytes of one graphic: twice the largest canvas (16 million pixels), so nothing that can print is refused. */
export const GRAPHIC_BYTES_MAX = 4 * 1024 * 1024;

/** Damage of a payload, as a diagnostic has it. */
type GraphicFault = Pick<Diagnostic, 'code' | 'reason'>;

const CHECKSUM_FAULT: GraphicFault = { code: 'picture-checksum', reason: 'the checksum does not match' };
const UNPACKING_FAULT: GraphicFault = {
  code: 'picture-damaged',
  reason: 'the compressed data cannot be unpacked',
};

/** A decoded payload, and what was wrong with it. */
export interface GraphicData {
  /** The declared number of bytes, white after the end of a short payload. */
  readonly data: Uint8Array;
  readonly fault: GraphicFault | null;
  /** Bytes of memory that decoding took, for the caller's budget. */
  readonly spent: number;
}

/**
 * Decodes the payload of `^GF`, `~DG` and `~DY`.
 *
 * @param format `A`: hexadecimal with run lengths, `:B64:` or `:Z64:`; `B`: the bytes; `C`: compressed bytes.
 * @param total bytes of the picture; at most {@link GRAPHIC_BYTES_MAX}, to be checked by the caller.
 * @param bytesPerRow what `,`, `!` and `:` complete; at least 1.
 */
export function decodeGraphic(
  format: 'A' | 'B' | 'C',
  payload: ByteString,
  total: number,
  bytesPerRow: number,
): GraphicData {
  if (format === 'B') return fit(Buffer.from(payload, 'latin1'), total, null);
  if (format === 'C') return inflated(Buffer.from(payload, 'latin1'), total, null);
  const start = payload.search(/\S/);
  const kind = start < 0 ? '' : payload.slice(start, start + 5).toUpperCase();
  if (kind !== ':B64:' && kind !== ':Z64:') {
    return { data: decodeRunLengths(payload, total, bytesPerRow).data, fault: null, spent: total };
  }
  const colon = payload.indexOf(':', start + 5);
  const text = payload.slice(start + 5, colon < 0 ? undefined : colon);
  const crc =
    colon < 0
      ? ''
      : payload
          .slice(colon + 1)
          .trim()
          .slice(0, 4);
  // Printers refuse the picture, other viewers draw it: it is drawn, with a diagnostic.
  const fault = crc !== '' && Number.parseInt(crc, 16) !== crc16(text) ? CHECKSUM_FAULT : null;
  const bytes = Buffer.from(text, 'base64');
  return kind === ':B64:' ? fit(bytes, total, fault) : inflated(bytes, total, fault);
}

function fit(bytes: Buffer, total: number, fault: GraphicFault | null): GraphicData {
  const data = new Uint8Array(total);
  data.set(bytes.subarray(0, total));
  const short: GraphicFault | null =
    bytes.length < total
      ? { code: 'picture-short', reason: `${bytes.length} of ${total} bytes were sent` }
      : null;
  return { data, fault: fault ?? short, spent: total };
}

/** zlib, gzip or bare deflate, recognized by their first bytes; never unpacks more than one graphic may hold. */
function inflated(bytes: Buffer, total: number, fault: GraphicFault | null): GraphicData {
  const [first = 0, second = 0] = bytes;
  const gzip = first === 0x1f && second === 0x8b;
  const zlib = (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
  const inflate = gzip ? gunzipSync : zlib ? inflateSync : inflateRawSync;
  try {
    const unpacked = inflate(bytes, {
      maxOutputLength: GRAPHIC_BYTES_MAX,
      finishFlush: 2 /* Z_SYNC_FLUSH */,
    });
    return { ...fit(unpacked, total, fault), spent: total + unpacked.length };
  } catch {
    const spent = total + GRAPHIC_BYTES_MAX;
    return { data: new Uint8Array(total), fault: UNPACKING_FAULT, spent };
  }
}

/**
 * How many of the bytes of a picture in hexadecimal with run lengths its payload fills, and how many characters of the
 * payload that takes.
 */
export function measureRunLengths(
  payload: string,
  total: number,
  bytesPerRow: number,
): { readonly filled: number; readonly read: number } {
  return decodeRunLengths(payload, total, bytesPerRow, new Uint8Array(0));
}

/**
 * Zebra's hexadecimal with run lengths, written nibble by nibble until `total` bytes are full.
 *
 * @param data bytes beyond its end are only counted.
 */
function decodeRunLengths(
  payload: string,
  total: number,
  bytesPerRow: number,
  data = new Uint8Array(total),
): { readonly data: Uint8Array; readonly filled: number; readonly read: number } {
  const end = total * 2;
  const row = bytesPerRow * 2;
  let at = 0;
  let run = 0;
  let i = 0;
  for (; i < payload.length && at < end; i++) {
    const c = payload.charCodeAt(i);
    const nibble = NIBBLES[c] as number;
    if (nibble < 16) {
      if (run === 0) {
        data[at >> 1]! |= at % 2 === 0 ? nibble << 4 : nibble;
        at++;
      } else {
        at = fillNibbles(data, at, Math.min(at + run, end), nibble);
        run = 0;
      }
    } else if (c >= 0x47 && c <= 0x59) {
      run += c - 0x46; // G = 1 … Y = 19
    } else if (c >= 0x67 && c <= 0x7a) {
      run += (c - 0x66) * 20; // g = 20 … z = 400
    } else if (c === 0x2c || c === 0x21) {
      // Right after a full row, the comma means a whole row of its own.
      const stop = Math.min(at + row - (at % row), end);
      // Unwritten dots are white.
      at = c === 0x2c ? stop : fillNibbles(data, at, stop, 15);
      run = 0;
    } else if (c === 0x3a) {
      at = Math.min(at + ((row - (at % row)) % row), end);
      const stop = Math.min(at + row, end);
      if (at >= row) data.copyWithin(at / 2, at / 2 - bytesPerRow, stop / 2 - bytesPerRow);
      at = stop;
      run = 0;
    }
  }
  return { data, filled: at >> 1, read: i };
}

/** Writes one nibble into the places from `at` to `stop`; returns `stop`. */
function fillNibbles(data: Uint8Array, at: number, stop: number, nibble: number): number {
  let place = at;
  if (place < stop && place % 2 === 1) data[place++ >> 1]! |= nibble;
  const whole = stop & ~1;
  if (place < whole) {
    data.fill(nibble * 17, place >> 1, whole >> 1);
    place = whole;
  }
  if (place < stop) data[place >> 1] = nibble << 4;
  return stop;
}

/** Value of each hexadecimal digit's byte; 16 for anything else. */
const NIBBLES = Uint8Array.from({ length: 256 }, (_, c) => {
  const value = Number.parseInt(String.fromCharCode(c), 16);
  return Number.isNaN(value) ? 16 : value;
});

/** CRC-16/XMODEM (polynomial 1021, start 0) over base64 text, whose white space does not count. */
export function crc16(text: string): number {
  let crc = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c <= 0x20) continue;
    crc = ((crc << 8) & 0xffff) ^ (CRC_TABLE[((crc >> 8) ^ c) & 0xff] as number);
  }
  return crc;
}

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, index) => {
  let crc = index << 8;
  for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  return crc;
});
