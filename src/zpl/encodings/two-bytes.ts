import { iconv } from '../../on-first-use.ts';
import type { ByteString } from '../byte-string.ts';

/** Bytes that a printer reads as one character, if it reads at most two as one. */
export interface TwoBytes {
  /** The first and last byte of each range that the first of two can be in. */
  readonly firsts: readonly (readonly [number, number])[];
  /** The least second byte. */
  readonly second: number;
  /** Bytes below 0x80 are characters by themselves. */
  readonly hasAscii: boolean;
}

const ALL = [[0x81, 0xfe]] as const;
const SHIFT_JIS = [
  [0x81, 0x9f],
  [0xe0, 0xfc],
] as const;
const EUC = [[0xa1, 0xfe]] as const;

/**
 * Rules of printers under `^CI14`, which reads all characters in two bytes, under `^CI26`, which reads bytes up to 7F
 * alone and 80 to FE as the first of two (ZPL guide, `^CI`), and under `^CI16`. Null for code pages with longer
 * characters: GB 18030 under `^CI26`, and EUC-JP.
 */
export function twoBytesOf(id: number, codePage: string): TwoBytes | null {
  if (id === 16) return codePage === 'euc-jp' ? null : { firsts: EUC, second: 0xa1, hasAscii: true };
  if (id === 26 && codePage === 'gb18030') return null;
  const firsts = codePage === 'shift_jis' ? SHIFT_JIS : codePage === 'euc-jp' ? EUC : ALL;
  return { firsts, second: 0x40, hasAscii: id !== 14 };
}

/**
 * The index of the first character that printers do not read from these bytes, which encode the text in some code page;
 * -1 if printers read all.
 */
export function indexOfUnread(
  { firsts, second, hasAscii }: TwoBytes,
  bytes: ByteString,
  text: string,
): number {
  let at = 0;
  for (let i = 0; i < bytes.length; at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1) {
    const byte = bytes.charCodeAt(i);
    const isTaken =
      byte < 0x80
        ? hasAscii
        : bytes.charCodeAt(i + 1) >= second && firsts.some(([from, to]) => byte >= from && byte <= to);
    if (!isTaken) return at;
    i += byte < 0x80 ? 1 : 2;
  }
  return -1;
}

/** The character of bytes that have none. */
export const UNMAPPED = '\ufffd';

/** Characters of pairs that were decoded, by the code page and by both bytes together. */
const known = new Map<string, (string | undefined)[]>();

/** Text of two bytes a character. ASCII has a zero before each byte. */
export function decodePairs(codePage: string, bytes: ByteString): string {
  const characters = known.get(codePage) ?? new Array<string | undefined>(0x10000);
  known.set(codePage, characters);
  let text = '';
  for (let i = 0; i < bytes.length; i += 2) {
    const pair = (bytes.charCodeAt(i) << 8) | bytes.charCodeAt(i + 1);
    text += i + 1 < bytes.length ? (characters[pair] ??= readPair(codePage, pair)) : UNMAPPED;
  }
  return text;
}

function readPair(codePage: string, pair: number): string {
  if (pair < 0x80) return String.fromCharCode(pair);
  const text = iconv().decode(Buffer.of(pair >> 8, pair & 0xff), codePage);
  return Array.from(text).length === 1 ? text : UNMAPPED;
}
