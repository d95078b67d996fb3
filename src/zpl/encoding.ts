import { iconv } from '../on-first-use.ts';
import { type ByteString, fromByteString, toByteString } from './byte-string.ts';
import { codePageOf, readsByTable } from './encodings/encoding-tables.ts';
import { CP850, nationalCharacters } from './encodings/national.ts';
import { decodePairs, indexOfUnread, type TwoBytes, twoBytesOf, UNMAPPED } from './encodings/two-bytes.ts';

/** The encoding of `^CI`: it maps bytes of field data to characters. */
export interface Encoding {
  /** The parameter of `^CI`, 0–36. */
  readonly id: number;
  /** The file that `^SE` selected, upper case, if this `^CI` reads by it; null without one. */
  readonly table: string | null;
  /** False where text cannot be inserted: tables that only the printer has, and UTF-16. */
  readonly supported: boolean;
  readonly codec: Codec;
}

/** One way of mapping bytes to characters. */
type Codec =
  /** `toText` has the character of each byte, 256 in all. */
  { readonly kind: 'single'; readonly toText: string } | { readonly kind: 'utf8' } | MultiByte;

interface MultiByte {
  readonly kind: 'iconv';
  readonly name: string;
  /** Some bytes begin a character of two bytes or more whose later bytes may look like ASCII. */
  readonly leads: boolean;
  /** The characters that printers accept, of those that iconv-lite knows; null for all. */
  readonly twoBytes: TwoBytes | null;
}

/** Code pages of one byte a character, besides Zebra's CP850 (0–13). */
const SINGLE_BYTE: Readonly<Record<number, string>> = {
  27: 'win1252',
  31: 'win1250',
  33: 'win1251',
  34: 'win1253',
  35: 'win1254',
  36: 'win1255',
};

/** Read for rendering only: under these the command prefixes themselves have 16 bits. */
const UTF16: Readonly<Record<number, string>> = { 17: 'utf16be', 29: 'utf16be', 30: 'utf-16le' };

/** Ids that Zebra reserves; printers treat them as 0. */
const RESERVED: ReadonlySet<number> = new Set([18, 19, 20, 21, 22, 23, 25]);

const plain850: Codec = { kind: 'single', toText: CP850 };
/** Encodings without remapped characters, by number and table. */
const unremapped = new Map<string, Encoding>();
const underBars = new Map<string, Encoding>();

/** Power-up state: `^CI0`. */
export const DEFAULT_ENCODING: Encoding = encodingOf(0, null);

/**
 * The encoding that `^CI` with these parameters sets, remapping pairs included (0–13 only, as printers do).
 * An id that no table here covers gives an encoding with `supported: false`.
 *
 * @param table file that `^SE` selected, upper case; null for none.
 */
export function parseEncoding(params: ByteString, delimiter: string, table: string | null): Encoding {
  const [first = '', ...rest] = params.split(delimiter, 1 + 2 * 256);
  const id = first.trim() === '' ? 0 : Number.parseInt(first, 10);
  const encoding = encodingOf(id, table);
  return rest.length < 2 || encoding.id > 13 || !encoding.supported ? encoding : remapped(encoding, rest);
}

/** The encoding once `^SE` selects a table, which most do not read by. */
export function withTable(encoding: Encoding, table: string): Encoding {
  return readsByTable(encoding.id) ? encodingOf(encoding.id, table) : encoding;
}

/** The name of an encoding: `^CI26`, or `^CI26 with UHANGUL.DAT`. */
export function nameOfEncoding({ id, table }: Encoding): string {
  return table === null ? `^CI${id}` : `^CI${id} with ${table}`;
}

/**
 * The encoding that bars take: printed glyphs may be replaced under 0–13, the bytes of a symbol never are, and ASCII is
 * ASCII.
 */
export function barcodeEncoding(encoding: Encoding): Encoding {
  const { id, table, supported, codec } = encoding;
  if (!supported || (id > 13 && id !== 14)) return encoding;
  const key = keyOf(id, table);
  let plain = underBars.get(key);
  if (plain === undefined) {
    const bars = codec.kind === 'iconv' ? { ...codec, twoBytes: twoBytesOf(26, codec.name) } : plain850;
    plain = { id, table, supported, codec: bars };
    underBars.set(key, plain);
  }
  return plain;
}

