import { type BarcodeKind, escapeForBarcode } from '../../barcode/commands.ts';
import type { ControlSequence } from '../../barcode/control-sequences.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { barcodeEncoding, characterLength, type Encoding, encodeText } from '../../zpl/encoding.ts';

/** `^FB` and `^TB` read escapes of their own in field data. */
export type Block = 'field-block' | 'text-block';

/** The character that begins an escape in a block, its own escape, and that of a line break. */
const BLOCK_ESCAPES = {
  'field-block': { special: '\\', escaped: '\\\\', lineBreak: '\\&' },
  // A text block knows no escape for a line break; the line feed itself is one.
  'text-block': { special: '<', escaped: '<<>', lineBreak: '\n' },
} as const satisfies Record<Block, object>;

/** The reading of data by a field that shows it: as text, as the lines of a block, or as a barcode's data. */
export interface DataSyntax {
  /** The encoding of `^CI`; for a barcode that of its bars, without remapped characters. */
  readonly encoding: Encoding;
  readonly block: Block | null;
  readonly barcode: BarcodeKind | null;
}

/** The syntax in which a barcode reads data in this encoding. */
export function barcodeSyntax(encoding: Encoding, { command, options }: BarcodeKind): DataSyntax {
  return { encoding: barcodeEncoding(encoding), block: null, barcode: { command, options } };
}

/** The bytes that are read as exactly this value, or null when the encoding lacks one of its characters. */
export function bytesIn({ encoding, block, barcode }: DataSyntax, value: string): ByteString | null {
  if (block !== null) return blockBytes(encoding, block, value);
  const bytes = encodeText(encoding, value);
  return bytes === null || barcode === null ? bytes : escapeForBarcode(barcode, bytes);
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

/** The character with which the escapes of a block begin. */
export function escapeOfBlock(block: Block): string {
  return BLOCK_ESCAPES[block].special;
}

/** The escapes in a block's data, as its layout reads them; values hold those of {@link bytesIn}. */
export function blockEscapes(block: Block, encoding: Encoding, data: ByteString): ControlSequence[] {
  const { special, escaped, lineBreak } = BLOCK_ESCAPES[block];
  const found: ControlSequence[] = [];
  for (let at = 0; at < data.length; ) {
    const next = at + characterLength(encoding, data, at);
    const end = data.slice(at, next) === special ? endOfEscape(block, data, at) : next;
    if (end > next) {
      const escape = data.slice(at, end);
      found.push({ start: at, end, fitsValue: escape === escaped || escape === lineBreak });
    }
    at = end;
  }
  return found;
}

/** The end of the escape at `at`; the end of its first character if that is no escape. */
function endOfEscape(block: Block, data: ByteString, at: number): number {
  if (block === 'field-block') return /[&\\-]/.test(data[at + 1] ?? '') ? at + 2 : at + 1;
  const close = data.indexOf('>', at + 1);
  return close < 0 ? at + 1 : close + 1;
}

/** Whether data ends in a backslash that is not the second half of an escape. */
export function endsInLoneBackslash(encoding: Encoding, data: ByteString): boolean {
  let lone = false;
  for (let at = 0; at < data.length; at += characterLength(encoding, data, at)) {
    lone = data[at] === '\\' && !lone;
  }
  return lone;
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

/** The printable characters of ASCII. */
const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i)).join('');

/** A key that two syntaxes of one encoding share if, and only if, they read the same escapes. */
export function escapesOf({ block, barcode }: DataSyntax): string {
  if (barcode === null) return block ?? '';
  const escaped = escapeForBarcode(barcode, PRINTABLE as ByteString);
  return escaped === PRINTABLE ? '' : escaped;
}
