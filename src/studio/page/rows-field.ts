import type { SampleRows } from '../sample-rows.ts';
import { postBytes } from './ask.ts';
import { button, h } from './dom.ts';
import type { Store } from './state.ts';

/** Rows of a CSV file to leaf through: each sets the variables that its columns are called like. */
export function rowsField(store: Store): HTMLElement {
  let sample: SampleRows = { columns: [], rows: [] };
  let at = 0;
  const place = h('output', {});
  const show = (index: number): void => {
    const row = sample.rows[index];
    if (row === undefined) return;
    at = index;
    place.textContent = `Row ${index + 1} of ${sample.rows.length}`;
    const filled = Object.entries(row).filter(([, value]) => value !== '');
    store.set({ variables: Object.fromEntries(filled) });
  };
  const leaf = h(
    'div',
    { class: 'leaf', hidden: true },
    button('‹', () => show(at - 1), { 'aria-label': 'Row before' }),
    place,
    button('›', () => show(at + 1), { 'aria-label': 'Next row' }),
  );
  const file = h('input', {
    type: 'file',
    accept: '.csv,.tsv,.txt,text/csv',
    onchange: () => {
      const [chosen] = file.files ?? [];
      if (chosen === undefined) return;
      store.attempt(async () => {
        sample = await postBytes<SampleRows>('/api/rows', chosen);
        leaf.hidden = sample.rows.length === 0;
        if (sample.rows.length === 0) store.say(`${chosen.name} has no rows below its headers`, true);
        show(0);
      });
    },
  });
  return h('div', { class: 'field' }, h('label', {}, h('span', {}, 'Sample rows (CSV)'), file), leaf);
}
