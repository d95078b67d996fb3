import type { Fared } from '../measure.ts';
import { significant } from '../numbers.ts';
import { PARTS } from '../tally.ts';

/** HTML that needs no escaping: {@link html} escapes texts, and inserts other markup unchanged. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

/** A template whose values are text, unless they are markup. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + written(values[index - 1] as Value) + part));
}

function written(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A line of a plot. */
export interface Line {
  readonly name: string;
  /** The CSS class of its colour. */
  readonly colour: string;
  /** A value for each place along the plot; null for a gap. */
  readonly values: readonly (number | null)[];
}

export interface Plot {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly Line[];
  /** Places of the values along the plot, from 0 to 1. */
  readonly places: readonly number[];
  /** Marks below the plot, with their places from 0 to 1. */
  readonly marks: readonly { readonly place: number; readonly text: string }[];
  /** A line across, with its name. */
  readonly bound: { readonly value: number; readonly name: string } | null;
}

/** A plot that is as wide as its place: the lines stretch, the words do not. */
export function plot({ title, unit, lines, places, marks, bound }: Plot): Markup {
  const values = lines.flatMap((line) => line.values).filter((value) => value !== null);
  const top = roundTop(Math.max(...values, 0));
  const shownBound = bound !== null && bound.value <= top ? bound : null;
  const height = (value: number): string => (100 - (value / top) * 100).toFixed(2);
  return html`<figure>
<figcaption>${title} <span class="unit">${unit}</span>${legend(lines, shownBound)}</figcaption>
<div class="plot"><div class="scale"><span>${significant(top)}</span><span>${significant(top / 2)}</span><span>0</span></div>
<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="${title}">
<path class="grid" d="M0 0H100M0 50H100M0 100H100"/>
${shownBound === null ? '' : html`<path class="bound" d="M0 ${height(shownBound.value)}H100"/>`}
${lines.map((line) => html`<path class="line ${line.colour}" d="${path(line.values, places, height)}"/>`)}
</svg>
<div class="marks">${marks.map(mark)}</div></div>
</figure>`;
}

/** A mark, shifted to the left by the same share of its width as its place, so that none is cut off at an edge. */
function mark({ place, text }: Plot['marks'][number]): Markup {
  const percentage = (place * 100).toFixed(2);
  return html`<span style="left:${percentage}%;transform:translateX(-${percentage}%)">${text}</span>`;
}

function legend(lines: readonly Line[], bound: Plot['bound']): Markup {
  const keys = lines.map(
    ({ name, colour }) => html`<span class="key"><i class="${colour}"></i>${name}</span>`,
  );
  return html`<span class="legend">${keys}${bound === null ? '' : html`<span class="key"><i class="dashed"></i>${bound.name}</span>`}</span>`;
}

/** Points that are missing leave a gap; one between gaps is a dot. */
function path(values: Line['values'], places: readonly number[], height: (value: number) => string): string {
  return values
    .map((value, index) => {
      if (value === null) return '';
      const starts = index === 0 || values[index - 1] === null;
      const point = `${((places[index] as number) * 100).toFixed(2)} ${height(value)}`;
      return starts ? `M${point}L${point}` : `L${point}`;
    })
    .join('');
}

/** The next 1, 2 or 5 of some power of ten. */
function roundTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((step) => value <= step * power) ?? 10) * power;
}

/** The latency breakdown of answers, a bar for each row. */
export function stackedBars(rows: readonly (readonly [name: string, fared: Fared])[]): Markup {
  const totals = rows.map(([, fared]) =>
    PARTS.reduce((sum, part) => sum + (fared.parts_ms[part].mean ?? 0), 0),
  );
  const longest = Math.max(...totals, Number.MIN_VALUE);
  const bars = rows.map(([name, fared], index) => {
    let left = 0;
    const pieces = PARTS.map((part) => {
      const mean = fared.parts_ms[part].mean ?? 0;
      const [from, width] = [left, (mean / longest) * 100];
      left += width;
      return html`<rect class="part-${part}" x="${from.toFixed(2)}" width="${width.toFixed(2)}" height="1"><title>${part} ${significant(mean)} ms</title></rect>`;
    });
    return html`<div class="bar"><span>${name}</span>
<svg viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label="stages of ${name}">${pieces}</svg>
<span class="number">${significant(totals[index] as number)}</span></div>`;
  });
  const keys = PARTS.map((part) => html`<span class="key"><i class="part-${part}"></i>${part}</span>`);
  return html`<figure>
<figcaption>Where the time of an answer goes <span class="unit">ms, mean</span><span class="legend">${keys}</span></figcaption>
${bars}
</figure>`;
}
