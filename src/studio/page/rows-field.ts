import type { RowTable } from '../rows/row-table.ts';
import { postBytes } from './api-client.ts';
import { button, h, labelled, setText } from './dom.ts';
import { showRow } from './rows/show-row.ts';
import type { PageStore } from './state.ts';

/**
 * Opens rows of a file or the clipboard, and leafs through them: each row sets the variables named like its columns.
 */
export function rowsField(store: PageStore): HTMLElement {
  const open = (content: Blob, name: string): void =>
    store.attempt(async () => {
      const table = await postBytes<RowTable>('api/rows', content);
      if (table.rows.length === 0) throw new Error(`${name} has no rows below its headers`);
      store.set({ table: { ...table, name: name.replace(/\.\w+$/, '') }, row: null });
      showRow(store, 0);
    });
  const place = h('output', {});
  const before = button('‹', () => showRow(store, (store.state.row ?? 1) - 1), {
    'aria-label': 'Previous row',
  });
  const next = button('›', () => showRow(store, (store.state.row ?? -1) + 1), { 'aria-label': 'Next row' });
  const leaf = h('div', { class: 'leaf' }, before, place, next);
  store.on(['table', 'row'], ({ table, row }) => {
    leaf.hidden = table === null;
    const count = table?.rows.length ?? 0;
    setText(place, row === null ? `${count} rows` : `Row ${row + 1} of ${count}`);
  });
  const file = h('input', {
    type: 'file',
    accept: '.csv,.tsv,.txt,.json,.jsonl,.ndjson,.xlsx,text/csv',
    onchange: () => {
      const [chosen] = file.files ?? [];
      if (chosen !== undefined) open(chosen, chosen.name);
      // The same file can be chosen again.
      file.value = '';
    },
  });
  const text = h('textarea', { rows: 8, required: true, spellcheck: false });
  const dialog = h(
    'dialog',
    { 'aria-label': 'Paste rows' },
    h(
      'form',
      {
        onsubmit: (event) => {
          event.preventDefault();
          dialog.close();
          open(new Blob([text.value]), 'Pasted rows');
          text.value = '';
        },
      },
      h(
        'label',
        {},
        h('span', {}, 'Cells of a spreadsheet, CSV or JSON, with the names of the columns'),
        text,
      ),
      h('button', { type: 'submit', class: 'primary' }, 'Use rows'),
      button('Cancel', () => dialog.close()),
    ),
  );
  return h(
    'div',
    { class: 'field' },
    labelled('Rows (CSV, Excel, JSON)', file),
    button('Paste rows…', () => dialog.showModal()),
    leaf,
    dialog,
  );
}
