import { VERDICTS } from '../advice.ts';
import { percent, significant } from '../numbers.ts';
import type { LoadReport } from '../report.ts';
import { answerRows, headline, milliseconds, rowsOf } from '../report-text.ts';
import { PARTS } from '../tally.ts';
import { html, Markup, type Plot, plot, stackedBars } from './plot.ts';

/** A report as a page of its own: it needs no other file, no script and no network. */
export function reportPage(report: LoadReport): string {
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
<h2>Bottleneck</h2>
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

function stepsTable(steps: LoadReport['steps']): Markup {
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

/** Members that plots over time share. */
function overTime({ series }: LoadReport): Pick<Plot, 'places' | 'marks'> {
  const seconds = series.at(-1)?.seconds ?? 0;
  return {
    places: series.map((point) => point.seconds / seconds),
    marks: [0, 0.5, 1].map((place) => ({ place, text: `${significant(seconds * place)} s` })),
  };
}

function ratePlot(report: LoadReport): Plot {
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

function timePlot(report: LoadReport): Plot {
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
function distributionPlot({ distribution, p99_bound_ms: value }: LoadReport): Plot {
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

/** Styles of the page, for bright and dark surroundings, narrow and wide windows. */
const STYLE = new Markup(`
:root { color-scheme: light dark; --ground: #fff; --ink: #1b1f24; --faint: #59636e; --rule: #d8dee4; --first: #0b62c4;
  --second: #b3400f; --wait: #8a8f98; --auth: #b8860b; --limit: #7d5a00; --queue: #b3400f; --render: #0b62c4;
  --encode: #2a8a4a; --rest: #8a63b8; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14181d; --ink: #e6e9ed; --faint: #9aa4af; --rule: #343b44; --first: #62a8f5; --second: #f08a5d;
    --wait: #9097a1; --auth: #e2b340; --limit: #a8842c; --queue: #f08a5d; --render: #62a8f5; --encode: #5fbf80;
    --rest: #b795e0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1rem; background: var(--ground); color: var(--ink);
  font: 15px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.35rem; margin: 0 0 .25rem; } h2 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
p { margin: .25rem 0; } .faint, .unit { color: var(--faint); font-weight: normal; overflow-wrap: anywhere; }
ul { margin: .25rem 0; padding-left: 1.2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem .25rem 0; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th { color: var(--faint); font-weight: normal; } th:first-child, td:first-child { text-align: left; }
td.words { text-align: left; white-space: normal; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.25rem 2rem; }
figure { margin: 0; min-width: 0; } figcaption { font-weight: 600; margin-bottom: .4rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0 .9rem; font-weight: normal; font-size: .85rem; color: var(--faint); }
.key i { display: inline-block; width: .9em; height: .55em; margin-right: .35em; }
.key .dashed { height: 0; border-top: 2px dashed var(--faint); vertical-align: middle; }
.plot { display: grid; grid-template-columns: auto 1fr; column-gap: .5rem; }
.plot svg { width: 100%; height: 11rem; overflow: visible; }
.scale { display: flex; flex-direction: column; justify-content: space-between; text-align: right; margin: -.65em 0; }
.scale, .marks { font-size: .8rem; color: var(--faint); font-variant-numeric: tabular-nums; }
.marks { grid-column: 2; position: relative; height: 1.5em; }
.marks span { position: absolute; white-space: nowrap; }
path { fill: none; vector-effect: non-scaling-stroke; } .grid { stroke: var(--rule); }
.line { stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; }
.bound { stroke: var(--faint); stroke-dasharray: 5 4; }
.line.first { stroke: var(--first); } i.first { background: var(--first); }
.line.second { stroke: var(--second); } i.second { background: var(--second); }
.bar { display: grid; grid-template-columns: 3.2rem 1fr 3.2rem; align-items: center; gap: .5rem; margin: .3rem 0; }
.bar svg { width: 100%; height: 1.35rem; } .bar .number { font-variant-numeric: tabular-nums; }
${PARTS.map((part) => `.part-${part} { fill: var(--${part}); background: var(--${part}); }`).join('\n')}
`);
