import { hexByteAt } from '../../../zpl/hex.ts';
import type { Command } from '../../../zpl/tokenize.ts';
import type { SourceField, TextChange } from '../source-fields.ts';
import type { NewCommand } from './new-fields.ts';

/** Field data as people write it. */
export interface ReadableFieldData {
  readonly text: string;
  /** Whether it may have several lines. */
  readonly isBlock: boolean;
}

/** The error correction and the mode before the data of a QR Code. */
const QR_LEAD = /^[HQML]\d{0,2}A,/;

/** The data of a field, with escapes decoded and line breaks; null if the field has no data of its own. */
export function dataOf(field: SourceField): ReadableFieldData | null {
  const written = writtenData(field);
  if (written === null) return null;
  const { body, indicator, isBlock } = written;
  const read = indicator === null ? body : unescaped(body, indicator);
  return { text: isBlock ? read.replaceAll('\\&', '\n') : read, isBlock };
}

/**
 * The changes that give a field other data. Characters that begin commands are escaped, so that no text becomes a
 * command; the field gets an `^FH` if it needs one.
 */
export function dataChanges(text: string, field: SourceField, data: string): readonly TextChange[] {
  const written = writtenData(field);
  if (written === null || dataOf(field)?.text === data) return [];
  const { command, from, body, isBlock } = written;
  const flat = data.replaceAll(/\r\n?|\n/g, isBlock ? '\\&' : ' ');
  const prefix = text[command.start] ?? '^';
  const needsEscapes = flat.includes(prefix) || /[\^~\x00-\x1f\x7f]/.test(flat);
  const indicator = written.indicator ?? (needsEscapes ? '_' : null);
  const to = from + body.length;
  if (indicator === null) return [{ from, to, insert: flat }];
  const change = { from, to, insert: escaped(flat, indicator, prefix) };
  if (written.indicator !== null) return [change];
  return [{ from: command.start, to: command.start, insert: `${prefix}FH` }, change];
}

/** The commands that give a new field its data, with escapes if the data needs them. */
export function dataCommands(data: string): readonly NewCommand[] {
  const written = escaped(data, '_', '^');
  return written === data ? [['FD', data]] : [['FH'], ['FD', written]];
}

interface WrittenData {
  readonly command: Command;
  /** The data without the lead of a QR Code, and the place where it begins. */
  readonly body: string;
  readonly from: number;
  /** The character that begins an escape; null without escapes. */
  readonly indicator: string | null;
  readonly isBlock: boolean;
}

function writtenData({ commands }: SourceField): WrittenData | null {
  const command = commands.find(({ name }) => name === '^FD' || name === '^FV');
  if (command === undefined) return null;
  const isQr = commands.some(({ name }) => name === '^BQ');
  const lead = isQr ? (QR_LEAD.exec(command.params)?.[0].length ?? 0) : 0;
  const hex = commands.findLast(({ name, start }) => name === '^FH' && start < command.start);
  // Printers ignore line ends in field data.
  const body = command.params.slice(lead).replace(/[\r\n]+$/, '');
  return {
    command,
    body,
    from: command.paramsStart + lead,
    indicator: hex === undefined ? null : hex.params.trim().charAt(0) || '_',
    isBlock: commands.some(({ name }) => name === '^FB'),
  };
}

/** Data with its escapes of printable ASCII decoded; those of other bytes depend on the encoding, and stay. */
function unescaped(body: string, indicator: string): string {
  return replaceEscapes(body, indicator, (code, written) =>
    code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : written,
  );
}

function escaped(data: string, indicator: string, prefix: string): string {
  const hex = (character: string): string =>
    indicator + character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
  // Text that looks like an escape of printable ASCII would be read as one.
  const literal = replaceEscapes(data, indicator, (code, written) =>
    code >= 0x20 && code < 0x7f ? hex(indicator) + written.slice(1) : written,
  );
  return [...literal]
    .map((character) =>
      character === prefix || /[\^~\x00-\x1f\x7f]/.test(character) ? hex(character) : character,
    )
    .join('');
}

function replaceEscapes(
  text: string,
  indicator: string,
  replace: (code: number, written: string) => string,
): string {
  let done = '';
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] === indicator ? hexByteAt(text, at + 1) : undefined;
    if (byte === undefined) done += text[at];
    else {
      done += replace(byte, text.slice(at, at + 3));
      at += 2;
    }
  }
  return done;
}
