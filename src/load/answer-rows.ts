import type { Fared } from './measured.ts';
import { percent, significant } from './numbers.ts';
import type { Report } from './report.ts';

/** What has a row of its own in tables: each kind, and all together where there are several. */
export function rowsOf(report: Report): readonly (readonly [name: string, fared: Fared])[] {
  const kinds = Object.entries(report.kinds);
  return kinds.length > 1 ? [...kinds, ['all', report]] : kinds;
}

/** The table of answers: a row of names, and one for each of {@link rowsOf}. */
export function answerRows(report: Report): readonly [readonly string[], ...(readonly string[])[]] {
  const rows = rowsOf(report).map(([name, { rate, latency_ms: times, shares }]) => [
    name,
    significant(rate),
    ...[times.p50, times.p99, times.max].map(milliseconds),
    ...[shares['200'], shares['429'], shares['503'], shares.other, shares.unanswered].map(percent),
  ]);
  return [['', 'req/s', 'p50 ms', 'p99 ms', 'max ms', '200', '429', '503', 'other', 'unanswered'], ...rows];
}

/** A time that may be missing. */
export function milliseconds(time: number | null): string {
  return time === null ? '-' : significant(time);
}
