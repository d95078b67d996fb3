import { answerRows, milliseconds, rowsOf } from '../answer-rows.ts';
import { percent, significant } from '../numbers.ts';
import type { Report } from '../report.ts';
import { headline } from '../text.ts';
import { VERDICTS } from '../verdict.ts';
import { stackedBars } from './bars.ts';
import { html, type Markup } from './markup.ts';
import { type Plot, plot } from './plot.ts';
import { STYLE } from './style.ts';

/** A report as a page of its own: it needs no other file, no script and no network. */
export function reportPage(report: Report): string {
  const { url, labels, mix, advice, budget, steps, generator } = report;
  const parts = Object.entries(mix).map(([kind, share]) => `${kind} ${percent(share)}`);
  const units = budget.units_per_minute === null ? 'unknown' : `${budget.units_per_minute} units a minute`;
  const { text } = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Load on ${url}</title><style>${STYLE}</style></head>
<body>
<h1>${headline(report)}</h1>
<p class="faint">${url}, ${report.started_at}; ${parts.join(', ')}; budget of the key: ${units}; label ${labels.join(', ')}</p>
<h2>What limits</h2>
<ul>${advice.map((each) => html`<li>${each.text}</li>`)}</ul>
<h2>Answers</h2>
<div class="scroll">${table(...answerRows(report))}</div>
<h2>Over time</h2>
<div class="plots">${plot(ratePlot(report))}${plot(timePlot(report))}</div>
<h2>Where the time goes</h2>
<div class="plots">${plot(distributionPlot(report))}${stackedBars(rowsOf(report))}</div>
${steps.length === 0 ? '' : html`<h2>Rates that were tried</h2><div class="scroll">${stepsTable(steps)}</div>`}
<p class="faint">The sender was at work ${percent(generator.busy)} of the time, and took ${significant(generator.processors)} of
${generator.of_processors} processors.</p>
</body></html>
`;
  return text;
}

function stepsTable(steps: Report['steps']): Markup {
  const rows = steps.map(({ rate, p50_ms: p50, p99_ms: p99, verdict }) => [
    significant(rate),
    milliseconds(p50),
    milliseconds(p99),
    VERDICTS[verdict],
  ]);
  return table(['requests/s', 'p50 ms', 'p99 ms', ''], ...rows);
}

function table(names: readonly string[], ...rows: readonly (readonly string[])[]): Markup {
  const head = names.map((name) => html`<th>${name}</th>`);
  const body = rows.map((row) => html`<tr>${row.map(cell)}</tr>`);
  return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

/** Words, unless it begins as a number does. */
function cell(text: string): Markup {
  return /^[\d<-]/.test(text) ? html`<td>${text}</td>` : html`<td class="words">${text}</td>`;
}

/** What plots over time have in common. */
function overTime({ series }: Report): Pick<Plot, 'places' | 'marks'> {
  const seconds = series.at(-1)?.seconds ?? 0;
  return {
    places: series.map((point) => point.seconds / seconds),
    marks: [0, 0.5, 1].map((place) => ({ place, text: `${significant(seconds * place)} s` })),
  };
}

function ratePlot(report: Report): Plot {
  const { series } = report;
  return {
    title: 'Answers',
    unit: 'a second',
    lines: [
      { name: '200', colour: 'first', values: series.map(({ rate }) => rate) },
      { name: 'refused or failed', colour: 'second', values: series.map(({ failed }) => failed) },
    ],
    ...overTime(report),
    bound: null,
  };
}

function timePlot(report: Report): Plot {
  const { series, p99_bound_ms: value } = report;
  return {
    title: 'Latency',
    unit: 'ms',
    lines: [
      { name: 'p50', colour: 'first', values: series.map(({ p50_ms }) => p50_ms) },
      { name: 'p99', colour: 'second', values: series.map(({ p99_ms }) => p99_ms) },
    ],
    ...overTime(report),
    bound: { value, name: 'bound of p99' },
  };
}

/** Each mark is as far from the next as a share of slow ones from a tenth of it. */
function distributionPlot({ distribution, p99_bound_ms: value }: Report): Plot {
  const depth = (percentage: number): number => -Math.log10(1 - percentage / 100);
  const deepest = depth(distribution.at(-1)?.percentage ?? 0) || 1;
  const place = (percentage: number): number => depth(percentage) / deepest;
  const shown = [50, 90, 99, 99.9, 99.99].filter((percentage) => place(percentage) <= 1);
  return {
    title: 'Latency below which each percentage of responses stays',
    unit: 'ms',
    lines: [{ name: 'all kinds', colour: 'first', values: distribution.map(({ ms }) => ms) }],
    places: distribution.map(({ percentage }) => place(percentage)),
    marks: shown.map((percentage) => ({ place: place(percentage), text: `${percentage} %` })),
    bound: { value, name: 'bound of p99' },
  };
}
