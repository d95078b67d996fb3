import type { Rectangle } from '../../bitmap/box.ts';
import type { ShownElement } from '../engine/messages.ts';
import { type Lines, linesOf, type Snapped, snappedWay } from './edit/arrange.ts';
import type { FieldActions } from './field-actions.ts';
import { boundsOf, cornerOf, type Point, stretched } from './geometry.ts';
import type { GrowingBox, LabelFields } from './label-fields.ts';
import type { LabelView } from './label-view.ts';
import { HANDLE } from './painting.ts';
import type { PageStore } from './state.ts';
import type { TextInPlace } from './text-in-place.ts';

/** Pixels that the pointer moves before a drag begins. */
const SLOP = 4;
/** The distance in pixels within which a dragged field is aligned with another. */
const SNAP = 6;

const EMPTY: Rectangle = { x: 0, y: 0, width: 0, height: 0 };

/** The selected fields, dragged. */
interface Dragging {
  readonly kind: 'dragging';
  readonly from: Point;
  readonly element: ShownElement;
  readonly boxes: readonly Rectangle[];
  readonly frame: Rectangle;
  readonly lines: Lines;
  /** Whether other fields are selected too: a click without a drag then selects this field only. */
  readonly isOneOfSeveral: boolean;
}

/** A rectangle that selects the fields in it. */
interface Selecting {
  readonly kind: 'selecting';
  readonly from: Point;
  readonly corner: Point;
}

interface Panning {
  readonly kind: 'panning';
  readonly from: Point;
  readonly panned: Point;
}

/** A field whose corner is dragged. */
interface Resizing {
  readonly kind: 'resizing';
  readonly from: Point;
  readonly resized: GrowingBox;
}

/** The parts of the label that the pointer acts on. */
export interface PointedParts {
  readonly store: PageStore;
  readonly view: LabelView;
  readonly fields: LabelFields;
  readonly actions: FieldActions;
  readonly text: TextInPlace;
  /** Shows the place of a dragged field, in dots; null once the drag has ended. */
  showPlace(place: Point | null): void;
}

/** Selects, adds, moves and resizes fields on the label with a pointer. */
export class LabelPointer {
  readonly #parts: PointedParts;
  #held: Dragging | Selecting | Panning | Resizing | null = null;

  constructor(parts: PointedParts) {
    this.#parts = parts;
    const { canvas } = parts.view;
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#up(event));
    canvas.addEventListener('pointercancel', () => this.#letGo());
    canvas.addEventListener('dblclick', () => {
      if (parts.store.state.selected !== null) parts.text.open();
    });
    parts.store.on(['placing'], ({ placing }) => canvas.classList.toggle('placing', placing !== null));
  }

  #down(event: PointerEvent): void {
    const { store, view, fields, actions } = this.#parts;
    const from = { x: event.offsetX, y: event.offsetY };
    const point = event.button === 0 ? view.pointAt(from) : null;
    const { placing } = store.state;
    if (placing !== null && point !== null) return actions.add(placing, point);
    view.canvas.setPointerCapture(event.pointerId);
    const resized = event.button === 0 && !event.shiftKey ? this.#cornerAt(from) : null;
    if (resized !== null) {
      this.#held = { kind: 'resizing', from, resized };
      return;
    }
    const element = point === null ? null : fields.at(point);
    if (element !== null && point !== null) {
      if (event.shiftKey) return fields.toggle(element);
      const isOneOfSeveral = fields.isSelected(element) && fields.allSelected().length > 1;
      if (!isOneOfSeveral) fields.select(element);
      this.#held = this.#dragging(from, element, isOneOfSeveral);
      return;
    }
    if (event.button === 0 && !event.shiftKey) fields.deselect();
    // A finger pans the label, as in other programs.
    this.#held =
      point === null || event.pointerType === 'touch'
        ? { kind: 'panning', from, panned: from }
        : { kind: 'selecting', from, corner: point };
  }

