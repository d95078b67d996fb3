import { withoutFullStop } from '../../errors.ts';
import type { Variables } from '../../record/variables.ts';
import { variableKey } from '../../template/placeholders/token.ts';
import { givenKeys } from '../given-names.ts';
import type { FilledStream, Findings, RuleFamily } from '../rule-family.ts';
import { dataWithin } from '../spans.ts';

/** Values and transforms. */
export const VALUES = {
  rules: {
    'value-missing': {
      severity: 'warning',
      title: 'A placeholder has no value',
      wrong: 'None of the given values belongs to it: it is printed literally, and its barcode is not made.',
      // The rule needs values to be tried.
      example: null,
      corrected: null,
      instead: 'give it a value',
    },
    'value-unused': {
      severity: 'info',
      title: 'A value has no placeholder',
      wrong: 'The label shows no variable of that name.',
      example: null,
      corrected: null,
      instead: 'leave it out, or put {name} into the label',
    },
    'value-not-writable': {
      severity: 'error',
      title: 'A value cannot be inserted',
      wrong: 'A request with this value fails.',
      example: null,
      corrected: null,
      instead: 'send a value that the field can print',
    },
    'transform-failed': {
      severity: 'error',
      title: 'A transform fails',
      wrong: 'Transforms that are malformed, or that reject a value, make requests fail.',
      example: null,
      corrected: null,
      instead: 'correct the transform, or send another value',
    },
  },
  stream: checkValues,
} as const satisfies RuleFamily;

/** Transforms that fail, and values without use, without a field that takes them, or missing. */
function checkValues(stream: FilledStream, report: Findings): void {
  const { template, variables, spellings, start, unfilled, failedSteps } = stream;
  const { transforms } = template;
  if (!transforms.ok) {
    const message = `the transforms are malformed: ${transforms.details}`;
    report.add({ code: 'transform-failed', span: start, message });
  }
  if (variables !== null) checkNames(stream, variables, report);
  for (const { span, message } of unfilled) {
    const at = { span: dataWithin(template.zpl, span), command: '^FD', parameter: 1 };
    report.add({ code: 'value-not-writable', ...at, message: withoutFullStop(message) });
  }
  for (const { variable, step, op, reason } of failedSteps) {
    const span = spellings.get(variableKey(variable.trim()))?.span ?? start;
    const message = `transform of "${variable}", step ${step + 1} (${op}): ${reason}`;
    report.add({ code: 'transform-failed', span, command: '^FD', message });
  }
}

/** Values without a placeholder, and placeholders without a value. */
function checkNames(
  { template, spellings, start }: FilledStream,
  variables: Variables,
  report: Findings,
): void {
  const given = givenKeys(template, variables);
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