/** The characters that a printer reads from these bytes; what is not valid becomes U+FFFD. */
export function decodeText(encoding: Encoding, bytes: ByteString): string {
  const { codec } = encoding;
  if (codec.kind === 'utf8') return isAscii(bytes) ? bytes : fromByteString(bytes);
  if (codec.kind === 'iconv') {
    if (codec.twoBytes?.hasAscii === false) return decodePairs(codec.name, bytes);
    return iconv().decode(Buffer.from(bytes, 'latin1'), codec.name, { stripBOM: false });
  }
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
    const { name, twoBytes } = codec;
    if (isAscii(text) && twoBytes?.hasAscii !== false) return text as ByteString;
    const bytes = iconv().encode(text, name, { addBOM: false }).toString('latin1') as ByteString;
    if (twoBytes !== null && indexOfUnread(twoBytes, bytes, text) >= 0) return null;
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
 * The byte that prints a character, or -1. If several do, text takes the plain ASCII one, then one from 0x80
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
export function firstUnencodable(encoding: Encoding, text: string): string | null {
  const code = unencodableIn(encoding, text)?.codePointAt(0);
  return code === undefined ? null : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * The first character of a text that the encoding lacks, or null; the first of all where the encoding is not supported.
 */
export function unencodableIn({ codec, supported }: Encoding, text: string): string | null {
  const at = supported || text === '' ? indexOfUnencodable(codec, text) : 0;
  return at < 0 ? null : String.fromCodePoint(text.codePointAt(at) as number);
}

/**
 * The index of the first character that the codec lacks, or -1. One pass over the text, not one for each character.
 */
function indexOfUnencodable(codec: Codec, text: string): number {
  if (codec.kind === 'utf8') return text.search(LONE_SURROGATE);
  if (codec.kind === 'single') {
    for (let i = 0; i < text.length; i++) if (byteOf(codec.toText, text[i] as string) < 0) return i;
    return -1;
  }
  const bytes = iconv().encode(text, codec.name, { addBOM: false });
  const read = iconv().decode(bytes, codec.name, { stripBOM: false });
  if (read === text)
    return codec.twoBytes === null
      ? -1
      : indexOfUnread(codec.twoBytes, bytes.toString('latin1') as ByteString, text);
  let at = 0;
  while (read.charCodeAt(at) === text.charCodeAt(at)) at++;
  // The half of the pair that differs may be the second.
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
 * Whether bytes end within a character, so that the first bytes of a further text would complete it: a lone lead byte
 * in EUC-JP, the first half of four bytes in GB18030, one of two in `^CI14`.
 */
export function endsWithinCharacter(encoding: Encoding, bytes: ByteString): boolean {
  const { codec } = encoding;
  if (codec.kind === 'iconv' && codec.twoBytes?.hasAscii === false) return bytes.length % 2 === 1;
  if (codec.kind !== 'iconv' || isAscii(bytes.slice(-3))) return false;
  return OF_SEVERAL_BYTES.some((character) => {
    const next = encodeText(encoding, character);
    if (next === null) return false;
    return decodeText(encoding, (bytes + next) as ByteString) !== decodeText(encoding, bytes) + character;
  });
}

/** Characters of two bytes in every EUC, of which EUC-JP writes some in three; and of four in GB18030. */
const OF_SEVERAL_BYTES = ['\u4e00', '\u0080'];

function keyOf(id: number, table: string | null): string {
  return `${id} ${table ?? ''}`;
}

function encodingOf(id: number, selected: string | null): Encoding {
  const table = readsByTable(id) ? selected : null;
  const key = keyOf(id, table);
  const known = unremapped.get(key);
  if (known !== undefined) return known;
  if (RESERVED.has(id)) return encodingOf(0, null);
  const encoding = { id, table, ...codecOf(id, table) };
  // Only existing ids and tables are kept, which are few: a label can make up any number.
  if (id >= 0 && id <= 36 && (encoding.supported || table === null)) unremapped.set(key, encoding);
  return encoding;
}

function codecOf(id: number, table: string | null): Omit<Encoding, 'id' | 'table'> {
  if (id >= 0 && id <= 13)
    return { supported: true, codec: { kind: 'single', toText: nationalCharacters(id) } };
  if (id === 28) return { supported: true, codec: { kind: 'utf8' } };
  if (id === 15) return { supported: true, codec: multiByte('shift_jis', true, null) };
  const page = id === 24 ? codePageOf(id, table) : SINGLE_BYTE[id];
  if (page !== undefined && page !== null)
    return { supported: true, codec: { kind: 'single', toText: singleByteText(page) } };
  const wide = UTF16[id];
  if (wide !== undefined) return { supported: false, codec: multiByte(wide, false, null) };
  const name = codePageOf(id, table);
  if (name === null) return { supported: false, codec: plain850 };
  return { supported: true, codec: multiByte(name, id !== 16, twoBytesOf(id, name)) };
}

function multiByte(name: string, leads: boolean, twoBytes: TwoBytes | null): MultiByte {
  return { kind: 'iconv', name, leads, twoBytes };
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
  return Array.from({ length: 256 }, (_, byte) => iconv().decode(Buffer.of(byte), page)).join('');
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether every character is ASCII and means its own byte: true for most values, in one cheap pass. */
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
