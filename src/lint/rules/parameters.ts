import type { DotsPerMm } from '../../units.ts';
import { COMMAND_TABLE, type CommandEntry, type Parameter } from '../../zpl/command-table/command-table.ts';
import { NUMBER } from '../../zpl/commands/params.ts';
import type { Span } from '../../zpl/label.ts';
import type { PrinterState, Settings } from '../../zpl/printer.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { Edit } from '../finding.ts';
import { type GivenParameter, givenParameters } from '../given-parameters.ts';
import type { Findings, RuleFamily } from '../rule-family.ts';
import { nameSpan } from '../spans.ts';

/** Parameters that are not what their command takes. */
export const PARAMETERS = {
  rules: {
    'parameter-not-a-number': {
      severity: 'error',
      title: 'A parameter should be a number',
      wrong: 'A printer replaces an unreadable parameter by its default, usually 0.',
      example: '^XA^FO«abc»,50^A0N,30^FDPrice^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'write a number',
      repair: 'redraws',
    },
    'parameter-out-of-range': {
      from: ['parameter-out-of-range'],
      severity: 'error',
      title: 'A parameter is out of bounds',
      wrong: 'Printers take the nearest bound, or ignore the whole command.',
      example: '^XA^BY«22»^FO50,50^BCN,80^FD12345^FS^XZ',
      corrected: '^XA^BY2^FO50,50^BCN,80^FD12345^FS^XZ',
      instead: 'write a number within the bounds',
      repair: 'keeps picture',
    },
    'parameter-beyond-guide': {
      severity: 'warning',
      title: 'A parameter is greater than the guide allows',
      wrong: 'Printers may use the greatest number that the guide allows instead.',
      example: '^XA^BY«11»^FO50,50^BCN,80^FD12345^FS^XZ',
      corrected: '^XA^BY10^FO50,50^BCN,80^FD12345^FS^XZ',
      instead: 'write at most the greatest number that the guide allows',
    },
    'parameter-misplaced': {
      severity: 'warning',
      title: 'A letter is in place of a number',
      wrong:
        'It is one of the letters of the next parameter: a comma is missing, and both parameters get their defaults.',
      example: '^XA^FO50,50^BY2,3,10^B7N,4,5,4,«N»^FDPrice^FS^XZ',
      corrected: '^XA^FO50,50^BY2,3,10^B7N,4,5,4,,N^FDPrice^FS^XZ',
      instead: 'add the comma of the omitted parameter',
      repair: 'redraws',
    },
    'parameter-zero': {
      severity: 'warning',
      title: 'A parameter is 0, but at least 1 is required',
      wrong: 'Printers use the smallest allowed number.',
      example: '^XA^FO50,50^A0N,30^FB400,«0»^FDPrice^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FB400,1^FDPrice^FS^XZ',
      instead: 'write 1',
      repair: 'keeps picture',
    },
    'parameter-sign': {
      severity: 'warning',
      title: 'A position is negative',
      wrong: 'Printers ignore the sign: a field placed beyond the edge appears on the label.',
      example: '^XA^FO50,«-50»^A0N,30^FDPrice^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'write a position on the label',
      repair: 'keeps picture',
    },
    'parameter-untidy': {
      severity: 'warning',
      title: 'A number has other characters next to it',
      wrong: 'Printers read it differently; text between fields is often at fault.',
      example: '^XA^FO50,«50 Price:»^A0N,30^FDEUR^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDPrice: EUR^FS^XZ',
      instead: 'write the number alone',
    },
    'parameter-point': {
      severity: 'warning',
      title: 'A point is in place of a comma',
      wrong:
        'A number of dots is a whole one: what follows the point is left out, and the next parameter gets its default.',
      example: '^XA^FO«50.90»^A0N,30^FDPrice^FS^XZ',
      corrected: '^XA^FO50,90^A0N,30^FDPrice^FS^XZ',
      instead: 'write a comma',
      repair: 'redraws',
    },
    'parameter-surplus': {
      severity: 'warning',
      title: 'A command has too many parameters',
      wrong: 'Printers ignore the extra ones. Often a comma replaces a decimal point.',
      example: '^XA^FO50,50,0,«7»^A0N,30^FDPrice^FS^XZ',
      corrected: '^XA^FO50,50,0^A0N,30^FDPrice^FS^XZ',
      instead: 'leave it out',
    },
    'box-thicker-than-large': {
      severity: 'warning',
      title: 'The line of a box is thicker than the box',
      wrong: 'Both sides become as long as the line is thick: a square is printed.',
      example: '^XA^FO50,50«^GB»5,3,9^FS^XZ',
      corrected: '^XA^FO50,50^GB50,30,9^FS^XZ',
      instead: 'make the box larger or its line thinner; a line has 0 for one of its sides',
    },
    'box-widened': {
      severity: 'info',
      title: 'The line of a box is thicker than one of its sides',
      wrong:
        'That side becomes as long as the line is thick, and the box is all black. Up to 2 mm are not reported.',
      example: '^XA^FO50,50«^GB»3,400,200^FS^XZ',
      corrected: '^XA^FO50,50^GB200,400,3^FS^XZ',
      instead: 'give width, height and thickness in this order',
    },
    'parameter-not-allowed': {
      severity: 'error',
      title: 'A parameter is not one of the allowed letters',
      wrong: 'A printer replaces an unknown letter by the default.',
      example: '^XA^FO50,50^A0«X»,30^FDPrice^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'write one of the allowed letters',
    },
    'placeholder-outside-data': {
      severity: 'error',
      title: 'A parameter has a placeholder',
      wrong: 'Values are inserted into field data only; a printer reads the braces literally.',
      example: '^XA^FO«{x}»,50^A0N,30^FDPrice^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FD{x}^FS^XZ',
      instead: 'write a number',
    },
  },
  commands: (report) => ({
    read: (command, printer) => checkParameters(command, printer, report),
    isFinding: (_, command) => BOUND_BY_PRINTER.has(command.name),
  }),
} as const satisfies RuleFamily;

