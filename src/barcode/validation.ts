import { withCheckDigits } from './bc-element-strings.ts';
import type { NativeField, Refused } from './field.ts';
import { isOddInterleaved } from './plain-linear.ts';

/** Digits that symbologies of a fixed length take, without and with their check digit. */
const LENGTHS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  '^B8': [7, 8],
  '^B9': [10, 10],
  '^BE': [12, 13],
  '^BS': [2, 5],
  '^BU': [11, 12],
};

/** A field with the digits in it that the printer itself puts there. */
export function asPrinted(field: NativeField): NativeField {
  if (field.command === '^B2' && field.data !== '' && isOddInterleaved(field))
    return { ...field, data: `0${field.data}` as NativeField['data'] };
  const computes = field.command === '^BC' && (field.params[5] ?? '').trim().toUpperCase() === 'D';
  return computes ? { ...field, data: withCheckDigits(field.data) as NativeField['data'] } : field;
}

/**
 * The letter of `INVALID - x` for data that a strict printer refuses although a lenient one would draw it: C for
 * a character, E for a check digit, L and S for the length.
 */
export function faultLetter({ command, data }: NativeField): Refused['code'] {
  if (data === '') return 'S';
  const lengths = LENGTHS[command];
  if (lengths === undefined || /\D/.test(data)) return 'C';
  const [least, most] = lengths;
  return data.length < least ? 'S' : data.length > most ? 'L' : 'E';
}
