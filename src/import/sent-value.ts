import { controlSequences, escapeForBarcode } from '../barcode/commands.ts';
import type { ControlSequence } from '../barcode/control-sequences.ts';
import { barcodeSyntax, blockEscapes, bytesIn, type DataSyntax } from '../template/fields/data-syntax.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { decodeText } from '../zpl/encoding.ts';
import type { FieldData, PendingField } from '../zpl/printer.ts';

/** The data of a field, taken apart for a placeholder. */
export interface SentValue {
  /**
   * The part that stays in the label before the placeholder: the mode of a QR Code, the start character of a Code
   * 128.
   */
  readonly lead: ByteString;
  /** The value of the variable. */
  readonly text: string;
  /** Whether the variable gives the same bytes again. */
  readonly isExact: boolean;
  /** The data chooses subsets of Code 128, which suit this value only. */
  readonly choosesSubsets: boolean;
}

/** The text before a value where the stream sent none: a QR Code begins with its level and mode. */
export function leadOf(shownBy: PendingField | null): ByteString {
  return (shownBy?.field.barcode?.command === '^BQ' ? 'QA,' : '') as ByteString;
}

/** Reads the data of a field as the field shows it. */
export function readSentValue(data: FieldData, shownBy: PendingField): SentValue {
  const syntax = syntaxOf(data, shownBy);
  const sequences = sequencesIn(syntax, data.bytes);
  let leadEnd = 0;
  if (syntax.barcode !== null) {
    for (const { start, end, fitsValue } of sequences) {
      const isLead = !fitsValue || syntax.barcode.command === '^BQ';
      if (start === leadEnd && isLead) leadEnd = end;
    }
  }
  // Data that consists of codes only has no place for a value.
  if (leadEnd === data.bytes.length) leadEnd = 0;
  const lead = data.bytes.slice(0, leadEnd) as ByteString;
  const rest = data.bytes.slice(leadEnd) as ByteString;
  const text = decodeText(syntax.encoding, unescaped(syntax, data.bytes, leadEnd, sequences));
  if (choosesSubsets(syntax, data.bytes, sequences))
    return { lead: '' as ByteString, text, isExact: true, choosesSubsets: true };
  return { lead, text, isExact: bytesIn(syntax, text) === rest, choosesSubsets: false };
}

/** Whether all codes in the data of a Code 128 choose subsets. A start in subset B alone suits any text. */
function choosesSubsets(
  { barcode }: DataSyntax,
  data: ByteString,
  sequences: readonly ControlSequence[],
): boolean {
  if (barcode?.command !== '^BC' || !('mode' in barcode.options) || barcode.options.mode !== 'N')
    return false;
  const codes = sequences.map(({ start, end }) => data.slice(start, end));
  return codes.every((code) => PLAIN_CODES.has(code)) && codes.some((code) => code !== '>0' && code !== '>:');
}

/** Starts in subset B and C, switches to C and B, and `>` itself. */
const PLAIN_CODES: ReadonlySet<string> = new Set(['>:', '>;', '>5', '>6', '>0']);

function syntaxOf(data: FieldData, { field, draw }: PendingField): DataSyntax {
  const element = field.barcode === null ? null : draw(data);
  if (element?.kind === 'barcode') return barcodeSyntax(data.encoding, element);
  const block = field.block === null ? null : field.block.kind === 'block' ? 'field-block' : 'text-block';
  return { encoding: data.encoding, block, barcode: null };
}

function sequencesIn({ barcode, block, encoding }: DataSyntax, data: ByteString): readonly ControlSequence[] {
  if (barcode !== null) return controlSequences(barcode, data);
  return block === null ? [] : blockEscapes(block, encoding, data);
}

/** The bytes from `from` on without the escapes that a value would be written with. */
function unescaped(
  syntax: DataSyntax,
  data: ByteString,
  from: number,
  sequences: readonly ControlSequence[],
): ByteString {
  const meanings = escapes(syntax);
  let plain = '';
  let copied = from;
  for (const { start, end } of sequences) {
    const meaning = start < copied ? undefined : meanings.get(data.slice(start, end));
    if (meaning === undefined) continue;
    plain += data.slice(copied, start) + meaning;
    copied = end;
  }
  return (plain + data.slice(copied)) as ByteString;
}

/** The characters of the syntax's escapes. */
function escapes({ barcode, block }: DataSyntax): ReadonlyMap<string, string> {
  if (block === 'field-block') return FIELD_BLOCK;
  if (block === 'text-block') return TEXT_BLOCK;
  const meanings = new Map<string, string>();
  if (barcode === null) return meanings;
  for (let code = 0x20; code < 0x7f; code++) {
    const character = String.fromCharCode(code);
    const escaped = escapeForBarcode(barcode, character as ByteString);
    if (escaped !== character) meanings.set(escaped, character);
  }
  if (barcode.command === '^BC') for (const code of SUBSET_SWITCHES) meanings.set(code, '');
  return meanings;
}

/** Code 128's switches of subsets, which shorten a symbol and are not part of its text. */
const SUBSET_SWITCHES = ['>5', '>6', '>7'];

const FIELD_BLOCK = new Map([
  ['\\&', '\n'],
  ['\\\\', '\\'],
]);
const TEXT_BLOCK = new Map([['<<>', '<']]);