/** Commands with a bound that depends on the font or the resolution, which the renderer knows. */
const BOUND_BY_PRINTER = new Set(['^A', '^LT']);

/** More parameters than any command has. */
const PARAMETERS_MAX = 128;

/** Compares the parameters of a command with the command table. */
function checkParameters(
  command: Command,
  { settings: unit, options: { dotsPerMm } }: PrinterState,
  report: Findings,
): void {
  const entry = COMMAND_TABLE.get(command.name);
  if (entry === undefined) return;
  const { parameters } = entry;
  // Most commands have none.
  if (parameters.length === 0 || command.params === '' || parameters[0]?.kind === 'data') return;
  const given = givenParameters(command, PARAMETERS_MAX);
  for (let i = 0; i < parameters.length; i++) {
    const parameter = parameters[i] as Parameter;
    const found = given[i];
    if (parameter.kind === 'data') return;
    if (found === undefined) break;
    if (found.text === '') continue;
    const check = { command, parameter, parameters, number: i + 1, found, given, unit };
    if (checkSwapped(check, report)) i++;
    else checkParameter(check, report);
  }
  checkSurplus(command, given, entry, report);
  if (command.name === '^GB') checkBox(command, given, unit, dotsPerMm, report);
}

function checkSurplus(
  { name }: Command,
  given: readonly GivenParameter[],
  { parameters, hasOthers }: CommandEntry,
  report: Findings,
): void {
  const index = given.findIndex(({ text }, i) => i >= parameters.length && text !== '');
  const surplus = given[index];
  // Another rule reports text after a command without parameters.
  if (surplus === undefined || hasOthers === true || parameters.length === 0) return;
  const message = `${name} takes ${parameters.length} parameters`;
  report.add({ code: 'parameter-surplus', span: surplus.span, command: name, parameter: index + 1, message });
}

/** Many labels give lines a side that is some dots shorter than their thickness. */
const THIN_MAX_MM = 2;

/** Whether a box has both sides, at least one of them shorter than its line is thick. */
function checkBox(
  command: Command,
  given: readonly GivenParameter[],
  unit: LengthUnit,
  dotsPerMm: DotsPerMm,
  report: Findings,
): void {
  const [width = 0, height = 0, thickness = 0] = given.map(({ text }) => Number.parseFloat(text) || 0);
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter <= 0 || shorter >= thickness) return;
  const at = { span: nameSpan(command), command: command.name };
  const box = `a box of ${width} x ${height} with a line of ${thickness}`;
  if (longer < thickness) {
    const message = `${box} is a square of ${thickness}`;
    report.add({ code: 'box-thicker-than-large', ...at, message });
  } else if ((thickness - shorter) * unit.dotsPerUnit > THIN_MAX_MM * dotsPerMm) {
    const message = `${box} is all black, and ${Math.max(width, thickness)} x ${Math.max(height, thickness)}`;
    report.add({ code: 'box-widened', ...at, message });
  }
}

