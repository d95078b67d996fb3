import type { Command } from '../../zpl/tokenize.ts';
import {
  COMMAND_REFERENCE,
  type CommandReference,
  type ParameterReference,
} from '../reference/command-reference.ts';
import type { Report } from '../report.ts';
import { type GivenParameter, givenParameters } from './given-parameters.ts';
import { nameSpan } from './spans.ts';

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
  const { parameters } = reference;
  // Most commands have none.
  if (parameters.length === 0 || command.params === '' || parameters[0]?.kind === 'data') return;
  const given = givenParameters(command, PARAMETERS_MAX);
  for (let i = 0; i < parameters.length; i++) {
    const parameter = parameters[i] as ParameterReference;
    const found = given[i];
    if (parameter.kind === 'data') return;
    if (found === undefined) break;
    if (found.text !== '')
      checkParameter(
        { command, parameter, next: parameters[i + 1], number: i + 1, found, dotsPerUnit },
        report,
      );
  }
  checkSurplus(command, given, reference, report);
  if (command.name === '^GB') checkBox(command, given, report);
}

function checkSurplus(
  { name }: Command,
  given: readonly GivenParameter[],
  { parameters, hasOthers }: CommandReference,
  report: Report,
): void {
  const index = given.findIndex(({ text }, i) => i >= parameters.length && text !== '');
  const surplus = given[index];
  // Text behind a command that takes none is told of as such.
  if (surplus === undefined || hasOthers === true || parameters.length === 0) return;
  const message = `${name} takes ${parameters.length} parameters`;
  report.add({ code: 'parameter-surplus', span: surplus.span, command: name, parameter: index + 1, message });
}

/** A box of which both sides are given, and shorter than its line is thick. */
function checkBox(command: Command, given: readonly GivenParameter[], report: Report): void {
  const [width = 0, height = 0, thickness = 0] = given.map(({ text }) => Number.parseFloat(text) || 0);
  if (!(width > 0 && height > 0 && width < thickness && height < thickness)) return;
  const message = `a box of ${width} x ${height} with a line of ${thickness} is a square of ${thickness}`;
  report.add({ code: 'box-thicker-than-large', span: nameSpan(command), command: command.name, message });
}

interface ToCheck {
  readonly command: Command;
  readonly parameter: ParameterReference;
  /** The one that follows it. */
  readonly next: ParameterReference | undefined;
  /** From 1. */
  readonly number: number;
  readonly found: GivenParameter;
  readonly dotsPerUnit: number;
}

function checkParameter(check: ToCheck, report: Report): void {
  const { command, parameter, number, found } = check;
  const at = { span: found.span, command: command.name, parameter: number };
  if (parameter.kind !== 'name' && parameter.kind !== 'text' && /\{[^{}]+\}/.test(found.text)) {
    const message = `${found.text} stands in a parameter of ${command.name}, where no value is inserted`;
    report.add({ code: 'placeholder-outside-data', ...at, message });
    return;
  }
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

/** Commands whose numbers are places. */
const PLACES = new Set(['^FO', '^FT', '^LH']);

const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/;

function checkNumber(check: ToCheck, report: Report): void {
  const { command, parameter, next, number, found, dotsPerUnit } = check;
  const at = { span: found.span, command: command.name, parameter: number };
  const match = NUMBER.exec(found.text);
  if (match === null && next?.choices?.[found.text.toUpperCase()] !== undefined) {
    const message = `${found.text} is a value of the next parameter, ${next.name}`;
    report.add({ code: 'parameter-misplaced', ...at, message });
    return;
  }
  if (match === null) {
    const message = `the ${parameter.name} of ${command.name} is a number`;
    report.add({ code: 'parameter-not-a-number', ...at, message });
    return;
  }
  // A prompt follows the number of a field, and viewers pass over a font's letter before a size.
  if (match[0] !== found.text && command.name !== '^FN' && /\s/.test(found.text)) {
    const message = `the ${parameter.name} of ${command.name} is ${match[0]} with other characters`;
    report.add({ code: 'parameter-untidy', ...at, message, suggestion: `write ${match[0]}` });
  }
  if (parameter.bounds === undefined) return;
  const [min, max] = parameter.bounds;
  const value = Number(match[0]) * (parameter.kind === 'dots' ? dotsPerUnit : 1);
  const used = parameter.kind === 'decimal' ? value : Math.round(value);
  if (used >= min && used <= max) {
    checkMost(check, used, report);
    return;
  }
  if (used === 0 && min === 1) {
    const message = `the ${parameter.name} of ${command.name} is 0, and 1 is taken`;
    report.add({ code: 'parameter-zero', ...at, message });
    return;
  }
  if (used < 0 && -used <= max && PLACES.has(command.name)) {
    const message = `the sign of the ${parameter.name} of ${command.name} is not heeded: ${-used} is taken`;
    report.add({ code: 'parameter-sign', ...at, message, suggestion: `write ${-used}` });
    return;
  }
  const unit = parameter.kind === 'dots' ? ' dots' : '';
  const message = `the ${parameter.name} of ${command.name} is ${used}${unit}, not from ${min} to ${max}`;
  report.add({
    code: 'parameter-out-of-range',
    ...at,
    message,
    suggestion: `write ${used < min ? min : max}`,
  });
}

/** What some printers take and others do not. */
function checkMost({ command, parameter, number, found }: ToCheck, used: number, report: Report): void {
  const { most } = parameter;
  if (most === undefined || used <= most) return;
  const message = `the ${parameter.name} of ${command.name} is ${used}, and Zebra's guide gives ${most} at most`;
  const at = { span: found.span, command: command.name, parameter: number };
  report.add({ code: 'parameter-beyond-guide', ...at, message, suggestion: `write ${most}` });
}
