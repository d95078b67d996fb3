import iconv from 'iconv-lite';
import { type ByteString, fromByteString, toByteString } from './byte-string.ts';
import { nationalCharacters } from './encodings/national.ts';

/** What `^CI` chose: how the bytes of field data map to characters. */
export interface Encoding {
  /** The parameter of `^CI`, 0–36. */
  readonly id: number;
  /** False where text cannot be inserted: tables that only the printer has, and UTF-16. */
  readonly supported: boolean;
  readonly codec: Codec;
}

/** One way of mapping bytes to characters. */
type Codec =
  /** `toText` has the character of each byte, 256 in all. */
  | { readonly kind: 'single'; readonly toText: string }
  | { readonly kind: 'utf8' }
  /** With `leads`, some bytes begin a character of two bytes or more whose later bytes may look like ASCII. */
  | { readonly kind: 'iconv'; readonly name: string; readonly leads: boolean };

/** Code pages of one byte a character, besides Zebra's CP850 (0–13). */
const SINGLE_BYTE: Readonly<Record<number, string>> = {
  27: 'win1252',
  31: 'win1250',
  33: 'win1251',
  34: 'win1253',
  35: 'win1254',
  36: 'win1255',
};

const MULTI_BYTE: Readonly<Record<number, { readonly name: string; readonly leads: boolean }>> = {
  15: { name: 'shift_jis', leads: true },
  16: { name: 'euc-jp', leads: false },
  26: { name: 'gb18030', leads: true },
};

/** Read for rendering only: under these the command prefixes themselves have 16 bits. */
const UTF16: Readonly<Record<number, string>> = { 17: 'utf16be', 29: 'utf16be', 30: 'utf-16le' };

/** Ids that Zebra reserves; printers treat them as 0. */
const RESERVED: ReadonlySet<number> = new Set([18, 19, 20, 21, 22, 23, 25]);

const UNMAPPED = '\ufffd';

const base850 = singleByteText('cp850');
const plain850: Codec = { kind: 'single', toText: base850 };
const unremapped = new Map<number, Encoding>();
const underBars = new Map<number, Encoding>();

/** Power-up state: `^CI0`. */
export const DEFAULT_ENCODING: Encoding = encodingOf(0);

/**
 * The encoding that `^CI` with these parameters sets, remapping pairs included (0–13 only, as printers do).
 * An id that no table here covers gives an encoding with `supported: false`.
 */
export function parseEncoding(params: ByteString, delimiter: string): Encoding {
  const [first = '', ...rest] = params.split(delimiter, 1 + 2 * 256);
  const id = first.trim() === '' ? 0 : Number.parseInt(first, 10);
  const encoding = encodingOf(id);
  return rest.length < 2 || encoding.id > 13 || !encoding.supported ? encoding : remapped(encoding, rest);
}

/** The encoding that bars take: printed glyphs may be replaced under 0–13, the bytes of a symbol never are. */
export function barcodeEncoding(encoding: Encoding): Encoding {
  const { id, supported } = encoding;
  if (id > 13 || !supported) return encoding;
  let plain = underBars.get(id);
  if (plain === undefined) {
    plain = { id, supported, codec: plain850 };
    underBars.set(id, plain);
  }
  return plain;
}

/** The characters that a printer reads from these bytes; what is not valid becomes U+FFFD. */
export function decodeText(encoding: Encoding, bytes: ByteString): string {
  const { codec } = encoding;
  if (codec.kind === 'utf8') return isAscii(bytes) ? bytes : fromByteString(bytes);
  if (codec.kind === 'iconv')
    return iconv.decode(Buffer.from(bytes, 'latin1'), codec.name, { stripBOM: false });
  if (isUnchanged(bytes, codec.toText)) return bytes;
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += codec.toText[bytes.charCodeAt(i)];
  return text;
}

/** The bytes that a printer reads as exactly this text, or null when the encoding lacks a character. */
export function encodeText(encoding: Encoding, text: string): ByteString | null {
  const { codec } = encoding;
  if (!encoding.supported) return null;
  if (codec.kind === 'utf8') {
    if (isAscii(text)) return text as ByteString;
    return LONE_SURROGATE.test(text) ? null : toByteString(text);
  }
  if (codec.kind === 'iconv') {
    if (isAscii(text)) return text as ByteString;
    const bytes = iconv.encode(text, codec.name, { addBOM: false }).toString('latin1') as ByteString;
    return decodeText(encoding, bytes) === text ? bytes : null;
  }
  if (isUnchanged(text, codec.toText)) return text as ByteString;
  let bytes = '';
  for (let i = 0; i < text.length; i++) {
    const byte = byteOf(codec.toText, text[i] as string);
    if (byte < 0) return null;
    bytes += String.fromCharCode(byte);
  }
  return bytes as ByteString;
}

/**
 * The byte that prints a character, or -1. Where several do, text takes the plain ASCII one, then one from 0x80
 * up, and a replaced or control byte only when nothing else has the character.
 */