/** The meaning that `^MU` gives to lengths. */
type LengthUnit = Pick<Settings, 'dotsPerUnit' | 'conversion'>;

interface ToCheck {
  readonly command: Command;
  readonly parameter: Parameter;
  /** All of the command. */
  readonly parameters: readonly Parameter[];
  /** From 1. */
  readonly number: number;
  readonly found: GivenParameter;
  /** All that are given. */
  readonly given: readonly GivenParameter[];
  readonly unit: LengthUnit;
}

/** Reports a number and the letter after it that are exchanged. Returns whether they are. */
function checkSwapped(
  { command, parameter, parameters, number, found, given }: ToCheck,
  report: Findings,
): boolean {
  const [next, other] = [parameters[number], given[number]];
  if (next === undefined || other === undefined || !IS_NUMBER.has(parameter.kind)) return false;
  if (NUMBER.test(found.text) || next.choices?.[found.text.toUpperCase()] === undefined) return false;
  if (next.choices[other.text] !== undefined || !/^-?\d+$/.test(other.text)) return false;
  const message = `the ${parameter.name} and the ${next.name} of ${command.name} are swapped`;
  const edits = [replacing(found.span, other.text), replacing(other.span, found.text)];
  const suggestion = `write ${other.text},${found.text}`;
  const at = { span: found.span, command: command.name, parameter: number };
  report.add({ code: 'parameter-misplaced', ...at, message, suggestion, edits });
  return true;
}

const IS_NUMBER: ReadonlySet<Parameter['kind']> = new Set(['dots', 'whole', 'decimal']);

function replacing({ start, end }: Span, text: string): Edit {
  return { offset: start, length: end - start, text };
}

function checkParameter(check: ToCheck, report: Findings): void {
  const { command, parameter, number, found } = check;
  const at = { span: found.span, command: command.name, parameter: number };
  const mayShow = parameter.kind === 'name' || parameter.kind === 'text';
  if (!mayShow && found.text.includes('{') && /\{[^{}]+\}/.test(found.text)) {
    const message = `${found.text} is in a parameter of ${command.name}, in which no value is inserted`;
    report.add({ code: 'placeholder-outside-data', ...at, message });
    return;
  }
  switch (parameter.kind) {
    case 'dots':
    case 'whole':
    case 'decimal':
      checkNumber(check, report);
      return;
    case 'choice':
    case 'flag':
    case 'numbered': {
      const { choices = {} } = parameter;
      const given = found.text.toUpperCase();
      if (Object.hasOwn(choices, given)) return;
      // Printers look at the first letter only.
      const first = /^\d+$/.test(given) ? String(Number(given)) : given.charAt(0);
      if (Object.hasOwn(choices, first)) return;
      const message = `the ${parameter.name} of ${command.name} is one of ${Object.keys(choices).join(' ')}`;
      report.add({ code: 'parameter-not-allowed', ...at, message });
      return;
    }
    default:
  }
}

