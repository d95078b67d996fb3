import { fail } from '../errors.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { hexPair } from '../zpl/hex.ts';
import { DEFAULT_PREFIXES, type Prefixes } from '../zpl/tokenize.ts';

/** How bytes of a value are written in a field with `^FH`, so that they stay data whatever they are. */
export interface Spelling {
  readonly indicator: string;
  /** The escape of each byte that needs one; null where none can be written. */
  readonly escapes: readonly (string | null | undefined)[];
}

/**
 * @param indicator of the field's `^FH`
 * @param prefixes in force where the field is sent
 * @param special characters that must not appear either: every prefix of the label, and `^SN`'s delimiter
 */
export function makeSpelling(indicator: string, prefixes: Prefixes, special: Iterable<string>): Spelling {
  const never = new Set([...special, indicator, DEFAULT_PREFIXES.format, DEFAULT_PREFIXES.control]);
  const escapes = Array.from({ length: 256 }, (_, byte) => {
    const plain = byte >= 0x20 && byte <= 0x7e && !never.has(String.fromCharCode(byte));
    return plain ? undefined : escapeOf(byte, indicator, prefixes);
  });
  return { indicator, escapes };
}

/** The bytes as they are sent; fails (422) where a label has made a hex digit its command prefix. */
export function spell(spelling: Spelling, bytes: ByteString): ByteString {
  let spelled = '';
  let copied = 0;
  for (let i = 0; i < bytes.length; i++) {
    const escape = spelling.escapes[bytes.charCodeAt(i)];
    if (escape === undefined) continue;
    if (escape === null) {
      fail(
        'encoding_unsupported',
        'A value cannot be escaped: the label uses a hex digit as its command prefix.',
      );
    }
    spelled += bytes.slice(copied, i) + escape;
    copied = i + 1;
  }
  return copied === 0 ? bytes : ((spelled + bytes.slice(copied)) as ByteString);
}

function escapeOf(byte: number, indicator: string, { format, control }: Prefixes): string | null {
  const upper = indicator + hexPair(byte);
  const spellings = [upper, upper.toLowerCase()].map((text) => indicator + text.slice(1));
  return spellings.find((text) => !text.includes(format) && !text.includes(control)) ?? null;
}
