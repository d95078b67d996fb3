import type { Box } from '../../engine/element-boxes.ts';
import type { ShownElement, ShownLabel } from '../engine/messages.ts';
import type { Editor } from './editor.ts';
import { type Point, toFieldDots } from './geometry.ts';
import type { LabelPoint, LabelView } from './label-view.ts';
import { HANDLE } from './painting.ts';
import { resizedField } from './resize-field.ts';
import { fieldAt, movedField } from './source-fields.ts';
import type { Store } from './state.ts';

/** Pixels that the pointer moves before it drags. */
const SLOP = 4;
/** Dots of an arrow key, with Shift and without. */
const STEPS = { far: 10, near: 1 };

interface Held {
  readonly element: ShownElement;
  readonly label: number;
  readonly from: Point;
}

interface Panning {
  readonly from: Point;
  readonly panned: Point;
}

/** A field whose lower right corner is held. */
interface Resizing {
  readonly from: Point;
  readonly resized: { readonly label: number; readonly box: Box };
}

/** Selecting, moving and resizing fields on the label, with pointer and keyboard. */
export class LabelPointer {
  readonly #view: LabelView;
  readonly #store: Store;
  readonly #editor: Editor;
  #held: Held | Panning | Resizing | null = null;

  constructor(view: LabelView, store: Store, editor: Editor) {
    this.#view = view;
    this.#store = store;
    this.#editor = editor;
    const { canvas } = view;
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#up(event));
    canvas.addEventListener('pointercancel', () => this.#letGo());
    canvas.addEventListener('keydown', (event) => this.#key(event));
  }

  /** The smallest field at a point, and of equal ones the last, which lies on top. */
  #elementAt({ label, x, y }: LabelPoint): ShownElement | null {
    const elements = this.#labels()[label]?.elements ?? [];
    const hit = elements.filter(
      ({ box }) =>
        box !== null && x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height,
    );
    return hit.reduceRight<ShownElement | null>(
      (best, each) => (best === null || area(each) < area(best) ? each : best),
      null,
    );
  }

  #labels(): readonly ShownLabel[] {
    return this.#store.state.view?.labels ?? [];
  }

