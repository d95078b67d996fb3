import type { ByteString } from './byte-string.ts';

/**
 * Field data after `^FH`: the indicator and two hex digits of any case make one byte; an indicator before anything else
 * is a character. `indicator` is one character.
 */
export function decodeHex(data: ByteString, indicator: string): ByteString {
  let at = data.indexOf(indicator);
  if (at < 0) return data;
  let decoded = '';
  let copied = 0;
  while (at >= 0) {
    const byte = hexByteAt(data, at + 1);
    if (byte === undefined) {
      at = data.indexOf(indicator, at + 1);
      continue;
    }
    decoded += data.slice(copied, at) + String.fromCharCode(byte);
    copied = at + 3;
    at = data.indexOf(indicator, copied);
  }
  return (decoded + data.slice(copied)) as ByteString;
}

/** The byte that two hex digits at `at` spell, or undefined when there are no two. */
export function hexByteAt(data: string, at: number): number | undefined {
  const high = hexDigit(data.charCodeAt(at));
  const low = hexDigit(data.charCodeAt(at + 1));
  return high < 0 || low < 0 ? undefined : high * 16 + low;
}

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

/** Two upper-case hex digits. */
export function hexPair(byte: number): string {
  return PAIRS[byte] as string;
}

/** The value of a hex digit in any case, or -1; NaN (past the end of a string) is no digit. */
export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
