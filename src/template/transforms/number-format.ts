import { StepFailure } from './step-failure.ts';

export interface NumberFormat {
  /** Digits after the separator; absent keeps those of the value. */
  readonly decimals?: number | undefined;
  /** Between groups of three digits. */
  readonly group: string;
  /** Between whole and fraction. */
  readonly decimal: string;
}

/** No number on a label is longer; arithmetic on far longer ones takes noticeable time. */
const VALUE_CODE_UNITS_MAX = 1000;

/** Optional sign, digits with an optional point, optional exponent as JSON writes it. */
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Formats a decimal number exactly, without binary fractions; halves round away from zero. Throws a
 * {@link StepFailure} when the value is not a number.
 */
export function formatNumber(value: string, { decimals, group, decimal }: NumberFormat): string {
  const match = value.length > VALUE_CODE_UNITS_MAX ? null : NUMBER.exec(value.trim());
  const [, sign = '', integer = '', fractionText = '', exponent = '0'] = match ?? [];
  if (match === null || integer + fractionText === '') throw new StepFailure('the value is not a number');
  // The value is digits / 10^scale; a negative scale becomes zeros.
  const scale = fractionText.length - Number(exponent);
  const digits = BigInt(integer + fractionText) * 10n ** BigInt(Math.max(0, -scale));
  const places = decimals ?? Math.max(0, scale);
  const rounded = roundTo(digits, Math.max(0, scale), places)
    .toString()
    .padStart(places + 1, '0');
  const whole = groupDigits(rounded.slice(0, rounded.length - places), group);
  const fraction = places === 0 ? '' : decimal + rounded.slice(-places);
  const negative = sign === '-' && /[1-9]/.test(rounded);
  return (negative ? '-' : '') + whole + fraction;
}

function groupDigits(digits: string, group: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(group);
}

/** `digits` / 10^scale as a whole number of 10^-places, halves away from zero. */
function roundTo(digits: bigint, scale: number, places: number): bigint {
  if (places >= scale) return digits * 10n ** BigInt(places - scale);
  const step = 10n ** BigInt(scale - places);
  return (digits + step / 2n) / step;
}
