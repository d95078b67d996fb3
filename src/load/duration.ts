import { LoadUsage } from './load-failure.ts';

const LONGEST_MS = 60_000;

/** Reads `250ms` or `0.25s`, a minute at most, as milliseconds. */
export function parseMilliseconds(text: string, option: string): number {
  const [, number = '', unit] = /^(\d{1,9}(?:\.\d{1,9})?)(ms|s)$/.exec(text.trim()) ?? [];
  const ms = Number(number) * (unit === 's' ? 1000 : 1);
  if (ms > 0 && ms <= LONGEST_MS) return ms;
  throw new LoadUsage(
    `${option} must be a time above 0 and up to ${LONGEST_MS / 1000}s, as 250ms or 0.25s, not ${JSON.stringify(text)}`,
  );
}
