import { CODE39_CHARACTERS, mod43 } from '../../symbology/linear/code39.ts';
import { code128Check, START, valueIn } from '../../symbology/linear/code128.ts';
import { gs1CheckDigit } from '../../symbology/linear/ean.ts';
import { mod11 } from '../../symbology/linear/msi.ts';
import { StepFailure } from './step-failure.ts';

export const CHECK_SCHEMES = ['mod10', 'mod11', 'mod43', 'mod103'] as const;

const NO_CODE39 = new RegExp(`[^${CODE39_CHARACTERS.replace(/[-.$/+]/g, '\\$&')}]`, 'u');

/** The check character of a value, by scheme. Throws a {@link StepFailure} on characters it cannot count. */
export const CHECK_DIGITS: Readonly<Record<(typeof CHECK_SCHEMES)[number], (value: string) => string>> = {
  /** GS1: weights 3 and 1 in turn from the right. */
  mod10: (value) => {
    allowOnly('0-9', /[^0-9]/u, value);
    return gs1CheckDigit(value);
  },

  /** Weights 2 to 7 in turn from the right; 10 is written X. */
  mod11: (value) => {
    allowOnly('0-9', /[^0-9]/u, value);
    const check = mod11(value);
    return check === 10 ? 'X' : String(check);
  },

  /** Code 39. */
  mod43: (value) => {
    allowOnly('0-9 A-Z - . space $ / + %', NO_CODE39, value);
    return mod43(value);
  },

  /** Code 128 subset B with its start character. */
  mod103: (value) => {
    allowOnly('ASCII 32-127', /[^ -\x7f]/u, value);
    const values: number[] = [START.B];
    for (let i = 0; i < value.length; i++) values.push(valueIn('B', value.charCodeAt(i)));
    const check = code128Check(values);
    // Values from 96 up are functions of the symbology, which have no character.
    if (check > 95) throw new StepFailure(`the check symbol is ${check}, which has no character in subset B`);
    return String.fromCharCode(check + 32);
  },
};

/** @param others matches a character that is not allowed; `allowed` says which are. */
function allowOnly(allowed: string, others: RegExp, value: string): void {
  if (value === '') throw new StepFailure('an empty value has no check digit');
  const [character] = others.exec(value) ?? [];
  if (character !== undefined) {
    throw new StepFailure(`"${character}" has no place in a check digit; ${allowed} are allowed`);
  }
}
