import type { Diagnostic } from '../../zpl/diagnostic.ts';
import type { Encoding } from '../../zpl/encoding.ts';
import type { OpenField, PrinterState } from '../../zpl/printer.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { PlacedElement } from '../layout/layout.ts';
import type { CommandListener, Findings, RuleFamily } from '../rule-family.ts';

/** Text as its font and its block print it. */
export const TEXT = {
  rules: {
    'font-unknown': {
      from: ['font-unknown'],
      severity: 'warning',
      title: 'The stream does not carry this font',
      wrong:
        'Printers replace a missing font by another. Letters I to O and W to Z are fonts only after `^CW`.',
      example: '^XA^FO50,50^A«J»N,30^FDPrice^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'use a resident font, A to H, P to V or 0, or send the font with the label',
      repair: 'redraws',
    },
    'glyph-missing': {
      from: ['glyph-missing'],
      blamesData: true,
      severity: 'warning',
      title: 'The font has no glyph for a character',
      wrong: 'Blanks are printed for characters that a font lacks.',
      example: '^XA^CI28^FO50,50^A0N,30^FD«中文»^FS^XZ',
      corrected: '^XA^CI28^FO50,50^A0N,30^FDChina^FS^XZ',
      instead: 'use a font that has it',
    },
    'encoding-unsupported': {
      from: ['encoding-uncertain', 'encoding-not-writable'],
      blamesData: true,
      severity: 'warning',
      title: 'The encoding is unknown',
      wrong:
        'A printer may have a table for it; tables that come with printers are known if `^SE` selects one. Findings about text in this encoding may be wrong, and a request with values for placeholders in it fails. The rule reports each encoding once, and never for plain ASCII.',
      example: '^XA^CI24^FO50,50^A0N,30^FH^FD«_B0_A1»^FS^XZ',
      corrected: '^XA^CI28^FO50,50^A0N,30^FH^FD_C3_A9^FS^XZ',
      instead: 'use ^CI28, which is UTF-8, or select a known table',
    },
    'control-character': {
      from: ['control-character'],
      blamesData: true,
      severity: 'warning',
      title: 'A control character ends the text',
      wrong: 'A line end or a zero byte from `^FH` ends a text outside of a block.',
      example: '^XA^FO50,50^A0N,30^FH^FD«One_0ATwo»^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FB400,2^FDOne\\&Two^FS^XZ',
      instead: 'use ^FB, in which \\& begins a line',
    },
    'line-end-in-data': {
      severity: 'warning',
      title: 'A text has a line end',
      wrong:
        'Printers ignore line ends in field data: the lines are printed as one, without a blank between them.',
      example: '^XA^FO50,50^A0N,30^FB400,2^FDOne«\n»Two^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FB400,2^FDOne\\&Two^FS^XZ',
      instead: 'write \\& in its place, with ^FB before the data',
      repair: 'redraws',
    },
    'line-break-not-read': {
      severity: 'warning',
      title: 'A line break is printed literally',
      wrong: 'Only `\\&` begins a line, and only in a block of `^FB`.',
      example: '^XA^FO50,50^A0N,30^FDOne«\\&»Two^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FB400,2^FDOne\\&Two^FS^XZ',
      instead: 'put ^FB with a width and a number of lines before the data',
      repair: 'redraws',
    },
    'block-overflow': {
      from: ['block-overflow'],
      blamesData: true,
      severity: 'warning',
      title: 'A text is too long for its block',
      wrong: 'Lines beyond the last are printed over it (`^FB`), or cut off (`^TB`).',
      example: '^XA^FO50,50^A0N,30^FB120,1^FD«Two lines of text»^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FB120,3^FDTwo lines of text^FS^XZ',
      instead: 'give the block more lines or width, or a smaller font',
    },
  },
  commands: (report): CommandListener => new TextCheck(report),
  isFindingInLabel: isShownOverflow,
} as const satisfies RuleFamily;

const NOT_ASCII = /[\x80-\xff]/;

/** Beginnings of line ends and line breaks, which most data lacks. */
const LINE_MARK = /[\r\n\\]/;

/** Follows the lines of text, and the diagnostics of the renderer about fonts and encodings. */
class TextCheck implements CommandListener {
  readonly #report: Findings;
  /** The data of the open field. */
  #data: Command | null = null;
  /** Tables that were reported: one finding for a table is enough for all fields. */
  readonly #reported = new Set<Encoding>();

