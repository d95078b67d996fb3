import { StepFailure } from './step-failure.ts';

export const CHECK_SCHEMES = ['mod10', 'mod11', 'mod43', 'mod103'] as const;

/** Values 0–42 of Code 39, in order. */
const CODE39 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';
const CODE39_WORDS = '0-9 A-Z - . space $ / + %';

/** Code 39's values by character code; -1 where it has none. */
const CODE39_VALUES = Array.from({ length: 128 }, (_, code) => CODE39.indexOf(String.fromCharCode(code)));

/** The check character of a value, by scheme. Throws a {@link StepFailure} on characters it cannot count. */
export const CHECK_DIGITS: Readonly<Record<(typeof CHECK_SCHEMES)[number], (value: string) => string>> = {
  /** GS1: weights 3 and 1 in turn from the right. */
  mod10: (value) => {
    const sum = weighed(value, digit, '0-9', (fromRight) => (fromRight % 2 === 0 ? 3 : 1));
    return String((10 - (sum % 10)) % 10);
  },

  /** Weights 2 to 7 in turn from the right; 10 is written X. */
  mod11: (value) => {
    const sum = weighed(value, digit, '0-9', (fromRight) => 2 + (fromRight % 6));
    const check = (11 - (sum % 11)) % 11;
    return check === 10 ? 'X' : String(check);
  },

  /** Code 39. */
  mod43: (value) => {
    const sum = weighed(
      value,
      (code) => CODE39_VALUES[code] ?? -1,
      CODE39_WORDS,
      () => 1,
    );
    return CODE39[sum % 43] as string;
  },

  /** Code 128 subset B with its start character, 104. */
  mod103: (value) => {
    const valueIn = (code: number): number => (code < 128 ? code - 32 : -1);
    const sum = weighed(value, valueIn, 'ASCII 32-127', (_, fromLeft) => fromLeft + 1);
    const check = (104 + sum) % 103;
    // Values from 96 up are the symbology's functions, which no character stands for.
    if (check > 95) throw new StepFailure(`the check symbol is ${check}, which has no character in subset B`);
    return String.fromCharCode(check + 32);
  },
};

function digit(code: number): number {
  return code >= 0x30 && code <= 0x39 ? code - 0x30 : -1;
}

/** The sum of the characters' values, each times the weight of its place. A value below 0 is none. */
function weighed(
  text: string,
  valueIn: (code: number) => number,
  allowed: string,
  weight: (fromRight: number, fromLeft: number) => number,
): number {
  if (text === '') throw new StepFailure('an empty value has no check digit');
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const value = valueIn(text.charCodeAt(at));
    if (value < 0) {
      const character = String.fromCodePoint(text.codePointAt(at) as number);
      throw new StepFailure(`"${character}" has no place in a check digit; ${allowed} are allowed`);
    }
    sum += value * weight(text.length - 1 - at, at);
  }
  return sum;
}