  #dragging(from: Point, element: ShownElement, isOneOfSeveral: boolean): Dragging {
    const { store, fields } = this.#parts;
    const { width = 0, height = 0 } = store.state.view ?? {};
    const boxes = fields.allSelected().flatMap(({ element: { box } }) => (box === null ? [] : [box]));
    const others = fields.drawn.elements.flatMap((each) =>
      each.box === null || fields.isSelected(each) ? [] : [each.box],
    );
    const lines = linesOf(others, { width, height });
    return { kind: 'dragging', from, element, boxes, frame: boundsOf(boxes) ?? EMPTY, lines, isOneOfSeveral };
  }

  #move(event: PointerEvent): void {
    const { view, showPlace } = this.#parts;
    const at = { x: event.offsetX, y: event.offsetY };
    const held = this.#held;
    if (held === null) return;
    const by = { x: at.x - held.from.x, y: at.y - held.from.y };
    const colour = view.colours().accent;
    switch (held.kind) {
      case 'panning':
        view.pan({ x: at.x - held.panned.x, y: at.y - held.panned.y });
        this.#held = { ...held, panned: at };
        break;
      case 'resizing': {
        const { box, corner } = held.resized;
        const grown = stretched(box, corner, view.wayOf(by));
        view.frame({ box: grown, colour, isDashed: true, handle: null });
        break;
      }
      case 'selecting':
        view.frame({ box: this.#framed(held, by), colour, isDashed: true, handle: null });
        break;
      case 'dragging': {
        if (Math.hypot(by.x, by.y) < SLOP || held.boxes.length === 0) return;
        const { boxes, frame } = held;
        const { way, guides } = this.#snapped(held, by, event.altKey);
        view.drag({ boxes, way, guides });
        showPlace({ x: frame.x + way.x, y: frame.y + way.y });
        break;
      }
      default:
        held satisfies never;
    }
  }

  #up(event: PointerEvent): void {
    const { view, fields } = this.#parts;
    const held = this.#held;
    this.#letGo();
    if (held === null || held.kind === 'panning') return;
    const by = { x: event.offsetX - held.from.x, y: event.offsetY - held.from.y };
    if (Math.hypot(by.x, by.y) < SLOP) {
      if (held.kind === 'dragging' && held.isOneOfSeveral) fields.select(held.element);
      return;
    }
    switch (held.kind) {
      case 'resizing':
        fields.stretch(held.resized, view.wayOf(by));
        break;
      case 'selecting':
        fields.selectIn(this.#framed(held, by));
        break;
      case 'dragging':
        fields.move(this.#snapped(held, by, event.altKey).way);
        break;
      default:
        held satisfies never;
    }
  }

  #letGo(): void {
    const { view, showPlace } = this.#parts;
    this.#held = null;
    view.drag(null);
    view.frame(null);
    showPlace(null);
  }

  /** The distance of dragged fields on the label, in whole dots. */
  #snapped({ frame, lines }: Dragging, by: Point, isFree: boolean): Snapped {
    const { view } = this.#parts;
    const { x, y } = view.wayOf(by);
    const way = { x: Math.round(x), y: Math.round(y) };
    if (isFree) return { way, guides: [] };
    const reach = view.wayOf({ x: SNAP, y: SNAP });
    return snappedWay(frame, way, lines, Math.abs(reach.x));
  }

  #framed({ corner: { x, y } }: Selecting, by: Point): Rectangle {
    const way = this.#parts.view.wayOf(by);
    return {
      x: Math.min(x, x + way.x),
      y: Math.min(y, y + way.y),
      width: Math.abs(way.x),
      height: Math.abs(way.y),
    };
  }

  /** The selected field, if its corner is at a pixel. */
  #cornerAt(pixel: Point): GrowingBox | null {
    const growing = this.#parts.fields.growing();
    if (growing === null) return null;
    const { box, corner } = growing;
    const at = this.#parts.view.pixelOf(cornerOf(box, corner));
    return Math.abs(pixel.x - at.x) <= HANDLE && Math.abs(pixel.y - at.y) <= HANDLE ? growing : null;
  }
}
