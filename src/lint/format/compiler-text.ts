import type { Finding, Severity } from '../finding.ts';
import type { Excerpt } from '../source.ts';

/** Columns of a long line that are shown. */
const COLUMNS_MAX = 100;
/** The columns of an excerpt before the fault. */
const BEFORE_MAX = 60;

const COLOURS: Readonly<Record<Severity, string>> = {
  error: '\x1b[31m',
  warning: '\x1b[33m',
  info: '\x1b[36m',
};
const BOLD = '\x1b[1m';
const PLAIN = '\x1b[0m';

/**
 * A finding as compilers write them: where and what, the line, carets below the fault, and what to write instead.
 *
 * @param source the text around its bytes.
 */
export function findingText(finding: Finding, source: Excerpt, inColour: boolean): string {
  const { file, line: number, column, severity, code, message, suggestion } = finding;
  const paint = (colour: string, text: string): string => (inColour ? colour + text + PLAIN : text);
  const place = `${printable(file ?? '-')}:${number}:${column}:`;
  const head = `${paint(BOLD, place)} ${paint(COLOURS[severity], severity)} ${code} ${printable(message)}`;
  const { shown, indent, carets } = excerpt(source);
  const help = suggestion === null ? [] : [`  = ${printable(suggestion)}`];
  return [head, shown, indent + paint(COLOURS[severity], carets), ...help].join('\n');
}

/** The shown part of a line, and the carets below it. Tabs stay tabs, so that the carets line up at any width. */
function excerpt({ text, at, length }: Excerpt): {
  readonly shown: string;
  readonly indent: string;
  readonly carets: string;
} {
  const characters = Array.from(text, printableCharacter);
  const from = characters.length <= COLUMNS_MAX ? 0 : Math.max(0, at - BEFORE_MAX);
  const to = Math.min(characters.length, from + COLUMNS_MAX);
  const lead = from > 0 ? '…' : '';
  const before = characters.slice(from, at).map((one) => (one === '\t' ? '\t' : ' '.repeat(columnsOf(one))));
  const marked = characters.slice(at, Math.min(at + length, to));
  const columns = marked.reduce((sum, one) => sum + columnsOf(one), 0);
  return {
    shown: lead + characters.slice(from, to).join('') + (to < characters.length ? '…' : ''),
    indent: (from > 0 ? ' ' : '') + before.join(''),
    carets: '^'.repeat(Math.max(columns, 1)),
  };
}

/** Text without what would steer the terminal. */
export function printable(text: string): string {
  return Array.from(text, (one) => (one === '\t' ? ' ' : printableCharacter(one))).join('');
}

function printableCharacter(character: string): string {
  return character !== '\t' && /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(character) ? '?' : character;
}

const COMBINING = /[\p{Mn}\p{Me}]/u;
/** Characters that take two columns; of the letters of a flag, two together do. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|(?![\u{1f1e6}-\u{1f1ff}])\p{Emoji_Presentation}/u;

/** How wide a terminal shows a character. */
function columnsOf(character: string): number {
  return COMBINING.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
}
