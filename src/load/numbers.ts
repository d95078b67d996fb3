import { LoadUsage } from './load-failure.ts';

/** A number with three significant digits, or as a whole number from 100 on. */
export function significant(number: number): string {
  return String(Math.abs(number) >= 100 ? Math.round(number) : Number(number.toPrecision(3)));
}

/** A share as percent. */
export function percent(share: number): string {
  return share > 0 && share < 0.0005 ? '<0.1 %' : `${(share * 100).toFixed(1)} %`;
}

/** A number rounded to thousandths: milliseconds to microseconds. Null stays null. */
export function rounded<N extends number | null>(number: N): N {
  return (number === null ? null : Math.round(number * 1000) / 1000) as N;
}

const LONGEST_MS = 60_000;

/** Reads `250ms` or `0.25s`, a minute at most, as milliseconds. Throws `LoadUsage`, with the name of the option. */
export function parseMilliseconds(text: string, option: string): number {
  const [, number = '', unit] = /^(\d{1,9}(?:\.\d{1,9})?)(ms|s)$/.exec(text.trim()) ?? [];
  const ms = Number(number) * (unit === 's' ? 1000 : 1);
  if (ms > 0 && ms <= LONGEST_MS) return ms;
  throw new LoadUsage(
    `${option} must be a time above 0 and up to ${LONGEST_MS / 1000}s, as 250ms or 0.25s, not ${JSON.stringify(text)}`,
  );
}
