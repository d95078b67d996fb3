import { button, download, h, setText } from '../dom.ts';
import { menu } from '../menu.ts';
import { counted } from '../readable.ts';
import type { PageStore, StudioState } from '../state.ts';
import { TableCheck } from './check-table.ts';
import { filledVariables } from './column-values.ts';
import { describeRows, fileOfRows } from './make-file.ts';
import { rowGrid } from './row-grid.ts';
import { followRow } from './show-row.ts';

/** The table of rows below the label. */
export interface RowsPanel {
  readonly element: HTMLElement;
  readonly check: TableCheck;
}

/**
 * A table of rows: the failures of each, the variables without a column, and files of all rows.
 *
 * @param print opens the dialog that prints rows
 */
export function rowsPanel(store: PageStore, print: () => void): RowsPanel {
  const check = new TableCheck(store);
  const grid = rowGrid(store);
  const title = h('h2', {});
  const status = h('output', { 'aria-live': 'polite' });
  const progress = h('progress', { 'aria-label': 'Rows that are checked' });
  const columns = h('p', { class: 'hint' });
  const reason = h('p', { class: 'failure', 'aria-live': 'polite' });
  const onlyFailing = button(
    'Failing only',
    () => {
      const isOn = onlyFailing.getAttribute('aria-pressed') === 'true';
      onlyFailing.setAttribute('aria-pressed', String(!isOn));
      grid.showOnlyFailing(!isOn);
    },
    { 'aria-pressed': 'false' },
  );
  const before = button('‹ Failing', () => grid.goToFailing(-1), {
    title: 'The previous row that fails (Shift+F8)',
  });
  const next = button('Failing ›', () => grid.goToFailing(1), { title: 'The next row that fails (F8)' });
  /** Ends the file that is being made. */
  let making: AbortController | null = null;
  const stop = button('Stop', () => {
    if (making === null) check.stop();
    else making.abort();
  });
  const again = button('Check', () => void check.start(), { title: 'Check all rows' });

  const downloadAs = async (format: 'zpl' | 'pdf'): Promise<void> => {
    await check.finished();
    const { table, checks, picked } = store.state;
    if (table === null) return;
    const wanted = picked.size > 1 ? [...picked].toSorted((a, b) => a - b) : [...table.rows.keys()];
    const good = wanted.filter((index) => checks?.failed.has(index) !== true);
    const bad = wanted.filter((index) => checks?.failed.has(index) === true);
    if (good.length === 0) throw new Error('All of these rows fail, so there is nothing to make');
    const question = `${counted(bad.length, 'row')} of ${wanted.length} cannot be printed (${describeRows(bad)}). Make a file of the rest?`;
    if (bad.length > 0 && !confirm(question)) return;
    making = new AbortController();
    const { signal } = making;
    stop.hidden = false;
    try {
      const made = await fileOfRows(store, table, good, format, {
        signal,
        onRows: (rows) => setText(status, `${rows} of ${good.length} rows are made`),
      });
      const missing = [...bad, ...made.failed].toSorted((a, b) => a - b);
      const name = `${table.name}.${format}`;
      download(made.file, name);
      const count = `${name} has ${counted(good.length - made.failed.length, 'row')}`;
      store.say(missing.length === 0 ? count : `${count}, and lacks ${describeRows(missing)}`);
    } catch (error) {
      if (!signal.aborted) throw error;
      store.say('No file was made');
    } finally {
      making = null;
      show(store.state);
    }
  };
  const item = (words: string, format: 'zpl' | 'pdf') => ({
    words,
    title: 'Of the chosen rows, or of all rows',
    work: () => store.attempt(() => downloadAs(format)),
  });
  const files = menu('Rows as', [item('PDF', 'pdf'), item('ZPL', 'zpl')]);
  const element = h(
    'section',
    { class: 'table', 'aria-label': 'Table of rows', hidden: true },
    h(
      'div',
      { class: 'tools' },
      title,
      ...(store.state.checksRows ? [status, progress, stop, again, onlyFailing, before, next, files] : []),
      ...(store.state.canSave ? [button('Print rows…', print)] : []),
      button('Close', () => store.set({ table: null, row: null }), { 'aria-label': 'Close the table' }),
    ),
    columns,
    reason,
    grid.element,
  );
  const show = (state: StudioState): void => {
    const { table, checks, picked, row } = state;
    element.hidden = table === null;
    if (table === null) return;
    const { length } = table.rows;
    const chosen = picked.size > 1 ? `, ${picked.size} chosen` : '';
    setText(title, `${table.name} · ${counted(length, 'row')}${chosen}`);
    const isRunning = checks?.phase === 'running';
    const count = checks?.failed.size ?? 0;
    if (making === null) setText(status, statusOf(state));
    progress.hidden = !isRunning;
    progress.max = length;
    progress.value = checks?.done ?? 0;
    stop.hidden = !isRunning && making === null;
    again.hidden = isRunning || checks?.phase === 'done';
    for (const each of [before, next]) each.disabled = count === 0;
    const failure = row === null ? undefined : checks?.failed.get(row);
    setText(reason, failure === undefined || row === null ? '' : `Row ${row + 1}: ${failure}`);
  };
  store.on(['table', 'checks', 'picked', 'row'], show);
  store.on(['table', 'view'], (state) => setText(columns, describeColumns(state)));
  followRow(store);
  addEventListener('keydown', (event) => {
    if (event.key !== 'F8' || store.state.table === null) return;
    event.preventDefault();
    grid.goToFailing(event.shiftKey ? -1 : 1);
  });
  return { element, check };
}

function statusOf({ table, checks }: StudioState): string {
  if (checks === null || table === null) return '';
  const { phase, done, failed } = checks;
  const fail = `${failed.size} ${failed.size === 1 ? 'fails' : 'fail'}`;
  if (phase === 'running') return `${done} checked, ${fail}`;
  return phase === 'stale' ? `${fail}; not all are checked` : failed.size === 0 ? 'All can be printed' : fail;
}

/** A message about variables without a column, and columns without a variable. */
function describeColumns({ table, view }: StudioState): string {
  if (table === null || view === null) return '';
  const names = view.variables.filter(({ kind }) => kind === 'variable').map(({ name }) => name);
  const filled = filledVariables(table.columns, names);
  const places = new Set(filled.values());
  const empty = names.filter((name) => !filled.has(name)).map((name) => `{${name}}`);
  const unused = table.columns.filter((_, at) => !places.has(at)).map((name) => name.trim());
  return [
    ...(empty.length === 0
      ? []
      : [`No column is called ${empty.join(', ')}: all rows have the value under Variables.`]),
    ...(unused.length === 0 ? [] : [`The label does not use ${listed(unused)}.`]),
  ].join(' ');
}

/** The most names that a message lists; the rest are counted. */
const NAMES_MAX = 8;

function listed(names: readonly string[]): string {
  const more = names.length - NAMES_MAX;
  return names.slice(0, NAMES_MAX).join(', ') + (more > 0 ? ` and ${more} more columns` : '');
}