function byteOf(toText: string, character: string): number {
  const code = character.charCodeAt(0);
  if (code < 0x80 && toText.charCodeAt(code) === code) return code;
  if (character === UNMAPPED) return -1;
  const high = toText.indexOf(character, 0x80);
  return high < 0 ? toText.indexOf(character) : high;
}

/** The first character of a text that {@link encodeText} refuses, as `U+20AC`; null when there is none. */
export function firstUnencodable({ codec, supported }: Encoding, text: string): string | null {
  const at = supported || text === '' ? placeOfUnencodable(codec, text) : 0;
  if (at < 0) return null;
  const code = text.codePointAt(at) as number;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Where the first character begins that the codec lacks, or -1. One pass over the text, not one for each character. */
function placeOfUnencodable(codec: Codec, text: string): number {
  if (codec.kind === 'utf8') return text.search(LONE_SURROGATE);
  if (codec.kind === 'single') {
    for (let i = 0; i < text.length; i++) if (byteOf(codec.toText, text[i] as string) < 0) return i;
    return -1;
  }
  const read = iconv.decode(iconv.encode(text, codec.name, { addBOM: false }), codec.name, {
    stripBOM: false,
  });
  if (read === text) return -1;
  let at = 0;
  while (read.charCodeAt(at) === text.charCodeAt(at)) at++;
  // The second half of a pair may be the one that differs.
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}

/**
 * How many bytes the character at `at` takes, where a later byte of a character can look like ASCII
 * (Shift-JIS and GB18030 use braces and backslashes so); 1 everywhere else.
 */
export function characterLength(encoding: Encoding, bytes: ByteString, at: number): 1 | 2 {
  const { codec } = encoding;
  if (codec.kind !== 'iconv' || !codec.leads) return 1;
  const lead = bytes.charCodeAt(at);
  if (lead <= 0x80 || lead === 0xff) return 1;
  if (codec.name === 'shift_jis' && ((lead >= 0xa0 && lead <= 0xdf) || lead > 0xfc)) return 1;
  return bytes.charCodeAt(at + 1) >= 0x40 ? 2 : 1;
}

/**
 * Whether bytes end within a character that the first bytes of another text would be taken for the rest of: a lone lead
 * byte in EUC-JP, the first half of four bytes in GB18030.
 */
export function endsWithinCharacter(encoding: Encoding, bytes: ByteString): boolean {
  if (encoding.codec.kind !== 'iconv' || isAscii(bytes.slice(-3))) return false;
  return OF_SEVERAL_BYTES.some((character) => {
    const next = encodeText(encoding, character);
    if (next === null) return false;
    return decodeText(encoding, (bytes + next) as ByteString) !== decodeText(encoding, bytes) + character;
  });
}

/** Of two bytes in EUC-JP, which there are characters of three with as well, and of four in GB18030. */
const OF_SEVERAL_BYTES = ['\u4e9c', '\u0080'];

function encodingOf(id: number): Encoding {
  const known = unremapped.get(id);
  if (known !== undefined) return known;
  if (RESERVED.has(id)) return encodingOf(0);
  // Ids that come from a label are not kept: a table is made once for each id that exists.
  if (!(id >= 0 && id <= 36)) return { id, supported: false, codec: encodingOf(13).codec };
  const encoding = { id, ...codecOf(id) };
  unremapped.set(id, encoding);
  return encoding;
}

function codecOf(id: number): Omit<Encoding, 'id'> {
  if (id <= 13)
    return { supported: true, codec: { kind: 'single', toText: nationalCharacters(id, base850) } };
  if (id === 28) return { supported: true, codec: { kind: 'utf8' } };
  const page = SINGLE_BYTE[id];
  if (page !== undefined) return { supported: true, codec: { kind: 'single', toText: singleByteText(page) } };
  const multi = MULTI_BYTE[id];
  if (multi !== undefined) return { supported: true, codec: { kind: 'iconv', ...multi } };
  const wide = UTF16[id];
  if (wide !== undefined) return { supported: false, codec: { kind: 'iconv', name: wide, leads: false } };
  return { supported: false, codec: plain850 };
}

/** Applies pairs "s,d": the byte d prints what s prints. The space stays (guide); pairs do not chain. */
function remapped(encoding: Encoding, pairs: readonly string[]): Encoding {
  const { codec } = encoding;
  if (codec.kind !== 'single') return encoding;
  const toText = [...codec.toText];
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const glyph = codec.toText[Number.parseInt(pairs[i] as string, 10)];
    const byte = Number.parseInt(pairs[i + 1] as string, 10);
    if (glyph !== undefined && byte >= 0 && byte <= 255 && byte !== 0x20) toText[byte] = glyph;
  }
  return { ...encoding, codec: { kind: 'single', toText: toText.join('') } };
}

/** Decodes each byte by itself: a decoder may drop or join bytes that have no character. */
function singleByteText(page: string): string {
  return Array.from({ length: 256 }, (_, byte) => iconv.decode(Buffer.of(byte), page)).join('');
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether every character is ASCII and stands for its own byte: most values, in one cheap pass. */
function isUnchanged(text: string, toText: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f || toText.charCodeAt(code) !== code) return false;
  }
  return true;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
