import type { Fared } from '../measured.ts';
import { significant } from '../numbers.ts';
import { PARTS } from '../parts.ts';
import { html, type Markup } from './markup.ts';

/** Where the time of answers went, a bar for each row. */
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
