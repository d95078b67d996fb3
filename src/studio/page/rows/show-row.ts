import type { OpenTable, PageStore, StudioState } from '../state.ts';
import { valuesOfRow, valuesWithoutColumn } from './column-values.ts';

/** The values of a row, with those that no column gives. */
export function valuesWithRow({ variables, view }: StudioState, table: OpenTable, index: number) {
  const names = (view?.variables ?? []).map(({ name }) => name);
  return { ...valuesWithoutColumn(table, variables), ...valuesOfRow(table, index, names) };
}

/** Sets the variables to the values of a row. */
export function showRow(store: PageStore, index: number): void {
  const { table } = store.state;
  if (table?.rows[index] === undefined) return;
  store.set({ row: index, variables: valuesWithRow(store.state, table, index) });
}

/** Gives new variables of the label the values of the shown row. Once the user changes a value, no row is shown. */
export function followRow(store: PageStore): void {
  let known = '';
  store.on(['variables', 'view'], ({ table, row, variables, view }) => {
    if (table === null || row === null || view === null) return;
    const names = view.variables.map(({ name }) => name);
    const isKnown = JSON.stringify(names) === known;
    known = JSON.stringify(names);
    if (!isKnown) showRow(store, row);
    else {
      const values = Object.entries(valuesOfRow(table, row, names));
      if (values.some(([name, value]) => (variables[name] ?? '') !== value)) store.set({ row: null });
    }
  });
}
