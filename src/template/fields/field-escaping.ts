import { fail } from '../../errors.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { hexPair } from '../../zpl/hex.ts';
import { DEFAULT_PREFIXES, type Prefixes } from '../../zpl/tokenize.ts';
import { bytesIn, type Manner } from './data-syntax.ts';

/** How values are written in a field with `^FH`, so that they stay data whatever they are. */
export interface Spelling {
  readonly indicator: string;
  /** In force where the field is sent. */
  readonly prefixes: Prefixes;
  /** For each byte: {@link SENT} when it needs no escape, {@link VERBATIM} when as a character it is written so too. */
  readonly bytes: Uint8Array;
  /** All everyday characters are verbatim. */
  readonly everyday: boolean;
}

/** What most values consist of. One native search is twice as fast as looking up each character. */
const EVERYDAY = ' ,-./0123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const NOT_EVERYDAY = /[^ ,-:A-Za-z]/;

const SENT = 1;
const VERBATIM = 2;

/** What decides about a spelling; fields that agree in all of it share one. */
export interface SpellingRules {
  /** Of the field's `^FH`. */
  readonly indicator: string;
  readonly prefixes: Prefixes;
  /** Characters that must not appear either: every prefix of the label, and `^SN`'s delimiter. */
  readonly special: string;
  /** Of every field that shows the data. */
  readonly manners: readonly Manner[];
}

export function makeSpelling({ indicator, prefixes, special, manners }: SpellingRules): Spelling {
  const never = special + indicator + DEFAULT_PREFIXES.format + DEFAULT_PREFIXES.control;
  const bytes = new Uint8Array(256);
  for (let byte = 0x20; byte <= 0x7e; byte++) {
    const character = String.fromCharCode(byte);
    if (never.includes(character)) continue;
    const verbatim = manners.every((manner) => bytesIn(manner, character) === character);
    bytes[byte] = verbatim ? SENT | VERBATIM : SENT;
  }
  const everyday = Array.from(EVERYDAY).every(
    (character) => bytes[character.charCodeAt(0)] === (SENT | VERBATIM),
  );
  return { indicator, prefixes, bytes, everyday };
}

/** Whether a text can be sent as it is, as most values can. */
export function isVerbatim({ bytes, everyday }: Spelling, text: string): boolean {
  if (everyday && !NOT_EVERYDAY.test(text)) return true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f || bytes[code] !== (SENT | VERBATIM)) return false;
  }
  return true;
}

/** The bytes as they are sent; fails (422) where a label has made a hex digit its command prefix. */
export function spell(spelling: Spelling, data: ByteString): ByteString {
  let spelled = '';
  let copied = 0;
  for (let i = 0; i < data.length; i++) {
    const byte = data.charCodeAt(i);
    if (spelling.bytes[byte] !== 0) continue;
    const escape = escapeOf(spelling, byte);
    if (escape === null) failEscape();
    spelled += data.slice(copied, i) + escape;
    copied = i + 1;
  }
  return copied === 0 ? data : ((spelled + data.slice(copied)) as ByteString);
}

/** Fails (422) where a label has made a hex digit its command prefix. */
export function failEscape(): never {
  fail(
    'encoding_unsupported',
    'the label uses a hex digit as its command prefix, so that none can be escaped',
  );
}

/** How a byte is escaped; null where no case of its digits is free of prefixes. */
export function escapeOf({ indicator, prefixes }: Spelling, byte: number): string | null {
  const isFree = (text: string): boolean =>
    !text.includes(prefixes.format) && !text.includes(prefixes.control);
  const upper = hexPair(byte);
  const spelled = isFree(upper) ? upper : upper.toLowerCase();
  return isFree(indicator + spelled) ? indicator + spelled : null;
}
