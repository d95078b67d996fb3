import { h, replaceOthers } from '../dom.ts';
import type { OpenTable, PageStore, RowChecks, StudioState } from '../state.ts';
import { filledVariables } from './column-values.ts';
import { showRow } from './show-row.ts';

/** The height of a row, in pixels of the page. */
const ROW_PX = 26;
/** Rows that are made above and below the visible ones. */
const MARGIN = 6;
/** Columns that are shown: a label takes fewer values. */
const COLUMNS_MAX = 60;

/** The list of rows, with elements for the visible ones only. */
export interface RowGrid {
  readonly element: HTMLElement;
  /** Shows the next failing row after the shown one, or before it; at an end, it continues from the other end. */
  goToFailing(direction: 1 | -1): void;
  showOnlyFailing(only: boolean): void;
}

/** A grid of rows with the failures of each. A click or an arrow key shows a row's label; Shift chooses several. */
export function rowGrid(store: PageStore): RowGrid {
  let onlyFailing = false;
  /** Indexes of the listed rows, in their order; null until they are computed again. */
  let found: readonly number[] | null = null;
  /** The row from which Shift chooses further ones. */
  let anchor = 0;
  const header = h('div', { role: 'row', class: 'head', 'aria-rowindex': 1 });
  const shown = h('div', { role: 'rowgroup', class: 'shown' });
  const height = h('div', { role: 'presentation', class: 'height' }, shown);
  const grid = h(
    'div',
    { role: 'grid', class: 'row-grid', tabindex: 0, 'aria-label': 'Rows', 'aria-multiselectable': 'true' },
    h('div', { role: 'rowgroup', class: 'heads' }, header),
    height,
  );
  grid.style.setProperty('--row', `${ROW_PX}px`);

  const list = (): readonly number[] => {
    const { table, checks } = store.state;
    found ??= onlyFailing ? failingIn(checks) : Array.from(table?.rows.keys() ?? []);
    return found;
  };
  /** The rows with elements. A row whose content stays keeps its element, so that no click on it is lost. */
  let made: readonly MadeRow[] = [];
  let frame = 0;
  const draw = (): void => {
    frame = 0;
    const { state } = store;
    const { table } = state;
    if (table === null || grid.clientHeight === 0) return;
    const listed = list();
    height.style.height = `${listed.length * ROW_PX}px`;
    const first = Math.max(0, Math.floor(grid.scrollTop / ROW_PX) - MARGIN);
    const last = Math.ceil((grid.scrollTop + grid.clientHeight) / ROW_PX) + MARGIN;
    shown.style.transform = `translateY(${first * ROW_PX}px)`;
    made = listed.slice(first, last).map((index) => {
      const row = rowOf(state, table, index);
      return made.find((each) => isSame(each, row)) ?? { ...row, element: rowElement(row) };
    });
    replaceOthers(
      shown,
      made.map(({ element }) => element),
    );
    const { row } = state;
    if (row !== null && made.some(({ index }) => index === row))
      grid.setAttribute('aria-activedescendant', idOf(row));
    else grid.removeAttribute('aria-activedescendant');
  };
  /** Draws once before the browser's next frame, however often it is called. */
  const redraw = (): void => {
    frame ||= requestAnimationFrame(draw);
  };
  const intoSight = (at: number): void => {
    const top = at * ROW_PX;
    const room = grid.clientHeight - 2 * ROW_PX;
    if (top < grid.scrollTop) grid.scrollTop = top;
    else if (top > grid.scrollTop + room) grid.scrollTop = top - room;
  };
  /** @param chooses whether the rows from the anchor to this one are chosen */
  const goTo = (at: number, chooses: boolean): void => {
    const listed = list();
    const index = listed[at];
    if (index === undefined) return;
    const from = chooses ? Math.max(0, listed.indexOf(anchor)) : at;
    if (!chooses) anchor = index;
    const picked = chooses ? listed.slice(Math.min(from, at), Math.max(from, at) + 1) : [];
    store.set({ picked: new Set(picked) });
    showRow(store, index);
    intoSight(at);
  };
  const place = (): number => list().indexOf(store.state.row ?? -1);

  grid.addEventListener('scroll', redraw);
  new ResizeObserver(redraw).observe(grid);
  grid.addEventListener('click', (event) => {
    const clicked = (event.target as Element).closest<HTMLElement>('[data-row]');
    if (clicked !== null) goTo(list().indexOf(Number(clicked.dataset['row'])), event.shiftKey);
  });
  grid.addEventListener('keydown', (event) => {
    const page = Math.max(1, Math.floor(grid.clientHeight / ROW_PX) - 2);
    const last = list().length - 1;
    const at = place();
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: Math.max(0, at - 1),
      PageDown: at + page,
      PageUp: Math.max(0, at - page),
      Home: 0,
      End: last,
    };
    const to = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (to !== undefined) goTo(Math.min(to, last), event.shiftKey);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) store.set({ picked: new Set(list()) });
    else if (event.key === 'Escape') store.set({ picked: new Set() });
    else return;
    event.preventDefault();
  });
  store.on(['table', 'view'], ({ table, view, checksRows }) => {
    if (table === null) return;
    const filled = new Set(
      filledVariables(
        table.columns,
        (view?.variables ?? []).map(({ name }) => name),
      ).values(),
    );
    const columns = table.columns.slice(0, COLUMNS_MAX);
    grid.style.setProperty('--data-columns', String(columns.length));
    grid.classList.toggle('checked', checksRows);
    header.replaceChildren(
      h('span', { role: 'columnheader' }, 'Row'),
      ...(checksRows ? [h('span', { role: 'columnheader' }, 'Fault')] : []),
      ...columns.map((name, at) =>
        h('span', { role: 'columnheader', class: filled.has(at) ? undefined : 'unused' }, name),
      ),
    );
  });
  store.on(['table', 'checks'], ({ table }) => {
    found = null;
    grid.setAttribute('aria-rowcount', String((table?.rows.length ?? 0) + 1));
    redraw();
  });
  store.on(['row', 'picked'], redraw);
  return {
    element: grid,
    goToFailing(direction) {
      const { row, checks } = store.state;
      const failing = failingIn(checks);
      const next =
        direction > 0
          ? (failing.find((index) => index > (row ?? -1)) ?? failing[0])
          : (failing.findLast((index) => index < (row ?? Number.POSITIVE_INFINITY)) ?? failing.at(-1));
      if (next !== undefined) goTo(list().indexOf(next), false);
    },
    showOnlyFailing(only) {
      onlyFailing = only;
      found = null;
      redraw();
      intoSight(Math.max(0, place()));
    },
  };
}

