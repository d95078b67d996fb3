import { isUtf8 } from 'node:buffer';
import { SavedData } from '../../template/fields/saved-data.ts';
import { FIELD_DATA_COMMANDS } from '../../zpl/command-table/command-table.ts';
import { hexByteAt } from '../../zpl/hex.ts';
import type { PrinterState } from '../../zpl/printer.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { Findings, RuleFamily } from '../rule-family.ts';

/** Field data as it is sent: its escapes, its bytes and its length. */
export const FIELD_DATA = {
  rules: {
    'escapes-not-decoded': {
      severity: 'warning',
      title: 'Data has escapes without `^FH`',
      wrong: 'Without `^FH` an escape such as `_1D` is printed literally.',
      example: '^XA^FO50,50^A0N,30^FDPrice«_C2»_A0EUR^FS^XZ',
      corrected: '^XA^CI28^FO50,50^A0N,30^FH^FDPrice_C2_A0EUR^FS^XZ',
      instead: 'put ^FH before ^FD',
    },
    'escape-incomplete': {
      severity: 'warning',
      title: 'An escape of `^FH` is incomplete',
      wrong:
        'The indicator and two hexadecimal digits are one byte; an indicator before anything else is printed.',
      example: '^XA^FO50,50^A0N,30^FH^FDPrice«_G1»^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FH^FDPrice_5FG1^FS^XZ',
      instead: 'write two hexadecimal digits',
    },
    'data-too-long': {
      from: ['data-too-long'],
      severity: 'error',
      title: 'Field data is too long',
      wrong: 'Printers take up to 3072 bytes of data in a field.',
      // Three thousand bytes are too long to read.
      example: null,
      corrected: null,
      instead: 'divide it into several fields',
    },
    'utf8-not-set': {
      severity: 'error',
      title: 'UTF-8 is sent, but not set',
      wrong: 'Without `^CI28` a printer reads each byte of a character as a character of its own.',
      example: '^XA^FO50,50^A0N,30^FDCaf«é»^FS^XZ',
      corrected: '^XA^CI28^FO50,50^A0N,30^FDCafé^FS^XZ',
      instead: 'set ^CI28 after ^XA',
    },
    'utf8-broken': {
      severity: 'error',
      title: 'A byte is not a character of UTF-8',
      wrong:
        'Under `^CI28` a printer reads data as UTF-8. Bytes of other encodings print other characters than intended.',
      example: '^XA^CI28^FO50,50^A0N,30^FH^FDCaf«_E9»^FS^XZ',
      corrected: '^XA^CI28^FO50,50^A0N,30^FH^FDCaf_C3_A9^FS^XZ',
      instead: 'send the character in UTF-8, or set its encoding: ^CI27 is Windows-1252',
    },
  },
  commands: (report) => ({ before: (command, printer) => checkData(command, printer, report) }),
} as const satisfies RuleFamily;

/** Looks at field data as it is sent, with the field before it. */
function checkData(command: Command, printer: PrinterState, report: Findings): void {
  if (!FIELD_DATA_COMMANDS.has(command.name)) return;
  const { field, settings } = printer;
  if (field.hexIndicator !== null) checkEscapes(command, field.hexIndicator, report);
  else checkMissingIndicator(command, report);
  const { id } = settings.encoding;
  if (field.barcode !== null) return;
  if (id !== 28) checkUtf8(command, id, report);
  else if (field.origin !== null) checkBytes(command, field.hexIndicator, report);
}

/** Bytes that are no character of UTF-8, as they are sent or as escapes. */
function checkBytes(
  { name, params, paramsStart }: Command,
  indicator: string | null,
  report: Findings,
): void {
  if (!NOT_ASCII.test(params) && !(indicator !== null && params.includes(indicator))) return;
  const data = new SavedData(params, indicator);
  const bytes = Buffer.from(data.decoded, 'latin1');
  if (isUtf8(bytes)) return;
  const before = Buffer.byteLength(bytes.toString().split('\ufffd', 1)[0] ?? '');
  const span = { start: paramsStart + data.savedStart(before), end: paramsStart + data.savedEnd(before + 1) };
  const hex = bytes[before]?.toString(16).toUpperCase() ?? '';
  const message = `the byte ${hex} is not a character of UTF-8, which ^CI28 expects`;
  report.add({ code: 'utf8-broken', span, command: name, parameter: 1, message });
}

/** An indicator of `^FH` that no two digits follow. In the name of a placeholder it stands for itself. */
function checkEscapes({ name, params, paramsStart }: Command, indicator: string, report: Findings): void {
  const placeholders = params.matchAll(/\{[^{}]*\}/g);
  let placeholder = placeholders.next().value;
  for (let at = params.indexOf(indicator); at >= 0; at = params.indexOf(indicator, at + 1)) {
    while (placeholder !== undefined && placeholder.index + placeholder[0].length <= at) {
      placeholder = placeholders.next().value;
    }
    const inName = placeholder !== undefined && placeholder.index < at;
    if (inName || hexByteAt(params, at + 1) !== undefined) continue;
    const start = paramsStart + at;
    const next = params.indexOf(indicator, at + 1);
    const end = Math.min(at + 3, next < 0 ? params.length : next);
    const length = params.slice(at, end).trimEnd().length;
    const message = `${indicator} begins an escape of ^FH, which two hexadecimal digits complete`;
    const suggestion = `write ${indicator}${indicator.charCodeAt(0).toString(16).toUpperCase()} for the character itself`;
    const span = { start, end: start + length };
    report.add({ code: 'escape-incomplete', span, command: name, parameter: 1, message, suggestion });
  }
}

/** Prefixes, control characters and parts of UTF-8, for which alone people write escapes. */
const ESCAPE = /_(?:09|0A|0D|1[C-F]|5E|7E|(?:C[23]|E2)_[89AB][0-9A-F])/;

function checkMissingIndicator({ name, params, paramsStart }: Command, report: Findings): void {
  const match = ESCAPE.exec(params.replace(/\{[^{}]*\}/g, (one) => ' '.repeat(one.length)));
  if (match === null) return;
  const start = paramsStart + match.index;
  const message = `${match[0]} looks like an escape, and no ^FH decodes it`;
  report.add({
    code: 'escapes-not-decoded',
    span: { start, end: start + 3 },
    command: name,
    parameter: 1,
    message,
  });
}

const NOT_ASCII = /[\x80-\xff]+/;

/** Characters of UTF-8 that the encoding in force reads as others. */
function checkUtf8({ name, params, paramsStart }: Command, encoding: number, report: Findings): void {
  const match = NOT_ASCII.exec(params);
  if (match === null) return;
  const text = Buffer.from(params, 'latin1').toString('utf8');
  if (text.includes('\ufffd')) return;
  const start = paramsStart + match.index;
  const shown = Buffer.from(match[0], 'latin1').toString('utf8');
  const message = `${shown} is sent as UTF-8, which ^CI${encoding} prints as ${match[0].length} other characters`;
  const span = { start, end: start + match[0].length };
  report.add({ code: 'utf8-not-set', span, command: name, parameter: 1, message });
}