function checkNumber(check: ToCheck, report: Findings): void {
  const { command, parameter, parameters, number, found, given, unit } = check;
  const at = { span: found.span, command: command.name, parameter: number };
  const match = NUMBER.exec(found.text);
  if (match === null) {
    checkLetters(check, report);
    return;
  }
  const isAlone = match[0] === found.text;
  // A prompt follows the number of a field, and viewers pass over a font's letter before a size.
  if (!isAlone && command.name !== '^FN' && /\s/.test(found.text)) {
    const message = `the ${parameter.name} of ${command.name} is ${match[0]} with other characters`;
    report.add({ code: 'parameter-untidy', ...at, message, suggestion: `write ${match[0]}` });
  }
  const isOfTwo = parameter.isPlace && parameters[number]?.isPlace && given[number] === undefined;
  if (isOfTwo && unit.dotsPerUnit === 1 && /^\d+\.\d+$/.test(found.text)) {
    const message = `${found.text} has a point, so ${command.name} gets no ${parameters[number]?.name}`;
    const edits = [{ offset: found.span.start + found.text.indexOf('.'), length: 1, text: ',' }];
    report.add({ code: 'parameter-point', ...at, message, edits });
    return;
  }
  const [min, max] = parameter.bounds ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const value = Number(match[0]) * (parameter.kind === 'dots' ? unit.dotsPerUnit : 1);
  const used = parameter.kind === 'decimal' ? value : Math.round(value);
  if (used >= min && used <= max) {
    checkMost(check, used, report);
    return;
  }
  /** The number that printers take, if it can be written in its place. */
  const written = (taken: number): { readonly edits?: readonly Edit[] } => {
    const isInDots = parameter.kind !== 'dots' || (unit.dotsPerUnit === 1 && unit.conversion === 1);
    const isTaken = parameter.takes === undefined && parameter.isStrict !== true;
    return isAlone && isInDots && isTaken ? { edits: [replacing(found.span, String(taken))] } : {};
  };
  if (used === 0 && min === 1) {
    const message = `the ${parameter.name} of ${command.name} is 0, and 1 is used`;
    report.add({ code: 'parameter-zero', ...at, message, ...written(1) });
    return;
  }
  if (used < 0 && -used <= max && parameter.isPlace) {
    const message = `the sign of the ${parameter.name} of ${command.name} is ignored: ${-used} is used`;
    report.add({ code: 'parameter-sign', ...at, message, suggestion: `write ${-used}`, ...written(-used) });
    return;
  }
  const dots = parameter.kind === 'dots' ? ' dots' : '';
  const message = `the ${parameter.name} of ${command.name} is ${used}${dots}, not from ${min} to ${max}`;
  const nearest = used < min ? min : max;
  const suggestion = `write ${nearest}`;
  report.add({ code: 'parameter-out-of-range', ...at, message, suggestion, ...written(nearest) });
}

/** Reports letters in place of a number, and the parameter that they belong to. */
function checkLetters(
  { command, parameter, parameters, number, found, given }: ToCheck,
  report: Findings,
): void {
  const at = { span: found.span, command: command.name, parameter: number };
  const isOf = (one: Parameter | undefined): boolean =>
    one?.choices?.[found.text.toUpperCase()] !== undefined;
  const next = parameters[number];
  if (isOf(next)) {
    const message = `${found.text} is a value of the next parameter, ${next?.name}`;
    const edits = [{ offset: found.span.start, length: 0, text: command.delimiter }];
    report.add({ code: 'parameter-misplaced', ...at, message, edits });
    return;
  }
  const before = parameters.slice(0, number - 1).findIndex(isOf);
  if (before < 0) {
    const message = `the ${parameter.name} of ${command.name} is a number`;
    report.add({ code: 'parameter-not-a-number', ...at, message });
    return;
  }
  const name = parameters[before]?.name;
  const message = `the ${parameter.name} of ${command.name} is a number; ${found.text} is a value of the ${name}, which comes before it`;
  const names = parameters.slice(before, number).map((one) => one.name);
  const suggestion = `the order is ${names.join(', ')}`;
  const left = given[before];
  // The letter moves to its place, and the parameters after it close the gap.
  const edits =
    left?.text === ''
      ? [
          { offset: left.span.start, length: 0, text: found.text },
          { offset: found.span.start - 1, length: found.text.length + 1, text: '' },
        ]
      : undefined;
  report.add({ code: 'parameter-not-a-number', ...at, message, suggestion, ...(edits && { edits }) });
}

/** Reports numbers that only some printers accept. */
function checkMost({ command, parameter, number, found }: ToCheck, used: number, report: Findings): void {
  const { most, insteadOfMore } = parameter;
  if (most === undefined || used <= most) return;
  const message = `the ${parameter.name} of ${command.name} is ${used}, and Zebra's guide allows at most ${most}`;
  const at = { span: found.span, command: command.name, parameter: number };
  report.add({
    code: 'parameter-beyond-guide',
    ...at,
    message,
    suggestion: insteadOfMore ?? `write ${most}`,
  });
}
