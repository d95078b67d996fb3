import type { Fared } from './measured.ts';
import { percent, significant } from './numbers.ts';
import { PARTS } from './parts.ts';
import type { Report } from './report.ts';
import { VERDICTS } from './verdict.ts';

/** A report for people: no more than a screen. */
export function reportText(report: Report): string {
  const { kinds } = report;
  const rows = [
    ...Object.entries(kinds),
    ...(Object.keys(kinds).length > 1 ? [['all', report] as const] : []),
  ];
  return [
    headline(report),
    '',
    ...aligned([
      ['', 'req/s', 'p50 ms', 'p99 ms', '200', '429', '503', 'other', 'unanswered'],
      ...rows.map(([kind, fared]) => [kind, ...faredCells(fared)]),
    ]),
    '',
    ...aligned([
      ['ms of an answer', ...PARTS],
      ...rows.map(([kind, fared]) => [
        `${kind}, mean`,
        ...PARTS.map((part) => ms(fared.parts_ms[part].mean)),
      ]),
      ['all, p99', ...PARTS.map((part) => ms(report.parts_ms[part].p99))],
    ]),
    '',
    ...report.advice.map(({ text }) => text),
  ].join('\n');
}

/** The result in a sentence. */
export function headline(report: Report): string {
  const { mode, sustainable_rate: sustainable, asked_rate: asked, connections, seconds, verdict } = report;
  const early = report.interrupted ? ', ended early' : '';
  const over = `${significant(seconds)} s, ${connections} connections${early}`;
  if (mode === 'closed') return `As fast as ${connections} connections get answers, for ${over}`;
  const rate = `${significant(sustainable ?? asked ?? 0)} requests/s`;
  if (mode === 'rate') return `${rate} for ${over}`;
  return sustainable === null
    ? `No rate was found that holds; the last was ${rate} for ${over}: ${VERDICTS[verdict]}`
    : `${rate} hold with p99 below ${report.p99_bound_ms} ms; ${over}`;
}

function faredCells({ rate, latency_ms: { p50, p99 }, shares }: Fared): readonly string[] {
  const { '200': good, '429': over, '503': busy, other, unanswered } = shares;
  return [significant(rate), ms(p50), ms(p99), ...[good, over, busy, other, unanswered].map(percent)];
}

function ms(time: number | null): string {
  return time === null ? '-' : significant(time);
}

/** Rows with their cells under one another: the first to the left, numbers to the right. */
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
