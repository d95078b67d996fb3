import { fail } from '../../errors.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { hexPair } from '../../zpl/hex.ts';
import { DEFAULT_PREFIXES, type Prefixes } from '../../zpl/tokenize.ts';
import { bytesIn, type DataSyntax } from './data-syntax.ts';

/** The rules by which values are written in a field with `^FH`, so that any value stays data. */
export interface FieldEscaping {
  readonly indicator: string;
  /** In force where the field is sent. */
  readonly prefixes: Prefixes;
  /** Characters that end its data: the prefixes, and the delimiter of `^SN`. */
  readonly ends: string;
  /**
   * For each byte: {@link SENT} when it needs no escape, and {@link PASSTHROUGH} when it is also how a value's
   * character of the same code is sent.
   */
  readonly bytes: Uint8Array;
  /** Whether all everyday characters are {@link PASSTHROUGH}. */
  readonly everyday: boolean;
}

/**
 * The characters of most values. One native search of 1,000 characters replaces a look-up of each (`npm run bench --
 * template`: 1.3 in place of 1.9 µs; short values take the same).
 */
const EVERYDAY = ' ,-./0123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const NOT_EVERYDAY = /[^ ,-:A-Za-z]/;

const SENT = 1;
const PASSTHROUGH = 2;

/** Everything that an escaping depends on; fields that agree in all of it share one. */
export interface EscapingRules {
  /** The indicator of the field's `^FH`. */
  readonly indicator: string;
  readonly prefixes: Prefixes;
  /** The delimiter of `^SN`, which ends its data; empty for other data. */
  readonly delimiter: string;
  /** Characters that must not appear either: every prefix of the label. */
  readonly everyPrefix: string;
  /** The syntaxes of all fields that show the data. */
  readonly syntaxes: readonly DataSyntax[];
}

/** The escaping under these rules. */
export function makeEscaping(rules: EscapingRules): FieldEscaping {
  const { indicator, prefixes, delimiter, everyPrefix, syntaxes } = rules;
  const ends = prefixes.format + prefixes.control + delimiter;
  const never = everyPrefix + delimiter + indicator + DEFAULT_PREFIXES.format + DEFAULT_PREFIXES.control;
  const bytes = new Uint8Array(256);
  for (let byte = 0x20; byte <= 0x7e; byte++) {
    const character = String.fromCharCode(byte);
    if (never.includes(character)) continue;
    const passthrough = syntaxes.every((syntax) => bytesIn(syntax, character) === character);
    bytes[byte] = passthrough ? SENT | PASSTHROUGH : SENT;
  }
  const everyday = Array.from(EVERYDAY).every(
    (character) => bytes[character.charCodeAt(0)] === (SENT | PASSTHROUGH),
  );
  return { indicator, prefixes, ends, bytes, everyday };
}

/** Whether a value can be sent as it is, as most values can. */
export function passesThrough({ bytes, everyday }: FieldEscaping, text: string): boolean {
  if (everyday && !NOT_EVERYDAY.test(text)) return true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f || bytes[code] !== (SENT | PASSTHROUGH)) return false;
  }
  return true;
}

/** Whether a byte of ASCII is also how a value's character of the same code is sent. */
export function sentAsItIs({ bytes }: FieldEscaping, byte: number): boolean {
  return bytes[byte] === (SENT | PASSTHROUGH);
}

/** The bytes as they are sent; fails (422) as {@link failEscape}. */
export function escapeData(escaping: FieldEscaping, data: ByteString): ByteString {
  let escaped = '';
  let copied = 0;
  for (let i = 0; i < data.length; i++) {
    const byte = data.charCodeAt(i);
    if (escaping.bytes[byte] !== 0) continue;
    const escape = escapeOf(escaping, byte);
    if (escape === null) failEscape();
    escaped += data.slice(copied, i) + escape;
    copied = i + 1;
  }
  return copied === 0 ? data : ((escaped + data.slice(copied)) as ByteString);
}

/** Fails (422) because no escape can be written: each has a character that ends the data. */
export function failEscape(): never {
  fail(
    'encoding_unsupported',
    'the label uses a hex digit, or what begins its escapes, as a command prefix or a delimiter, so that nothing can be escaped',
  );
}

/** The escape of a byte; null if its digits, in either case, have a character that ends the data. */
export function escapeOf({ indicator, ends }: FieldEscaping, byte: number): string | null {
  const isFree = (text: string): boolean => {
    for (const end of ends) if (text.includes(end)) return false;
    return true;
  };
  const upper = hexPair(byte);
  const escaped = isFree(upper) ? upper : upper.toLowerCase();
  return isFree(indicator + escaped) ? indicator + escaped : null;
}
