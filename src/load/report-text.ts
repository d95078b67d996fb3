import { VERDICTS } from './advice.ts';
import type { Fared } from './measure.ts';
import { percent, significant } from './numbers.ts';
import type { LoadReport } from './report.ts';
import { PARTS } from './tally.ts';

/** The report as text, at most a screen. */
export function reportText(report: LoadReport): string {
  const means = rowsOf(report).map(([name, { parts_ms: parts }]) => [
    `${name}, mean`,
    ...PARTS.map((part) => milliseconds(parts[part].mean)),
  ]);
  return [
    headline(report),
    '',
    ...aligned(answerRows(report)),
    '',
    ...aligned([
      ['ms of an answer', ...PARTS],
      ...means,
      ['all, p99', ...PARTS.map((part) => milliseconds(report.parts_ms[part].p99))],
    ]),
    '',
    ...report.advice.map(({ text }) => text),
  ].join('\n');
}

/** The result in a sentence. */
export function headline(report: LoadReport): string {
  const { mode, sustainable_rate: sustainable, asked_rate: asked, connections, verdict } = report;
  const early = report.interrupted ? ', ended early' : '';
  const over = `${significant(report.seconds)} s, ${connections} connections${early}`;
  const answered = `${percent(report.shares['200'])} answered 200`;
  if (mode === 'closed') return `As fast as ${connections} connections get answers, for ${over}: ${answered}`;
  const rate = `${significant(asked ?? 0)} requests/s`;
  if (sustainable !== null) {
    const held = `${significant(sustainable)} requests/s`;
    const ofAsked = held === rate ? '' : ` (${significant(asked ?? 0)} asked)`;
    return `${held}${ofAsked} hold with p99 below ${report.p99_bound_ms} ms; ${over}`;
  }
  const p99 = `p99 ${milliseconds(report.latency_ms.p99)} of at most ${report.p99_bound_ms} ms`;
  const fared = `${rate} for ${over}: ${VERDICTS[verdict]}; ${answered}, ${p99}`;
  return mode === 'rate' ? fared : `No rate was held; the last was ${fared}`;
}

/** Rows of a table with aligned columns: the first to the left, numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** The rows of tables: each kind, and all together if there are several. */
export function rowsOf(report: LoadReport): readonly (readonly [name: string, fared: Fared])[] {
  const kinds = Object.entries(report.kinds);
  return kinds.length > 1 ? [...kinds, ['all', report]] : kinds;
}

/** The table of answers: a row of names, and one for each of {@link rowsOf}. */
export function answerRows(report: LoadReport): readonly [readonly string[], ...(readonly string[])[]] {
  const rows = rowsOf(report).map(([name, { rate, latency_ms: times, shares }]) => [
    name,
    significant(rate),
    ...[times.p50, times.p99, times.max].map(milliseconds),
    ...[shares['200'], shares['429'], shares['503'], shares.other, shares.unanswered].map(percent),
  ]);
  return [['', 'req/s', 'p50 ms', 'p99 ms', 'max ms', '200', '429', '503', 'other', 'unanswered'], ...rows];
}

/** A time in milliseconds as text; `-` for null. */
export function milliseconds(time: number | null): string {
  return time === null ? '-' : significant(time);
}
