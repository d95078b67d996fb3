import type { DataField } from './data-field.ts';
import { bytesIn } from './data-syntax.ts';
import { escapeOf, sentAsItIs } from './field-escaping.ts';

/** The way in which a field sends each byte of a value in UTF-8, if the byte alone decides it. */
export interface ValueBytes {
  /**
   * The way of each byte: {@link AS_IT_IS}, {@link ESCAPED}, or another number for bytes whose value has to be
   * written as a whole.
   */
  readonly ways: Uint8Array;
  /** {@link ESCAPE_BYTES} of each byte: how it is escaped. */
  readonly escapes: Uint8Array;
}

export const AS_IT_IS = 1;
export const ESCAPED = 2;
/** The indicator of `^FH` and two digits. */
export const ESCAPE_BYTES = 3;

/** The treatment of bytes by {@link writeData}: most values have only bytes that it writes one by one. */
export function valueBytes({ escaping, syntaxes }: DataField): ValueBytes {
  const [first, ...others] = syntaxes;
  const { encoding, block, barcode } = first;
  // Only in UTF-8 text are the bytes of any value those of its UTF-8.
  const isUtf8Text = encoding.codec.kind === 'utf8' && barcode === null && others.length === 0;
  const ways = new Uint8Array(256);
  const escapes = new Uint8Array(256 * ESCAPE_BYTES);
  for (let byte = 0; byte < 256; byte++) {
    const character = String.fromCharCode(byte);
    if (sentAsItIs(escaping, byte)) ways[byte] = AS_IT_IS;
    // A block reads line ends, and the character that begins its escapes.
    else if (
      !isUtf8Text ||
      (byte < 0x80 && block !== null && (byte < 0x20 || bytesIn(first, character) !== character))
    ) {
      continue;
    } else {
      const escape = escapeOf(escaping, byte);
      if (escape === null) continue;
      ways[byte] = ESCAPED;
      escapes.set(Buffer.from(escape, 'latin1'), byte * ESCAPE_BYTES);
    }
  }
  return { ways, escapes };
}

/** Writes a value from one place to another; returns where it ends there, or -1 if it is to be written as a whole. */
export function writeValue(
  { ways, escapes }: ValueBytes,
  from: Uint8Array,
  start: number,
  end: number,
  to: Uint8Array,
  at: number,
): number {
  let written = at;
  for (let i = start; i < end; i++) {
    const byte = from[i] as number;
    const way = ways[byte];
    if (way === AS_IT_IS) to[written++] = byte;
    else if (way === ESCAPED) {
      const escape = byte * ESCAPE_BYTES;
      to[written] = escapes[escape] as number;
      to[written + 1] = escapes[escape + 1] as number;
      to[written + 2] = escapes[escape + 2] as number;
      written += ESCAPE_BYTES;
    } else return -1;
  }
  return written;
}
