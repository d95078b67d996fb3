import { escapeForBarcode } from '../../barcode/native.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { barcodeEncoding, characterLength, type Encoding, encodeText } from '../../zpl/encoding.ts';

/** `^FB` and `^TB` read escapes of their own in field data. */
export type Block = 'field-block' | 'text-block';

/** The character that begins an escape in a block, and how it and a line break are written there. */
const BLOCK_ESCAPES = {
  'field-block': { special: '\\', escaped: '\\\\', lineBreak: '\\&' },
  // A text block knows no escape for a line break; the line feed itself is one.
  'text-block': { special: '<', escaped: '<<>', lineBreak: '\n' },
} as const satisfies Record<Block, object>;

/** How a field reads the data that it shows: as text, as the lines of a block, or as a barcode's data. */
export interface Manner {
  /** That of bars for a barcode. */
  readonly encoding: Encoding;
  readonly block: Block | null;
  readonly barcode: BarcodeKind | null;
}

/** What decides about the escapes in a barcode's data. */
export interface BarcodeKind {
  readonly command: string;
  readonly params: readonly string[];
}

/** A barcode's manner of reading data in this encoding. */
export function barcodeManner(encoding: Encoding, { command, params }: BarcodeKind): Manner {
  return { encoding: barcodeEncoding(encoding), block: null, barcode: { command, params } };
}

/** The bytes that are read as exactly this value, or null when the encoding lacks one of its characters. */
export function bytesIn({ encoding, block, barcode }: Manner, value: string): ByteString | null {
  if (block !== null) return blockBytes(encoding, block, value);
  const bytes = encodeText(encoding, value);
  return bytes === null || barcode === null
    ? bytes
    : escapeForBarcode(barcode.command, barcode.params, bytes);
}

function blockBytes(encoding: Encoding, block: Block, value: string): ByteString | null {
  const { special, escaped, lineBreak } = BLOCK_ESCAPES[block];
  const lines: string[] = [];
  for (const line of value.split(/\r?\n/)) {
    const bytes = encodeText(encoding, line);
    if (bytes === null) return null;
    lines.push(replaceCharacter(encoding, bytes, special, escaped));
  }
  return lines.join(lineBreak) as ByteString;
}

/** Replaces a character, not a byte that is part of another one. */
function replaceCharacter(encoding: Encoding, bytes: ByteString, character: string, by: string): string {
  if (!bytes.includes(character)) return bytes;
  let replaced = '';
  for (let at = 0; at < bytes.length; ) {
    const next = at + characterLength(encoding, bytes, at);
    const one = bytes.slice(at, next);
    replaced += one === character ? by : one;
    at = next;
  }
  return replaced;
}

/** Every character that is sent as it is, if anything is. */
const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i)).join('');

/** Alike for two manners of one encoding if, and only if, they read the same escapes. */
export function escapesOf({ block, barcode }: Manner): string {
  if (barcode === null) return block ?? '';
  const escaped = escapeForBarcode(barcode.command, barcode.params, PRINTABLE as ByteString);
  return escaped === PRINTABLE ? '' : escaped;
}
