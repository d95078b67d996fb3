import { SHAPES } from './edit/new-fields.ts';
import type { FieldActions } from './field-actions.ts';
import { arrowDistance, type Point } from './geometry.ts';
import type { LabelFields } from './label-fields.ts';
import type { LabelView } from './label-view.ts';
import type { PageStore } from './state.ts';
import type { TextInPlace } from './text-in-place.ts';

/** Pixels by which a key moves all of the label, for a dot by which it would move a field. */
const PAN = 20;

/** The parts of the label that keys act on. */
export interface KeyedParts {
  readonly store: PageStore;
  readonly view: LabelView;
  readonly fields: LabelFields;
  readonly actions: FieldActions;
  readonly text: TextInPlace;
}

/** Gives the keyboard everything on the label that the pointer can do. */
export function labelKeys(parts: KeyedParts): void {
  const { view, fields } = parts;
  let isLeaving = false;
  view.canvas.addEventListener('focus', () => (isLeaving = false));
  view.canvas.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') {
      // Several fields stay selected for commands outside the label.
      const stays = !isLeaving && fields.selectedFields().length < 2;
      if (stays && fields.selectNext(event.shiftKey ? -1 : 1)) event.preventDefault();
      return;
    }
    // From here on Tab leaves the label, however many fields it has.
    isLeaving = event.key === 'Escape';
    if (pressed(event, parts)) event.preventDefault();
  });
}

/** Performs the action of a key. Returns false for a key without one. */
function pressed(event: KeyboardEvent, parts: KeyedParts): boolean {
  const { view, fields } = parts;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    const done = CONTROL_KEYS[key];
    done?.(parts, event.shiftKey);
    return done !== undefined;
  }
  const distance = arrowDistance(event);
  if (distance !== null) return arrow(event, distance, view, fields);
  const done = event.altKey ? undefined : KEYS[key];
  done?.(parts, event.shiftKey);
  return done !== undefined;
}

function arrow({ altKey }: KeyboardEvent, by: Point, view: LabelView, fields: LabelFields): boolean {
  // A new field is moved before it is drawn.
  const isSelected = fields.selectedFields().length > 0;
  if (altKey) {
    if (isSelected) fields.grow(view.turnedWay(by));
    // Without a field the browser goes back with it.
    return isSelected;
  }
  if (isSelected) fields.move(view.turnedWay(by));
  else view.pan({ x: -by.x * PAN, y: -by.y * PAN });
  return true;
}

type Work = (parts: KeyedParts, isShifted: boolean) => void;

const CONTROL_KEYS: Readonly<Record<string, Work>> = {
  z: ({ fields }, isShifted) => fields.undo(isShifted),
  y: ({ fields }) => fields.undo(true),
  a: ({ fields }) => fields.selectIn(null),
  d: ({ actions }) => actions.duplicate(),
};

/** Letters that add a field, by the id of its kind. */
const ADDED: Readonly<Record<string, string>> = { t: 'text', b: 'block', x: 'box', l: 'line', o: 'circle' };

const KEYS: Readonly<Record<string, Work>> = {
  Enter: ({ store, fields, actions }) => {
    const { placing } = store.state;
    if (placing === null) fields.goToSource();
    else actions.add(placing);
  },
  Escape: ({ store, fields }) => {
    if (store.state.placing === null) fields.deselect();
    else store.set({ placing: null });
  },
  Delete: ({ actions }) => actions.remove(),
  Backspace: ({ actions }) => actions.remove(),
  F2: ({ text }) => text.open(),
  '+': ({ view }) => view.zoom(1.25),
  '=': ({ view }) => view.zoom(1.25),
  '-': ({ view }) => view.zoom(0.8),
  '0': ({ view }) => view.fit(),
  '1': ({ view }) => view.zoomTo(1),
  r: ({ view, actions }, isShifted) => (isShifted ? view.turn() : actions.turn()),
  g: ({ view }) => view.toggleGrid(),
  ']': ({ actions }) => actions.order('front'),
  '[': ({ actions }) => actions.order('back'),
  ...Object.fromEntries(
    Object.entries(ADDED).map(([key, id]): [string, Work] => {
      const kind = SHAPES.find((each) => each.id === id);
      return [key, ({ actions }) => kind !== undefined && actions.add(kind)];
    }),
  ),
};
