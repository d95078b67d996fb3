import { DATE_FORMAT, type SavedStep, type Step, VALUE_CODE_UNITS_MAX } from './steps.ts';

/** The work of every step, whatever its value, in units of about a nanosecond; measured. */
const STEP_WORK = 150;
const NUMBER_WORK = 3000;
const DATE_WORK = 5000;
/** Digits that an exponent may add. */
const EXPONENT_DIGITS = 1000;

/** The assumed length of a map's result: searching a large map takes longer than the step. */
const MAPPED_CODE_UNITS = 1000;

/** The most work of a step on this value, in work units: charged before the step is done. */
export function workOf(step: Step, value: string | undefined): number {
  if (value === undefined && step.op !== 'clock') return STEP_WORK;
  const exponent = step.op === 'number' && /e/i.test(value ?? '') ? EXPONENT_DIGITS : 0;
  return STEP_WORK + workOn(step, (value ?? '').length + exponent);
}

/**
 * The most work of saved steps on a value of this length: an estimate from unchecked steps. A malformed step gives
 * NaN, or throws.
 */
export function workOfSaved(steps: readonly SavedStep[], length: number): number {
  let work = 0;
  for (const step of steps) {
    work += STEP_WORK + workOn(step, length);
    length = lengthAfter(step, length);
  }
  return work;
}

/** Each factor is the measured time of a UTF-16 code unit in the slowest case. */
function workOn(step: SavedStep, length: number): number {
  switch (step.op) {
    case 'trim':
    case 'default':
    case 'map':
      return 2 * length;
    case 'upper':
    case 'lower':
      return 25 * length;
    case 'slice':
      return 30 * length;
    case 'pad_start':
    case 'pad_end':
      return 3 * length + 30 * step.length;
    case 'prefix':
    case 'suffix':
      return length + step.text.length;
    case 'replace':
      return 25 * length + 2 * lengthAfter(step, length);
    case 'digits':
    case 'check_digit':
      return 15 * length;
    case 'number':
      return NUMBER_WORK + 60 * (length + (step.decimals ?? 0));
    case 'date':
      return DATE_WORK + 40 * step.from.length + 60 * step.to.length;
    case 'date_add':
      return DATE_WORK + 80 * (step.format ?? DATE_FORMAT).length;
    case 'clock':
      return DATE_WORK + 60 * (step.format ?? DATE_FORMAT).length;
    case 'max_length':
      return 5 * length;
    default:
      return step satisfies never;
  }
}

/** The greatest length of a value of this length after the step, in UTF-16 code units; an estimate for maps. */
function lengthAfter(step: SavedStep, length: number): number {
  return Math.min(grown(step, length), VALUE_CODE_UNITS_MAX);
}

function grown(step: SavedStep, length: number): number {
  switch (step.op) {
    case 'pad_start':
    case 'pad_end':
      return Math.max(length, 2 * step.length);
    case 'prefix':
    case 'suffix':
      return length + step.text.length;
    case 'default':
      return Math.max(length, step.text.length);
    case 'replace':
      return Math.max(length, Math.ceil(length / step.find.length) * step.with.length);
    case 'number':
      return length + (step.decimals ?? 0) + Math.ceil(length / 3) * (step.group ?? '').length;
    case 'date':
      return step.to.length;
    case 'date_add':
    case 'clock':
      return (step.format ?? DATE_FORMAT).length;
    case 'map':
      return MAPPED_CODE_UNITS;
    case 'check_digit':
      return length + 1;
    case 'trim':
    case 'upper':
    case 'lower':
    case 'slice':
    case 'digits':
    case 'max_length':
      return length;
    default:
      return step satisfies never;
  }
}
