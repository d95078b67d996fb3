import type { Command } from '../../zpl/tokenize.ts';
import { COMMAND_REFERENCE, type ParameterReference } from '../reference/command-reference.ts';
import type { Report } from '../report.ts';
import { type GivenParameter, givenParameters } from './given-parameters.ts';

/** More parameters than any command of the reference has. */
const PARAMETERS_MAX = 128;

/**
 * Compares a command's parameters with the reference.
 *
 * @param dotsPerUnit what `^MU` makes of lengths.
 */
export function checkParameters(command: Command, dotsPerUnit: number, report: Report): void {
  const reference = COMMAND_REFERENCE.get(command.name);
  if (reference === undefined) return;
  const given = givenParameters(command, PARAMETERS_MAX);
  for (const [i, parameter] of reference.parameters.entries()) {
    const found = given[i];
    if (parameter.kind === 'data' || found === undefined) return;
    if (found.text !== '') checkParameter({ command, parameter, number: i + 1, found, dotsPerUnit }, report);
  }
}

interface ToCheck {
  readonly command: Command;
  readonly parameter: ParameterReference;
  /** From 1. */
  readonly number: number;
  readonly found: GivenParameter;
  readonly dotsPerUnit: number;
}

function checkParameter(check: ToCheck, report: Report): void {
  const { command, parameter, number, found } = check;
  const at = { span: found.span, command: command.name, parameter: number };
  switch (parameter.kind) {
    case 'dots':
    case 'whole':
    case 'decimal':
      checkNumber(check, report);
      return;
    case 'choice': {
      const choices = Object.keys(parameter.choices ?? {});
      const given = found.text.toUpperCase();
      // Printers look at the first letter only.
      if (choices.includes(given) || choices.includes(given.charAt(0))) return;
      const message = `the ${parameter.name} of ${command.name} is one of ${choices.join(' ')}`;
      report.add({ code: 'parameter-not-allowed', ...at, message });
      return;
    }
    default:
  }
}

const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/;

function checkNumber({ command, parameter, number, found, dotsPerUnit }: ToCheck, report: Report): void {
  const at = { span: found.span, command: command.name, parameter: number };
  const match = NUMBER.exec(found.text);
  if (match === null) {
    const message = `the ${parameter.name} of ${command.name} is a number`;
    report.add({ code: 'parameter-not-a-number', ...at, message });
    return;
  }
  if (parameter.bounds === undefined) return;
  const [min, max] = parameter.bounds;
  const value = Number(match[0]) * (parameter.kind === 'dots' ? dotsPerUnit : 1);
  const used = parameter.kind === 'decimal' ? value : Math.round(value);
  if (used >= min && used <= max) return;
  const unit = parameter.kind === 'dots' ? ' dots' : '';
  const message = `the ${parameter.name} of ${command.name} is ${used}${unit}, not from ${min} to ${max}`;
  report.add({
    code: 'parameter-out-of-range',
    ...at,
    message,
    suggestion: `write ${used < min ? min : max}`,
  });
}
