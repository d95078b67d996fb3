import { button, h, setText } from './dom.ts';
import type { LabelFields } from './label-fields.ts';
import { labelGrid } from './label-grid.ts';
import type { PageStore } from './state.ts';

/** Chooses the shown label of a stream with several: the previous or next, by number (J), or in a grid of all. */
export function labelPages(
  store: PageStore,
  fields: LabelFields,
  canvas: HTMLCanvasElement,
): { readonly grid: HTMLElement; readonly controls: HTMLElement } {
  /** The label whose source is shown once it is drawn. */
  let opening: number | null = null;
  const show = (index: number): void => store.set({ shown: index, selected: null });
  const grid = labelGrid(store, (index) => {
    opening = index;
    show(index);
  });
  const countOf = (): number => store.state.view?.labelCount ?? 0;
  const indexNow = (): number => (store.state.shown === 'all' ? grid.current : store.state.shown);
  const go = (index: number, hasFocus: boolean): void => {
    if (index < 0 || index >= countOf()) return;
    if (store.state.shown === 'all') grid.reveal(index, hasFocus);
    else if (index !== store.state.shown) show(index);
    number.value = String(index + 1);
  };
  const number = h('input', {
    type: 'number',
    min: 1,
    'aria-label': 'Number of the label',
    title: 'Jump to a label (J)',
    onchange: () => go(number.valueAsNumber - 1, false),
  });
  const count = h('output', {});
  const toggle = (): void => {
    const index = indexNow();
    if (store.state.shown === 'all') {
      show(index);
      canvas.focus();
    } else {
      store.set({ shown: 'all', selected: null });
      grid.reveal(index, true);
    }
  };
  const all = button('All', toggle, { title: 'All labels, small' });
  const form = h(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        go(number.valueAsNumber - 1, true);
      },
    },
    'Label ',
    number,
    count,
  );
  const controls = h(
    'span',
    { class: 'pages' },
    button('‹', () => go(indexNow() - 1, false), { 'aria-label': 'Previous label' }),
    form,
    button('›', () => go(indexNow() + 1, false), { 'aria-label': 'Next label' }),
    all,
  );
  const jump = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'j' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (controls.hidden) return;
    number.focus();
    number.select();
    event.preventDefault();
  };
  for (const element of [canvas, grid.element]) element.addEventListener('keydown', jump);
  grid.element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') toggle();
  });
  grid.element.addEventListener('focusin', () => (number.value = String(grid.current + 1)));
  store.on(['view', 'shown'], ({ view, shown }) => {
    const labelCount = countOf();
    controls.hidden = labelCount < 2 && shown !== 'all';
    all.setAttribute('aria-pressed', String(shown === 'all'));
    number.max = String(labelCount);
    // A number that is being typed is not overwritten.
    if (document.activeElement !== number) number.value = String(indexNow() + 1);
    setText(count, ` of ${labelCount}`);
    if (view === null || view.first !== opening || shown !== opening) return;
    opening = null;
    fields.goToLabel();
  });
  // A picture is placed on one label.
  store.on(['picture'], ({ picture, shown }) => {
    if (picture !== null && shown === 'all') show(grid.current);
  });
  return { grid: grid.element, controls };
}
