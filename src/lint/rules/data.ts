import { isUtf8 } from 'node:buffer';
import { SavedData } from '../../template/fields/saved-data.ts';
import { FIELD_DATA_COMMANDS } from '../../zpl/command-table/command-table.ts';
import { hexByteAt, hexPair } from '../../zpl/hex.ts';
import type { PrinterState } from '../../zpl/printer.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { CommandListener, Findings, Found, RuleFamily } from '../rule-family.ts';

/** Field data as it is sent: its escapes, its bytes and its length. */
export const FIELD_DATA = {
  rules: {
    'escapes-not-decoded': {
      severity: 'warning',
      title: 'Data has escapes that are not decoded',
      wrong:
        'Without `^FH` an escape such as `_1D` is printed literally, and so is one that does not begin with its indicator.',
      example: '^XA^FO50,50^A0N,30^FDPrice«_C2»_A0EUR^FS^XZ',
      corrected: '^XA^CI28^FO50,50^A0N,30^FH^FDPrice_C2_A0EUR^FS^XZ',
      instead: 'put ^FH before ^FD',
      repair: 'redraws',
    },
    'escape-incomplete': {
      severity: 'warning',
      title: 'An escape of `^FH` is incomplete',
      wrong:
        'The indicator and two hexadecimal digits are one byte; an indicator before anything else is printed.',
      example: '^XA^FO50,50^A0N,30^FH^FDPrice«_G1»^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FH^FDPrice_5FG1^FS^XZ',
      instead: 'write two hexadecimal digits',
      repair: 'keeps picture',
    },
    'entity-in-data': {
      severity: 'info',
      title: 'Data has an entity of HTML',
      wrong: 'Entities such as `&amp;` are printed literally: something escaped the text for a web page.',
      example: '^XA^FO50,50^A0N,30^FDSalt «&amp;» Pepper^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDSalt & Pepper^FS^XZ',
      instead: 'write the character itself',
      repair: 'redraws',
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
      repair: 'redraws',
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
    'byte-undefined': {
      severity: 'info',
      title: 'A byte has no character',
      wrong: 'Windows-1252 has none for the bytes 81, 8D, 8F, 90 and 9D: nothing is printed.',
      example: '^XA^CI27^FO50,50^A0N,30^FH^FDZ«_81»rich^FS^XZ',
      corrected: '^XA^CI27^FO50,50^A0N,30^FH^FDZ_FCrich^FS^XZ',
      instead: 'send the byte of Windows-1252, or set the encoding that the byte is of',
    },
  },
  commands: (report): CommandListener => new DataCheck(report),
} as const satisfies RuleFamily;

/** Checks field data as it is sent, with the commands of its field before it. */
class DataCheck implements CommandListener {
  readonly #report: Findings;
  /** The last `^FH`. */
  #escapes: Command | null = null;
  /** Some data is escaped, or the stream sets an encoding. */
  #hasBytes = false;
  /** The place after the last `^XA`. */
  #labelStart: number | null = null;
  /** UTF-8 under another encoding, and the beginning of the label that has the first of it. */
  readonly #utf8: Found[] = [];
  #firstStart: number | null = null;

  constructor(report: Findings) {
    this.#report = report;
  }

  before(command: Command, { field, settings }: PrinterState): void {
    if (command.name === '^FH') {
      this.#escapes = command;
      this.#hasBytes = true;
    }
    if (command.name === '^CI') this.#hasBytes = true;
    if (command.name === '^XA') this.#labelStart = command.paramsStart;
    if (!FIELD_DATA_COMMANDS.has(command.name)) return;
    const { hexIndicator, barcode, origin } = field;
    if (hexIndicator !== null) checkEscapes(command, hexIndicator, this.#report);
    checkUndecoded(command, hexIndicator, this.#escapes, this.#report);
    checkEntities(command, this.#report);
    const { id } = settings.encoding;
    if (barcode !== null) return;
    if (id === 28) {
      if (origin !== null) checkBytes(command, hexIndicator, this.#report);
      return;
    }
    const found = utf8In(command, id);
    if (found !== null) {
      this.#firstStart ??= this.#labelStart;
      this.#utf8.push(found);
    } else if (id === 27) checkDefined(command, hexIndicator, this.#report);
  }

  /** Reports UTF-8 under another encoding. If the stream sets none, `^CI28` in the first label repairs all of it. */
  end(): void {
    const offset = this.#firstStart;
    const edits = offset === null || this.#hasBytes ? undefined : [{ offset, length: 0, text: '^CI28' }];
    for (const found of this.#utf8) this.#report.add({ ...found, ...(edits && { edits }) });
  }
}

/** Reports bytes, sent or escaped, that are not characters of UTF-8. */
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

/** An indicator of `^FH` without two digits after it. In the name of a placeholder it is an ordinary character. */
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
    const digits = hexPair(indicator.charCodeAt(0));
    const suggestion = `write ${indicator}${digits} for the character itself`;
    const span = { start, end: start + length };
    const edits = [{ offset: start + 1, length: 0, text: digits }];
    report.add({ code: 'escape-incomplete', span, command: name, parameter: 1, message, suggestion, edits });
  }
}

/** Escapes that people write on purpose: prefixes, control characters and parts of UTF-8. */
const ESCAPES = [
  { indicator: '_', escape: /_(?:09|0A|0D|1[C-F]|5E|7E|(?:C[23]|E2)_[89AB][0-9A-F])/ },
  { indicator: '\\', escape: /\\(?:09|0A|0D|1[C-F]|5E|7E|(?:C[23]|E2)\\[89AB][0-9A-F])/ },
] as const;

/** Escapes without `^FH`, or with another indicator. @param escapes the last `^FH`. */
function checkUndecoded(
  { name, params, start, paramsStart }: Command,
  indicator: string | null,
  escapes: Command | null,
  report: Findings,
): void {
  for (const { indicator: meant, escape } of ESCAPES) {
    if (meant === indicator || !params.includes(meant)) continue;
    // Backslashes without ^FH belong to text blocks and file paths.
    if (meant === '\\' && indicator === null) continue;
    const match = escape.exec(params.replace(/\{[^{}]*\}/g, (one) => ' '.repeat(one.length)));
    if (match === null || (indicator !== null && params.includes(indicator))) continue;
    const at = paramsStart + match.index;
    const found = {
      code: 'escapes-not-decoded',
      span: { start: at, end: at + 3 },
      command: name,
      parameter: 1,
    } as const;
    if (indicator === null) {
      const message = `${match[0]} looks like an escape, and no ^FH decodes it`;
      const isPlain = [...params.matchAll(/_(?=[0-9A-F]{2})/gi)].length === [...params.matchAll(/_/g)].length;
      report.add({
        ...found,
        message,
        ...(isPlain ? { edits: [{ offset: start, length: 0, text: '^FH' }] } : {}),
      });
    } else {
      const message = `${match[0]} looks like an escape, and ^FH decodes those that begin with ${indicator}`;
      const length = escapes?.params.trimEnd().length ?? 0;
      const text = meant === '_' ? '' : meant;
      const edits = escapes === null ? undefined : [{ offset: escapes.paramsStart, length, text }];
      report.add({ ...found, message, suggestion: `write ^FH${text}`, ...(edits && { edits }) });
    }
    return;
  }
}

const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#x[0-9a-f]{1,5});/gi;
const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** Reports characters that are written as HTML entities. */
function checkEntities({ name, params, paramsStart }: Command, report: Findings): void {
  if (!params.includes('&')) return;
  for (const { 0: entity, index } of params.matchAll(ENTITY)) {
    const span = { start: paramsStart + index, end: paramsStart + index + entity.length };
    const text = CHARACTERS[entity.toLowerCase()];
    const message = `${entity} is printed literally`;
    const edits = text === undefined ? undefined : [{ offset: span.start, length: entity.length, text }];
    const at = { span, command: name, parameter: 1 };
    report.add({ code: 'entity-in-data', ...at, message, ...(edits && { edits }) });
  }
}

/** Windows-1252 leaves these bytes free. */
const UNDEFINED = /[\x81\x8d\x8f\x90\x9d]/;

function checkDefined(
  { name, params, paramsStart }: Command,
  indicator: string | null,
  report: Findings,
): void {
  if (indicator === null && !UNDEFINED.test(params)) return;
  const data = new SavedData(params, indicator);
  const at = data.decoded.search(UNDEFINED);
  if (at < 0) return;
  const span = { start: paramsStart + data.savedStart(at), end: paramsStart + data.savedEnd(at + 1) };
  const message = `Windows-1252, which ^CI27 sets, has no character for the byte ${hexPair(data.decoded.charCodeAt(at))}`;
  report.add({ code: 'byte-undefined', span, command: name, parameter: 1, message });
}

const NOT_ASCII = /[\x80-\xff]+/;

/** Characters of UTF-8 that the encoding in force reads as others. */
function utf8In({ name, params, paramsStart }: Command, encoding: number): Found | null {
  const match = NOT_ASCII.exec(params);
  if (match === null) return null;
  const text = Buffer.from(params, 'latin1').toString('utf8');
  if (text.includes('\ufffd')) return null;
  const start = paramsStart + match.index;
  const shown = Buffer.from(match[0], 'latin1').toString('utf8');
  const message = `${shown} is sent as UTF-8, which ^CI${encoding} prints as ${match[0].length} other characters`;
  const span = { start, end: start + match[0].length };
  return { code: 'utf8-not-set', span, command: name, parameter: 1, message };
}