  constructor(report: Findings) {
    this.#report = report;
  }

  before(command: Command, printer: PrinterState): void {
    const { name } = command;
    if (name === '^FD' || name === '^FV') {
      this.#data = command;
    } else if (name === '^FS' || name === '^XZ') {
      if (this.#data !== null) this.#checkLines(this.#data, printer.field);
      this.#data = null;
    }
  }

  /** Line ends that do not count, and line breaks that no block reads. */
  #checkLines(
    { name, params, paramsStart }: Command,
    { block, barcode, symbol, onTag, origin, fieldNumber }: OpenField,
  ): void {
    if (!LINE_MARK.test(params)) return;
    if (barcode !== null || symbol !== null || onTag || (origin === null && fieldNumber === null)) return;
    const at = (index: number, length: number) => ({
      span: { start: paramsStart + index, end: paramsStart + index + length },
      command: name,
      parameter: 1,
    });
    const isBlock = block?.kind === 'block';
    const text = params.trimEnd();
    const lead = text.length - text.trimStart().length;
    const lineEnds = [...text.slice(lead).matchAll(/[\r\n]+/g)];
    const [first] = lineEnds;
    if (first !== undefined) {
      const place = at(lead + first.index, first[0].length);
      const message = 'a line end is ignored: the text after it is printed directly after the text before it';
      const fault = { code: 'line-end-in-data', ...place, message } as const;
      if (!isBlock) this.#report.add(fault);
      else {
        const edits = lineEnds.map(({ 0: { length }, index }) => ({
          offset: paramsStart + lead + index,
          length,
          text: '\\&',
        }));
        this.#report.add({ ...fault, suggestion: 'write \\& in its place', edits });
      }
    }
    // The value of a number is read by the block of its field.
    if (block === null && origin !== null) {
      const index = params.indexOf('\\&');
      const message = '\\& begins a line only in a block of ^FB, and is printed here';
      if (index >= 0) this.#report.add({ code: 'line-break-not-read', ...at(index, 2), message });
    } else if (isBlock && !PATH.test(params)) {
      for (const { index } of params.matchAll(/(?<!\\)\\n/g)) {
        const place = at(index, 2);
        const edits = [{ offset: place.span.start + 1, length: 1, text: '&' }];
        const message = '\\n begins no line, and is printed here';
        this.#report.add({ code: 'line-break-not-read', ...place, message, suggestion: 'write \\&', edits });
      }
    }
  }

  isFinding({ code, parameter }: Diagnostic, command: Command, { field: { data } }: PrinterState): boolean {
    if (code === 'font-unknown' && command.name === '^A' && parameter === 1)
      return !this.#isOrientation(command);
    if (code !== 'encoding-uncertain') return true;
    if (data === null || !NOT_ASCII.test(data.bytes) || this.#reported.has(data.encoding)) return false;
    this.#reported.add(data.encoding);
    return true;
  }

  /** Whether `^A` has an orientation in place of its font; reports it. */
  #isOrientation({ name, params, paramsStart, delimiter }: Command): boolean {
    const letter = params.charAt(0).toUpperCase();
    if (!/[NI]/.test(letter) || params.charAt(1) !== delimiter) return false;
    const span = { start: paramsStart, end: paramsStart + 1 };
    const message = `${letter} is an orientation; the font before it is missing`;
    const edits = [{ offset: paramsStart, length: 0, text: '0' }];
    const at = { span, command: name, parameter: 1, suggestion: `write ^A0${letter}` };
    this.#report.add({ code: 'font-unknown', ...at, message, edits });
    return true;
  }
}

/** Backslashes of folders. */
const PATH = /[A-Za-z]:\\|\\\\/;

/** Whether lines of a block that exceed it have text: line breaks at the end of its text begin empty lines. */
function isShownOverflow({ excessLines, span }: Diagnostic, placed: readonly PlacedElement[]): boolean {
  if (excessLines === undefined) return true;
  const text = placed.find(({ element }) => element.span === span)?.element;
  return text?.kind !== 'text' || excessLines > lineBreaksAtEnd(text.text);
}

/** How many `\&` a text ends with, white space between them. */
function lineBreaksAtEnd(text: string): number {
  let count = 0;
  let end = text.trimEnd().length;
  while (text.endsWith('\\&', end)) {
    count++;
    end -= 2;
    while (/\s/.test(text.charAt(end - 1))) end--;
  }
  return count;
}
