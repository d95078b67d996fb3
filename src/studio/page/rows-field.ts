import type { SampleRows } from '../engine/sample-rows.ts';
import { postBytes } from './ask.ts';
import { button, h, setText } from './dom.ts';
import type { PageStore } from './state.ts';

/** Rows of a CSV file or a workbook to leaf through: each sets the variables that its columns are called like. */
export function rowsField(store: PageStore): HTMLElement {
  let sample: SampleRows = { columns: [], rows: [] };
  let at = 0;
  const place = h('output', {});
  // Values of another label, or that were typed, are of no row.
  let shown: Readonly<Record<string, string>> | null = null;
  const show = (index: number): void => {
    const row = sample.rows[index];
    if (row === undefined) return;
    at = index;
    shown = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''));
    store.set({ variables: shown });
  };
  store.on(['variables'], ({ variables }) => {
    const { length } = sample.rows;
    setText(place, variables === shown ? `Row ${at + 1} of ${length}` : `${length} rows`);
  });
  const leaf = h(
    'div',
    { class: 'leaf', hidden: true },
    button('‹', () => show(at - 1), { 'aria-label': 'Row before' }),
    place,
    button('›', () => show(at + 1), { 'aria-label': 'Next row' }),
  );
  const file = h('input', {
    type: 'file',
    accept: '.csv,.tsv,.txt,.xlsx,text/csv',
    onchange: () => {
      const [chosen] = file.files ?? [];
      if (chosen === undefined) return;
      store.attempt(async () => {
        sample = await postBytes<SampleRows>('api/rows', chosen);
        store.set({ rows: sample.rows });
        leaf.hidden = sample.rows.length === 0;
        if (sample.rows.length === 0) store.say(`${chosen.name} has no rows below its headers`, true);
        show(0);
      });
    },
  });
  return h('div', { class: 'field' }, h('label', {}, h('span', {}, 'Sample rows (CSV, Excel)'), file), leaf);
}
