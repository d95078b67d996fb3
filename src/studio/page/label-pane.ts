import { MM_PER_INCH } from '../../units.ts';
import type { ShownElement, ShownFinding, TextRange } from '../engine/messages.ts';
import { differencesOf } from './difference.ts';
import { button, h, setText } from './dom.ts';
import type { Editor } from './editor.ts';
import { LabelFields, type SelectedField } from './label-fields.ts';
import { labelKeys } from './label-keys.ts';
import { LabelPointer } from './label-pointer.ts';
import { LabelView } from './label-view.ts';
import type { Colours, Outline } from './painting.ts';
import type { DrawnView, PageStore, StudioState } from './state.ts';
import { tracingControl } from './tracing-control.ts';

/** Names of printed elements for people. */
const KINDS: Readonly<Record<ShownElement['kind'], string>> = {
  text: 'Text',
  symbol: 'Symbol',
  box: 'Box',
  ellipse: 'Ellipse',
  diagonal: 'Diagonal',
  graphic: 'Picture',
  barcode: 'Barcode',
};
/** Characters of a field's data that are told. */
const DATA_MAX = 40;

/** The label, its controls, and what is selected on it. */
export function labelPane(store: PageStore, editor: Editor): HTMLElement {
  const view = new LabelView();
  const fields = new LabelFields(store, editor);
  new LabelPointer(view, fields);
  labelKeys(view, fields);
  store.on(['view', 'compares'], (state) => store.attempt(() => show(view, store, state)));
  store.on(['view', 'selected'], (state) => view.outline(outlinesOf(state, fields, view.colours())));
  const place = h('output', { class: 'place', 'aria-live': 'polite' });
  store.on(['selected', 'view'], ({ size }) => {
    const found = fields.selected();
    setText(place, found === null ? '' : placeOf(found, size.dpi));
  });
  const tools = view.toolbar();
  tools.append(comparison(store), tracingControl(view, store), pages(store));
  return h('section', { class: 'label', 'aria-label': 'Label' }, tools, view.canvas, place);
}

async function show(view: LabelView, store: PageStore, state: StudioState): Promise<void> {
  const { view: drawn, compares, size } = state;
  if (drawn === null) return;
  const images = compares ? await differencesOf(state, drawn) : drawn.images;
  // Redrawn meanwhile: that is what is shown.
  if (store.state.view === drawn && store.state.compares === compares) {
    view.show(images, drawn.width, drawn.height, size.dpi / MM_PER_INCH);
  }
}

/** Shows what has changed since the label was saved. */
function comparison(store: PageStore): HTMLElement {
  const control = button('Changes', () => store.set({ compares: !store.state.compares }), {
    title: 'What has come (green) and gone (red) since the label was saved',
  });
  store.on(['compares'], ({ compares }) => control.setAttribute('aria-pressed', String(compares)));
  return control;
}

/** Chooses the shown label, if the stream has several. */
function pages(store: PageStore): HTMLElement {
  const place = h('output', {});
  const go = (by: number): void => {
    const { shown, view } = store.state;
    const next = (shown === 'all' ? 0 : shown) + by;
    if (view !== null && next >= 0 && next < view.labelCount) store.set({ shown: next, selected: null });
  };
  const all = button('All', () =>
    store.set({ shown: store.state.shown === 'all' ? 0 : 'all', selected: null }),
  );
  const element = h(
    'span',
    { class: 'pages' },
    button('‹', () => go(-1), { 'aria-label': 'Label before' }),
    place,
    button('›', () => go(1), { 'aria-label': 'Next label' }),
    all,
  );
  store.on(['view', 'shown'], ({ view, shown }) => {
    element.hidden = (view?.labelCount ?? 0) < 2;
    all.setAttribute('aria-pressed', String(shown === 'all'));
    setText(place, view === null ? '' : pageOf(view, shown));
  });
  return element;
}

function pageOf({ labels, labelCount }: DrawnView, shown: StudioState['shown']): string {
  if (shown !== 'all') return `Label ${shown + 1} of ${labelCount}`;
  return labels.length < labelCount ? `The first ${labels.length} of ${labelCount}` : `${labelCount} labels`;
}

function outlinesOf(
  { view, selected }: StudioState,
  fields: LabelFields,
  colours: Colours,
): readonly Outline[] {
  if (view === null) return [];
  const found = view.findings.flatMap((finding) => findingOutlines(view, finding, colours));
  const chosen = selected === null ? [] : boxesIn(view, selected);
  const growing = fields.growing();
  return [
    ...found,
    ...chosen.map(({ label, box }) => {
      const handle = growing?.label === label && growing.box === box ? growing.corner : null;
      return { label, box, colour: colours.accent, isDashed: false, handle };
    }),
  ];
}

function findingOutlines(view: DrawnView, finding: ShownFinding, colours: Colours): readonly Outline[] {
  if (finding.severity === 'info') return [];
  const around = { start: finding.start, end: Math.max(finding.end, finding.start + 1) };
  return boxesIn(view, around).map((each) => ({
    ...each,
    colour: colours[finding.severity],
    isDashed: true,
    handle: null,
  }));
}

/** The boxes of elements that a range of the source overlaps. */
function boxesIn(view: DrawnView, { start, end }: TextRange): readonly Pick<Outline, 'label' | 'box'>[] {
  return view.labels.flatMap(({ elements }, label) =>
    elements.flatMap(({ box, ...range }) =>
      box !== null && range.start < end && start < range.end ? [{ label, box }] : [],
    ),
  );
}

/** The selected element in words, with its position. */
function placeOf({ element: { kind, box }, field }: SelectedField, dpi: number): string {
  const data = field.commands.find(({ name }) => name === '^FD' || name === '^FV')?.params.trim() ?? '';
  const what = [KINDS[kind], data.slice(0, DATA_MAX)].filter(Boolean).join(' ');
  if (box === null) return `${what} · no dots on the label`;
  const { x, y, width, height } = box;
  const mm = (dots: number): string => ((dots / dpi) * MM_PER_INCH).toFixed(1);
  return `${what} · x ${x} y ${y} · ${width} × ${height} dots (${mm(x)}, ${mm(y)} · ${mm(width)} × ${mm(height)} mm)`;
}
