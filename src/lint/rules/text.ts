import type { Diagnostic } from '../../zpl/diagnostic.ts';
import type { Encoding } from '../../zpl/encoding.ts';
import type { PrinterState } from '../../zpl/printer.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { PlacedElement } from '../layout/layout.ts';
import type { CommandListener, RuleFamily } from '../rule-family.ts';

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
        'A printer may have a table for it; tables that come with printers are known if `^SE` selects one. Findings about text in this encoding may be wrong, and a request with values for placeholders in it fails. The rule reports each encoding once, and not of plain ASCII.',
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
  commands: (): CommandListener => new UnreadEncodings(),
  isFindingInLabel: isShownOverflow,
} as const satisfies RuleFamily;

const NOT_ASCII = /[\x80-\xff]/;

/** All tables have ASCII in its place, and one finding for a table says it for all fields. */
class UnreadEncodings implements CommandListener {
  readonly #reported = new Set<Encoding>();

  isFinding({ code }: Diagnostic, _: Command, { field: { data } }: PrinterState): boolean {
    if (code !== 'encoding-uncertain') return true;
    if (data === null || !NOT_ASCII.test(data.bytes) || this.#reported.has(data.encoding)) return false;
    this.#reported.add(data.encoding);
    return true;
  }
}

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
