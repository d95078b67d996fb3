import type { ShownElement } from '../engine/messages.ts';
import { cornerOf, type Point, stretched } from './geometry.ts';
import type { GrowingBox, LabelFields } from './label-fields.ts';
import type { LabelView } from './label-view.ts';
import { HANDLE } from './painting.ts';

/** Pixels that the pointer moves before it drags. */
const SLOP = 4;

interface Held {
  readonly element: ShownElement;
  readonly label: number;
  readonly from: Point;
}

interface Panning {
  readonly from: Point;
  readonly panned: Point;
}

/** A field whose corner is held. */
interface Resizing {
  readonly from: Point;
  readonly resized: GrowingBox;
}

/** Selecting, moving and resizing fields on the label with a pointer. */
export class LabelPointer {
  readonly #view: LabelView;
  readonly #fields: LabelFields;
  #held: Held | Panning | Resizing | null = null;

  constructor(view: LabelView, fields: LabelFields) {
    this.#view = view;
    this.#fields = fields;
    const { canvas } = view;
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#up(event));
    canvas.addEventListener('pointercancel', () => this.#letGo());
  }

  #down(event: PointerEvent): void {
    const from = { x: event.offsetX, y: event.offsetY };
    const point = event.button === 0 ? this.#view.pointAt(from) : null;
    const element = point === null ? null : this.#fields.at(point);
    this.#view.canvas.setPointerCapture(event.pointerId);
    const resized = event.button === 0 ? this.#cornerAt(from) : null;
    if (resized !== null) {
      this.#held = { from, resized };
      return;
    }
    if (element === null || point === null) {
      if (event.button === 0) this.#fields.deselect();
      this.#held = { from, panned: from };
      return;
    }
    this.#fields.select(element);
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
    const by = { x: at.x - held.from.x, y: at.y - held.from.y };
    if ('resized' in held) {
      const { label, box, corner } = held.resized;
      const colour = this.#view.colours().accent;
      const grown = stretched(box, corner, this.#view.wayOf(by));
      this.#view.frame({ label, box: grown, colour, isDashed: true, handle: null });
      return;
    }
    const { element, label } = held;
    if (Math.hypot(by.x, by.y) < SLOP || element.box === null) return;
    this.#view.drag({ label, box: element.box, by });
  }

  #up(event: PointerEvent): void {
    const held = this.#held;
    this.#letGo();
    if (held === null || 'panned' in held) return;
    const by = { x: event.offsetX - held.from.x, y: event.offsetY - held.from.y };
    if (Math.hypot(by.x, by.y) < SLOP) return;
    const way = this.#view.wayOf(by);
    if ('resized' in held) this.#fields.stretch(held.resized, way);
    else this.#fields.move(held.element.start, held.label, way);
  }

  #letGo(): void {
    this.#held = null;
    this.#view.drag(null);
    this.#view.frame(null);
  }

  /** The selected field, if its corner is at a pixel. */
  #cornerAt(pixel: Point): GrowingBox | null {
    const growing = this.#fields.growing();
    if (growing === null) return null;
    const { label, box, corner } = growing;
    const at = this.#view.pixelOf({ label, ...cornerOf(box, corner) });
    return Math.abs(pixel.x - at.x) <= HANDLE && Math.abs(pixel.y - at.y) <= HANDLE ? growing : null;
  }
}
