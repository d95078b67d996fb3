import type { Point } from './geometry.ts';
import type { LabelFields } from './label-fields.ts';
import type { LabelView } from './label-view.ts';

/** Dots of an arrow key, with Shift and without. */
const STEPS = { far: 10, near: 1 };
/** Pixels by which a key moves all of the label, for a dot that it moves a field. */
const PAN = 20;

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Gives the keyboard everything on the label that the pointer can do. */
export function labelKeys(view: LabelView, fields: LabelFields): void {
  let isLeaving = false;
  view.canvas.addEventListener('focus', () => (isLeaving = false));
  view.canvas.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') {
      if (!isLeaving && fields.selectNext(event.shiftKey ? -1 : 1)) event.preventDefault();
      return;
    }
    // From here on Tab leaves the label, however many fields it has.
    isLeaving = event.key === 'Escape';
    if (pressed(event, view, fields)) event.preventDefault();
  });
}

/** Whether the key means something here, which is done. */
function pressed(event: KeyboardEvent, view: LabelView, fields: LabelFields): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    if (key !== 'z' && key !== 'y') return false;
    fields.undo(key === 'y' || event.shiftKey);
    return true;
  }
  const way = WAYS[key];
  if (way !== undefined) return arrow(event, way, view, fields);
  const done = event.altKey ? undefined : KEYS[key];
  done?.(view, fields);
  return done !== undefined;
}

function arrow(
  { shiftKey, altKey }: KeyboardEvent,
  way: Point,
  view: LabelView,
  fields: LabelFields,
): boolean {
  const step = shiftKey ? STEPS.far : STEPS.near;
  const by = { x: way.x * step, y: way.y * step };
  const found = fields.selected();
  if (altKey) {
    if (found !== null) fields.grow(view.turnedWay(by));
    // Without a field the browser goes back with it.
    return found !== null;
  }
  if (found === null) view.pan({ x: -by.x * PAN, y: -by.y * PAN });
  else fields.move(found.field.start, found.label, view.turnedWay(by));
  return true;
}

const KEYS: Readonly<Record<string, (view: LabelView, fields: LabelFields) => void>> = {
  Enter: (_, fields) => fields.goToSource(),
  Escape: (_, fields) => fields.deselect(),
  '+': (view) => view.zoom(1.25),
  '=': (view) => view.zoom(1.25),
  '-': (view) => view.zoom(0.8),
  '0': (view) => view.fit(),
  '1': (view) => view.zoomTo(1),
  r: (view) => view.turn(),
  g: (view) => view.toggleGrid(),
};