  #down(event: PointerEvent): void {
    const from = { x: event.offsetX, y: event.offsetY };
    const point = event.button === 0 ? this.#view.pointAt(from) : null;
    const element = point === null ? null : this.#elementAt(point);
    this.#view.canvas.setPointerCapture(event.pointerId);
    const resized = event.button === 0 ? this.#cornerAt(from) : null;
    if (resized !== null) {
      this.#held = { from, resized };
      return;
    }
    if (element === null || point === null) {
      if (event.button === 0) this.#store.set({ selected: null });
      this.#held = { from, panned: from };
      return;
    }
    this.select(element);
    this.#held = { element, label: point.label, from };
  }

  #move(event: PointerEvent): void {
    const at = { x: event.offsetX, y: event.offsetY };
    const held = this.#held;
    if (held === null) return;
    if ('panned' in held) {
      this.#view.pan({ x: at.x - held.panned.x, y: at.y - held.panned.y });
      this.#held = { ...held, panned: at };
      return;
    }
    if ('resized' in held) {
      const { label, box } = held.resized;
      const { x, y } = this.#view.wayOf({ x: at.x - held.from.x, y: at.y - held.from.y });
      const colour = this.#view.colours().accent;
      this.#view.frame({ label, box: grown(box, x, y), colour, isDashed: true });
      return;
    }
    const { element, label, from } = held;
    const by = { x: at.x - from.x, y: at.y - from.y };
    if (Math.hypot(by.x, by.y) < SLOP || element.box === null) return;
    this.#view.drag({ label, box: element.box, by });
  }

  #up(event: PointerEvent): void {
    const held = this.#held;
    this.#letGo();
    if (held === null || 'panned' in held) return;
    const by = { x: event.offsetX - held.from.x, y: event.offsetY - held.from.y };
    if ('resized' in held) return this.#resize(held.resized.box, this.#view.wayOf(by));
    if (Math.hypot(by.x, by.y) < SLOP) return;
    this.moveField(held.element.start, held.label, this.#view.wayOf(by));
  }

  #letGo(): void {
    this.#held = null;
    this.#view.drag(null);
    this.#view.frame(null);
  }

  /** Selects a field, and shows where it stands in the source. */
  select(element: ShownElement): void {
    const field = fieldAt(this.#store.state.text, element.start);
    const { start, end } = field ?? element;
    this.#store.set({ selected: { start, end } });
    this.#editor.mark({ start, end }, true);
  }

  /** Moves the field at a place of the source by a way on the label in dots: one step of the history. */
  moveField(at: number, label: number, way: Point): void {
    const { text } = this.#store.state;
    const field = fieldAt(text, at);
    const finish = this.#labels()[label];
    if (field === null || finish === undefined) return;
    const changes = movedField(text, field, toFieldDots(finish, way));
    if (changes === 'no-origin') {
      this.#store.say('This field has no ^FO or ^FT: write one, and it can be moved.', true);
    } else if (changes === 'units') {
      this.#store.say('Coordinates are not in dots here (^MU): change them in the source.', true);
    } else if (changes.length > 0) {
      this.#editor.change(changes, 'move');
      this.#reselect(field.start);
    }
  }

  /** The selected field whose corner is at a pixel. On a label that is turned, which corner that is would need a rule. */
  #cornerAt(pixel: Point): Resizing['resized'] | null {
    const found = this.selected();
    const finish = found === null ? undefined : this.#labels()[found.label];
    const box = found?.element.box;
    if (found === null || box == null || finish === undefined) return null;
    if (this.#view.isTurned || finish.inverted || finish.mirrored) return null;
    const { label } = found;
    const corner = this.#view.pixelOf({ label, x: box.x + box.width, y: box.y + box.height });
    const isNear = Math.abs(pixel.x - corner.x - 2) <= HANDLE && Math.abs(pixel.y - corner.y - 2) <= HANDLE;
    return isNear ? { label, box } : null;
  }

  /** Makes the selected field larger or smaller: one step of the history. */
  #resize(box: Box, way: Point): void {
    const { text, selected } = this.#store.state;
    const field = selected === null ? null : fieldAt(text, selected.start);
    if (field === null) return;
    const { width, height } = grown(box, way.x, way.y);
    const changes = resizedField(text, field, { x: width / box.width, y: height / box.height });
    if (changes.length === 0)
      this.#store.say('This field does not say its size itself: write it in the source.', true);
    else this.#editor.change(changes, 'resize');
    this.#reselect(field.start);
  }

  /** Keeps a field selected whose source has changed. */
  #reselect(at: number): void {
    const field = fieldAt(this.#store.state.text, at);
    if (field === null) return;
    this.#store.set({ selected: { start: field.start, end: field.end } });
    this.#editor.mark(field, false);
  }

  #key(event: KeyboardEvent): void {
    const step = event.shiftKey ? STEPS.far : STEPS.near;
    const ways: Readonly<Record<string, Point>> = {
      ArrowLeft: { x: -step, y: 0 },
      ArrowRight: { x: step, y: 0 },
      ArrowUp: { x: 0, y: -step },
      ArrowDown: { x: 0, y: step },
    };
    const way = ways[event.key];
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (isCommand) return;
    if (way !== undefined) this.#nudge(way);
    else if (event.key === 'Tab') {
      if (!this.#next(event.shiftKey ? -1 : 1)) return;
    } else if (event.key === 'Enter') this.#editor.goTo(this.#store.state.selected?.start ?? 0);
    else if (event.key === 'Escape') this.#store.set({ selected: null });
    else if (event.key === '+' || event.key === '=') this.#view.zoom(1.25);
    else if (event.key === '-') this.#view.zoom(0.8);
    else if (event.key === '0') this.#view.fit();
    else if (event.key === '1') this.#view.zoomTo(1);
    else if (event.key === 'r') this.#view.turn();
    else return;
    event.preventDefault();
  }

  #nudge(way: Point): void {
    const found = this.selected();
    if (found === null) this.#view.pan({ x: -way.x * 20, y: -way.y * 20 });
    else this.moveField(this.#store.state.selected?.start ?? found.element.start, found.label, way);
  }

  /** Selects the next field; false beyond the last, where the focus goes on. */
  #next(step: 1 | -1): boolean {
    const elements = this.#labels().flatMap((label) => label.elements);
    const { selected } = this.#store.state;
    const ranges = elements.map((element) => element.start);
    const now = selected === null ? -1 : ranges.findIndex((at) => at >= selected.start && at < selected.end);
    const next = elements[selected === null ? (step === 1 ? 0 : elements.length - 1) : now + step];
    if (next === undefined) {
      this.#store.set({ selected: null });
      return false;
    }
    this.select(next);
    return true;
  }

  /** The element whose field is selected, and which label it is on. */
  selected(): { readonly element: ShownElement; readonly label: number } | null {
    const { selected } = this.#store.state;
    if (selected === null) return null;
    for (const [label, { elements }] of this.#labels().entries()) {
      const element = elements.find(({ start }) => start >= selected.start && start < selected.end);
      if (element !== undefined) return { element, label };
    }
    return null;
  }
}

/** A rectangle with its lower right corner elsewhere. */
function grown({ x, y, width, height }: Box, right: number, down: number): Box {
  return { x, y, width: Math.max(1, width + right), height: Math.max(1, height + down) };
}

function area({ box }: ShownElement): number {
  return box === null ? 0 : box.width * box.height;
}
