import type { z } from 'zod';
import { onFirstUse, zod } from '../../on-first-use.ts';
import { CHECK_DIGITS, CHECK_SCHEMES } from './check-digit.ts';
import { countCharacters, sliceCharacters } from './code-points.ts';
import { addToDate, clockText, reformatDate } from './date-format.ts';
import { formatNumber } from './number-format.ts';
import { StepFailure } from './step-failure.ts';

/** UTF-16 code units of a value after a step: twice what the largest barcode holds. */
export const VALUE_CODE_UNITS_MAX = 16_384;

/** The format of dates where a step names none. */
export const DATE_FORMAT = 'YYYY-MM-DD';
/** Days, weeks, months or years that a step may add: more than any calendar date needs. */
const AMOUNT_MAX = 100_000;

/** The operations of a saved field transform, with their parameters. Unknown parameters are ignored. */
export const stepSchema = onFirstUse(() => {
  const z = zod();
  const text = z.string().max(4096);
  const nonEmpty = text.min(1);
  const characters = z.int().min(0).max(4096);
  const index = z.int();
  const amount = z.int().min(-AMOUNT_MAX).max(AMOUNT_MAX);
  return z.discriminatedUnion('op', [
    z.object({ op: z.literal('trim') }),
    z.object({ op: z.literal('upper') }),
    z.object({ op: z.literal('lower') }),
    z.object({ op: z.literal('slice'), start: index.default(0), end: index.optional() }),
    z.object({ op: z.literal('pad_start'), length: characters, with: nonEmpty.default(' ') }),
    z.object({ op: z.literal('pad_end'), length: characters, with: nonEmpty.default(' ') }),
    z.object({ op: z.literal('prefix'), text }),
    z.object({ op: z.literal('suffix'), text }),
    z.object({ op: z.literal('replace'), find: nonEmpty, with: text }),
    z.object({ op: z.literal('digits') }),
    z.object({ op: z.literal('default'), text }),
    z.object({
      op: z.literal('number'),
      decimals: z.int().min(0).max(100).optional(),
      group: text.default(''),
      decimal: text.default('.'),
    }),
    z.object({ op: z.literal('date'), from: nonEmpty, to: text }),
    z.object({
      op: z.literal('date_add'),
      days: amount.default(0),
      weeks: amount.default(0),
      months: amount.default(0),
      years: amount.default(0),
      format: nonEmpty.default(DATE_FORMAT),
    }),
    z.object({ op: z.literal('clock'), format: nonEmpty.default(DATE_FORMAT) }),
    z.object({ op: z.literal('map'), values: z.record(z.string(), text), otherwise: text.optional() }),
    z.object({ op: z.literal('max_length'), length: characters }),
    z.object({ op: z.literal('check_digit'), scheme: z.enum(CHECK_SCHEMES) }),
  ]);
});

/** The names of all operations. */
export function operations(): readonly string[] {
  return stepSchema().options.flatMap(({ shape }) => [...shape.op.values]);
}

export type Step = z.infer<ReturnType<typeof stepSchema>>;

/** A step as it is saved, without the defaults. */
export type SavedStep = z.input<ReturnType<typeof stepSchema>>;

/**
 * Applies one step. A missing value (undefined) stays missing, unless the step is `default` or `clock`. Throws a
 * {@link StepFailure} that says why the step cannot be applied to this value.
 *
 * @param now the time that `clock` shows, by its UTC fields.
 */
export function runStep(step: Step, value: string | undefined, now: Date): string | undefined {
  if (step.op === 'default' || step.op === 'clock') {
    if (value !== undefined && value !== '') return value;
    return step.op === 'default' ? step.text : clockText(step.format, now);
  }
  if (value === undefined) return undefined;
  const result = apply(step, value);
  if (result.length > VALUE_CODE_UNITS_MAX) throw tooLong();
  return result;
}

function apply(step: Exclude<Step, { op: 'default' | 'clock' }>, value: string): string {
  switch (step.op) {
    case 'trim':
      return value.trim();
    case 'upper':
      return value.toUpperCase();
    case 'lower':
      return value.toLowerCase();
    case 'slice':
      return sliceCharacters(value, step.start, step.end);
    case 'pad_start':
      return padding(value, step.length, step.with) + value;
    case 'pad_end':
      return value + padding(value, step.length, step.with);
    case 'prefix':
      return step.text + value;
    case 'suffix':
      return value + step.text;
    case 'replace':
      return replaceAll(value, step.find, step.with);
    case 'digits':
      return value.replace(/[^0-9]+/g, '');
    case 'number':
      return formatNumber(value, step);
    case 'date':
      return reformatDate(value, step.from, step.to);
    case 'date_add':
      return addToDate(value, step);
    case 'map': {
      const mapped = Object.hasOwn(step.values, value) ? step.values[value] : step.otherwise;
      if (mapped === undefined)
        throw new StepFailure('the value is not in the map, and there is no "otherwise"');
      return mapped;
    }
    case 'max_length': {
      const count = countCharacters(value);
      if (count > step.length) {
        throw new StepFailure(`the value has ${count} characters; at most ${step.length} are allowed`);
      }
      return value;
    }
    case 'check_digit':
      return value + CHECK_DIGITS[step.scheme](value);
    default:
      return step satisfies never;
  }
}

/** The missing characters up to `length`, from `filler` over and over. */
function padding(value: string, length: number, filler: string): string {
  const missing = length - countCharacters(value);
  if (missing <= 0) return '';
  return sliceCharacters(filler.repeat(Math.ceil(missing / countCharacters(filler))), 0, missing);
}

/** Counts the length of the result first: a short text can occur in a value many times. */
function replaceAll(value: string, find: string, by: string): string {
  const pieces = value.split(find);
  if (value.length + (pieces.length - 1) * (by.length - find.length) > VALUE_CODE_UNITS_MAX) throw tooLong();
  return pieces.join(by);
}

function tooLong(): StepFailure {
  return new StepFailure(`the value becomes longer than ${VALUE_CODE_UNITS_MAX} characters`);
}
