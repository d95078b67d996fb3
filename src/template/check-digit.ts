import { StepFailure } from './step-failure.ts';

export const CHECK_SCHEMES = ['mod10', 'mod11', 'mod43', 'mod103'] as const;

/** Values 0–42 of Code 39, in order. */
const CODE39 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';

/** The check character of a value, by scheme. Throws a {@link StepFailure} on characters it cannot count. */
export const CHECK_DIGITS: Readonly<Record<(typeof CHECK_SCHEMES)[number], (value: string) => string>> = {
  /** GS1: weights 3 and 1 in turn from the right. */
  mod10: (value) => {
    const sum = sumFromRight(digitsOf(value), (position) => (position % 2 === 0 ? 3 : 1));
    return String((10 - (sum % 10)) % 10);
  },

  /** Weights 2 to 7 in turn from the right; 10 is written X. */
  mod11: (value) => {
    const sum = sumFromRight(digitsOf(value), (position) => 2 + (position % 6));
    const check = (11 - (sum % 11)) % 11;
    return check === 10 ? 'X' : String(check);
  },

  /** Code 39. */
  mod43: (value) => {
    const values = valuesOf(value, (character) => CODE39.indexOf(character), `0-9 A-Z - . space $ / + %`);
    return CODE39[sumFromRight(values, () => 1) % 43] as string;
  },

  /** Code 128 subset B with its start character, 104. */
  mod103: (value) => {
    const values = valuesOf(value, (character) => character.charCodeAt(0) - 32, 'ASCII 32-127', 95);
    const check = values.reduce((sum, each, index) => sum + each * (index + 1), 104) % 103;
    // Values from 96 up are the symbology's functions, which no character stands for.
    if (check > 95) throw new StepFailure(`the check symbol is ${check}, which has no character in subset B`);
    return String.fromCharCode(check + 32);
  },
};

function digitsOf(value: string): number[] {
  return valuesOf(value, (character) => '0123456789'.indexOf(character), '0-9');
}

function valuesOf(
  value: string,
  valueOf: (character: string) => number,
  allowed: string,
  most = 42,
): number[] {
  if (value === '') throw new StepFailure('an empty value has no check digit');
  return Array.from(value, (character) => {
    const each = valueOf(character);
    if (each < 0 || each > most) {
      throw new StepFailure(`"${character}" has no place in a check digit; ${allowed} are allowed`);
    }
    return each;
  });
}

function sumFromRight(values: readonly number[], weight: (position: number) => number): number {
  return values.reduceRight((sum, value, index) => sum + value * weight(values.length - 1 - index), 0);
}
