import type { Variables } from '../../record/variables.ts';
import { variableKey } from '../../template/placeholders/token.ts';
import type { Template } from '../../template/template.ts';
import type { DotsPerMm } from '../../units.ts';
import type { Span } from '../../zpl/label.ts';
import type { Report } from '../report.ts';
import { type ShownStream, showStream } from '../shown-stream.ts';
import { addFieldDiagnostic } from './diagnostics.ts';
import { checkFrames } from './placeholder-frames.ts';
import type { PlaceholderCheck } from './placeholders.ts';
import { dataWithin, nameWithin } from './spans.ts';

/** What is known of a label's variables. */
export interface ToFill {
  readonly template: Template;
  /** Null where there are no values yet. */
  readonly variables: Variables | null;
  /** Names that the editor knows. */
  readonly dynamicTokens: readonly string[];
  readonly placeholders: PlaceholderCheck;
  /** The first command, for what has no other place. */
  readonly start: Span;
  readonly dotsPerMm: DotsPerMm;
  /** Of automatic tokens. */
  readonly now: Date;
}

/** What can be said of placeholders, transforms and values; the stream with as many values in it as there are. */
export function checkValues(fill: ToFill, report: Report): ShownStream {
  const { template, variables, placeholders, start, now } = fill;
  for (const diagnostic of template.diagnostics) {
    const { span } = diagnostic;
    const at = { data: dataWithin(template.zpl, span), name: nameWithin(span) };
    addFieldDiagnostic(diagnostic, at, report);
  }
  const { transforms } = template;
  if (!transforms.ok) {
    const message = `the transforms are malformed: ${transforms.details}`;
    report.add({ code: 'transform-failed', span: start, message });
  }
  const transformed = transforms.ok ? transforms.transforms.map(({ variable }) => variable.trim()) : [];
  placeholders.finish([
    ...fill.dynamicTokens,
    ...transformed,
    ...Object.keys(variables ?? {}).map((name) => name.trim()),
  ]);
  const given = new Set(
    [...Object.keys(variables ?? {}), ...transformed].map((name) => variableKey(name.trim())),
  );
  if (variables !== null) checkNames(fill, variables, given, report);
  const shown = showStream(
    template,
    variables,
    now,
    ({ span, message }) => {
      const at = { span: dataWithin(template.zpl, span), command: '^FD', parameter: 1 };
      report.add({ code: 'value-not-writable', ...at, message: message.replace(/\.$/, '') });
    },
    ({ variable, step, op, reason }) => {
      const span = placeholders.spellings.get(variableKey(variable.trim()))?.span ?? start;
      const message = `transform of "${variable}", step ${step + 1} (${op}): ${reason}`;
      report.add({ code: 'transform-failed', span, command: '^FD', message });
    },
  );
  const isGiven = (index: number): boolean => {
    const token = template.tokens[index];
    return token?.kind === 'automatic' || token?.keys.some((key) => given.has(key)) === true;
  };
  checkFrames(
    template,
    (token) => (variables === null ? template.tokens[token]?.kind === 'automatic' : isGiven(token)),
    fill.dotsPerMm,
    report,
  );
  return shown;
}

/** Values without a placeholder, and placeholders without a value. */
function checkNames(
  { template, placeholders: { spellings }, start }: ToFill,
  variables: Variables,
  given: ReadonlySet<string>,
  report: Report,
): void {
  for (const [key, { name, span }] of spellings) {
    if (given.has(key)) continue;
    const message = `no value was given for {${name}}`;
    report.add({ code: 'value-missing', span, command: '^FD', parameter: 1, message });
  }
  const shown = new Set(template.tokens.flatMap(({ keys }) => keys));
  const unused = Object.keys(variables).filter((name) => !shown.has(variableKey(name.trim())));
  if (unused.length === 0) return;
  const message = `the label has no placeholder for ${unused.slice(0, 5).join(', ')}${unused.length > 5 ? ' …' : ''}`;
  report.add({ code: 'value-unused', span: start, message });
}
