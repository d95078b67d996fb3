import type { RuleCode } from '../rule-codes.ts';
import { RULES } from '../rules.ts';

/** All that is known of a rule, as text: its words, its example with carets below the fault, and the corrected one. */
export function explanationOf(code: RuleCode): string {
  const { severity, title, wrong, example, corrected, instead, repair } = RULES[code];
  const parts = [
    `${severity} ${code}: ${plain(title)}.\n\n${plain(wrong)}\n\nCorrection: ${plain(instead)}.`,
  ];
  if (example !== null && corrected !== null) {
    parts.push(`For example:\n\n${indented(withCarets(example))}`, `Corrected:\n\n${indented(corrected)}`);
  }
  if (repair !== undefined) {
    parts.push(
      repair === 'redraws'
        ? '--fix repairs it; the picture changes.'
        : '--fix repairs it; the picture stays.',
    );
  }
  return parts.join('\n\n');
}

/** Words without the marks of Markdown. */
function plain(text: string): string {
  return text.replaceAll('`', '');
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** The line of the fault, and a line of carets instead of the marks around it. */
function withCarets(example: string): string {
  return example
    .split('\n')
    .flatMap((line) => {
      const [before = '', fault, behind = ''] = line.split(/[«»]/);
      if (fault === undefined) return [line];
      return [before + fault + behind, ' '.repeat(before.length) + '^'.repeat(Math.max(fault.length, 1))];
    })
    .join('\n');
}