/** Indexes of the rows that fail, in their order. */
export function failingIn(checks: RowChecks | null): readonly number[] {
  return [...(checks?.failed.keys() ?? [])].toSorted((a, b) => a - b);
}

function idOf(index: number): string {
  return `row-${index}`;
}

/** A row as it is shown. */
interface ShownRow {
  readonly table: OpenTable;
  readonly index: number;
  /** The reason why the row fails, or empty; null if rows are not checked. */
  readonly reason: string | null;
  readonly isPicked: boolean;
  readonly isCurrent: boolean;
}

interface MadeRow extends ShownRow {
  readonly element: HTMLElement;
}

function rowOf({ checks, picked, row, checksRows }: StudioState, table: OpenTable, index: number): ShownRow {
  const reason = checksRows ? (checks?.failed.get(index) ?? '') : null;
  return { table, index, reason, isPicked: picked.has(index), isCurrent: index === row };
}

function isSame(a: ShownRow, b: ShownRow): boolean {
  return (
    a.table === b.table &&
    a.index === b.index &&
    a.reason === b.reason &&
    a.isPicked === b.isPicked &&
    a.isCurrent === b.isCurrent
  );
}

function rowElement({ table, index, reason, isPicked, isCurrent }: ShownRow): HTMLElement {
  const cells = (table.rows[index] ?? []).slice(0, COLUMNS_MAX);
  return h(
    'div',
    {
      role: 'row',
      id: idOf(index),
      'data-row': index,
      'aria-rowindex': index + 2,
      'aria-selected': String(isPicked),
      class: isCurrent ? 'current' : undefined,
    },
    h('span', { role: 'rowheader' }, String(index + 1)),
    ...(reason === null
      ? []
      : [h('span', { role: 'gridcell', class: 'reason', title: reason || undefined }, reason)]),
    ...cells.map((value) =>
      value === null
        ? h('span', { role: 'gridcell', class: 'lacking' }, 'none')
        : h('span', { role: 'gridcell' }, value),
    ),
  );
}
