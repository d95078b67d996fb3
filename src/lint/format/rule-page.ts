import { toByteString } from '../../zpl/byte-string.ts';
import { lint } from '../lint.ts';
import { NEVER_SILENCED, type RuleCode } from '../rule-codes.ts';
import { RULES } from '../rules.ts';
import { Source } from '../source.ts';
import { findingText } from './compiler-text.ts';

/** The effect of repairs on the picture. */
export const REPAIRS = {
  redraws: 'repairs it; the picture changes',
  'keeps picture': 'repairs it; the picture stays the same',
} as const;

/** All that is known of a rule, in Markdown: `docs/lint/CODE.md`. */
export function rulePage(code: RuleCode): string {
  const { severity, title, wrong, example, corrected, instead, repair } = RULES[code];
  const parts = [`# ${code}`, `**${severity}** ${title}. ${wrong}`, `Correction: ${literal(instead)}.`];
  if (repair !== undefined) parts.push(`\`platen lint --fix\` ${REPAIRS[repair]}.`);
  if (example !== null && corrected !== null) {
    const zpl = example.replace(/[«»]/g, '');
    parts.push('## Wrong', block('zpl', zpl), block('text', outputOf(zpl, 'label.zpl')));
    parts.push('## Right', block('zpl', corrected));
  }
  parts.push('## Configuration', '`platen-lint.json` turns the rule off for all labels:');
  parts.push(block('json', `{ "rules": { "${code}": "off" } }`));
  const silenced = `\`^FX lint-ignore ${code}^FS\` silences the rule in a field or a label`;
  const more = '[Severities and exceptions](../lint.md#severities-and-exceptions)';
  parts.push(NEVER_SILENCED.has(code) ? `More: ${more}.` : `${silenced}. More: ${more}.`);
  return `${parts.join('\n\n')}\n`;
}

/** The page of a rule as plain text, with its blocks indented. */
export function ruleText(code: RuleCode): string {
  return rulePage(code)
    .split(/^```\w*\n([^]*?)^```\n/m)
    .map((text, index) => (index % 2 === 1 ? text.replace(/^(?=.)/gm, '  ') : withoutMarks(text)))
    .join('');
}

/** Output of the command about a stream. */
export function outputOf(zpl: string, file: string): string {
  const source = new Source(toByteString(zpl));
  return lint(Buffer.from(zpl), { file })
    .map((finding) => findingText(finding, source.excerptAt(finding.offset, finding.length), false))
    .join('\n');
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Words that have no marks, for Markdown to show as they are. */
function literal(text: string): string {
  return text.replace(/[\\`*_<[]/g, '\\$&');
}

function withoutMarks(text: string): string {
  return text
    .replace(/^#+ /gm, '')
    .replace(/\*\*(.+?)\*\*/g, '$1')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/(?<!\\)`/g, '')
    .replace(/\\([\\`*_<[])/g, '$1');
}
