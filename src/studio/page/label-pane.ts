import type { Rectangle } from '../../bitmap/box.ts';
import { MM_PER_INCH, mmOf } from '../../units.ts';
import type { ShownElement, ShownFinding, TextRange } from '../engine/messages.ts';
import { pastePictures } from './chosen-picture.ts';
import { differenceOf } from './difference.ts';
import { button, h, setText } from './dom.ts';
import type { DrawnField } from './drawn-fields.ts';
import type { FieldActions } from './field-actions.ts';
import type { Point } from './geometry.ts';
import { insertTools } from './insert-tools.ts';
import { labelClipboard } from './label-clipboard.ts';
import type { LabelFields } from './label-fields.ts';
import { labelKeys } from './label-keys.ts';
import { labelPages } from './label-pages.ts';
import { LabelPointer } from './label-pointer.ts';
import { LabelView } from './label-view.ts';
import type { Colours, Outline } from './painting.ts';
import { PictureForm } from './picture-form.ts';
import { printerControl } from './printer-control.ts';
import { type PageStore, type StudioState, selectedRanges, showsLabel } from './state.ts';
import { TextInPlace } from './text-in-place.ts';
import { tracingControl } from './tracing-control.ts';

/** The names of printed elements. */
const KINDS: Readonly<Record<ShownElement['kind'], string>> = {
  text: 'Text',
  symbol: 'Symbol',
  box: 'Box',
  ellipse: 'Ellipse',
  diagonal: 'Diagonal',
  graphic: 'Picture',
  barcode: 'Barcode',
};
/** The most characters of a field's data that are shown. */
const DATA_MAX = 40;

/** The label, its controls, and the description of its selection. */
export function labelPane(store: PageStore, fields: LabelFields, actions: FieldActions): HTMLElement {
  const view = new LabelView();
  const text = new TextInPlace(store, view, fields, actions);
  const parts = { store, view, fields, actions, text };
  let shown: (Pick<StudioState, 'compares'> & { readonly drawing?: number | undefined }) | null = null;
  store.on(['view', 'compares'], (state) => {
    const { compares } = state;
    const drawing = state.view?.drawing;
    if (shown?.drawing === drawing && shown?.compares === compares) return;
    shown = { drawing, compares };
    store.attempt(() => show(view, store, state));
  });
  store.on(['view', 'selected'], (state) => view.outline(outlinesOf(state, fields, view.colours())));
  const place = h('output', { class: 'place', 'aria-live': 'polite' });
  const showSelected = ({ size }: StudioState): void => {
    const found = fields.allSelected();
    const [only] = found;
    const several = `${found.length} fields · they move, turn and are removed together`;
    setText(place, only === undefined ? '' : found.length > 1 ? several : placeOf(only, size.dpi));
  };
  store.on(['selected', 'view'], showSelected);
  const showPlace = (at: Point | null): void => {
    const [only, another] = fields.allSelected();
    if (at === null || only === undefined) return showSelected(store.state);
    const { dpi } = store.state.size;
    const what = another === undefined ? nameOf(only) : 'Fields';
    setText(place, `${what} · x ${at.x} y ${at.y} (${shownMm(at.x, dpi)}, ${shownMm(at.y, dpi)} mm)`);
  };
  new LabelPointer({ ...parts, showPlace });
  labelKeys(parts);
  pastePictures(store);
  labelClipboard(view.canvas, actions);
  const tools = view.toolbar();
  tools.append(comparison(store), tracingControl(view, store));
  if (store.state.canSave) tools.append(printerControl(view, store));
  const { grid, controls } = labelPages(store, fields, view.canvas);
  tools.append(controls);
  const edit = insertTools(store, fields, actions, view.canvas);
  edit.append(new PictureForm(parts).element);
  const pane = h('section', { class: 'label', 'aria-label': 'Label' }, edit, tools, view.canvas, grid, place);
  store.on(['isDrawing'], ({ isDrawing }) => view.canvas.setAttribute('aria-busy', String(isDrawing)));
  store.on(['shown'], ({ shown }) => pane.classList.toggle('overview', shown === 'all'));
  store.on(['view', 'shown'], (state) =>
    pane.classList.toggle('awaited', state.view !== null && !showsLabel(state)),
  );
  return pane;
}

async function show(view: LabelView, store: PageStore, state: StudioState): Promise<void> {
  const { view: drawn, compares, size } = state;
  if (drawn === null) return;
  const image = compares ? await differenceOf(state, drawn) : drawn.image;
  // If the label was redrawn in the meantime, the newer picture is shown.
  if (store.state.view?.drawing === drawn.drawing && store.state.compares === compares) {
    view.show(image, drawn.width, drawn.height, size.dpi / MM_PER_INCH);
  }
}

/** A button that shows the changes since the label was saved. */
function comparison(store: PageStore): HTMLElement {
  const control = button('Changes', () => store.set({ compares: !store.state.compares }), {
    title: 'Shows what was added (green) and removed (red) since the label was saved',
  });
  store.on(['compares'], ({ compares }) => control.setAttribute('aria-pressed', String(compares)));
  return control;
}

function outlinesOf(
  { view, selected }: StudioState,
  fields: LabelFields,
  colours: Colours,
): readonly Outline[] {
  if (view === null) return [];
  const found = fields.drawn.findings.flatMap((finding) =>
    findingOutlines(fields.drawn.elements, finding, colours),
  );
  const chosen = selectedRanges(selected).flatMap((range) => boxesIn(fields.drawn.elements, range));
  const growing = fields.growing();
  return [
    ...found,
    ...chosen.map((box) => {
      const handle = growing?.box === box ? growing.corner : null;
      return { box, colour: colours.accent, isDashed: false, handle };
    }),
  ];
}

function findingOutlines(
  elements: readonly ShownElement[],
  finding: ShownFinding,
  colours: Colours,
): readonly Outline[] {
  if (finding.severity === 'info') return [];
  const around = { start: finding.start, end: Math.max(finding.end, finding.start + 1) };
  const colour = colours[finding.severity];
  return boxesIn(elements, around).map((box) => ({ box, colour, isDashed: true, handle: null }));
}

/** The boxes of elements that a range of the source overlaps. */
function boxesIn(elements: readonly ShownElement[], { start, end }: TextRange): readonly Rectangle[] {
  return elements.flatMap(({ box, ...range }) =>
    box !== null && range.start < end && start < range.end ? [box] : [],
  );
}

/** The kind of a selected element, and the beginning of its data. */
function nameOf({ element: { kind }, field }: DrawnField): string {
  const data = field.commands.find(({ name }) => name === '^FD' || name === '^FV')?.params.trim() ?? '';
  return [KINDS[kind], data.slice(0, DATA_MAX)].filter(Boolean).join(' ');
}

/** The selected element in words, with its position. */
function placeOf(found: DrawnField, dpi: number): string {
  const { box } = found.element;
  const what = nameOf(found);
  if (box === null) return `${what} · no dots on the label`;
  const { x, y, width, height } = box;
  const mm = (dots: number): string => shownMm(dots, dpi);
  return `${what} · x ${x} y ${y} · ${width} × ${height} dots (${mm(x)}, ${mm(y)} · ${mm(width)} × ${mm(height)} mm)`;
}

function shownMm(dots: number, dpi: number): string {
  return mmOf(dots, dpi).toFixed(1);
}
