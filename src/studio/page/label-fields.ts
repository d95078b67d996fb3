import type { Rectangle } from '../../bitmap/box.ts';
import type { ShownElement, ShownLabel } from '../engine/messages.ts';
import type { Editor } from './editor.ts';
import { type Corner, type Point, stretched, toFieldCorner, toFieldDots } from './geometry.ts';
import type { LabelPoint } from './label-view.ts';
import { growingCorner, resizedField } from './resize-field.ts';
import { fieldAt, type Immovable, movedField, type SourceField } from './source-fields.ts';
import type { PageStore } from './state.ts';

/** A field that is selected, as the label shows it. */
export interface SelectedField {
  readonly element: ShownElement;
  /** The index of its label. */
  readonly label: number;
  readonly field: SourceField;
}

/** The corner of a field's box that moves when it grows. */
export interface GrowingBox {
  readonly label: number;
  readonly box: Rectangle;
  readonly corner: Corner;
}

const IMMOVABLE: Readonly<Record<Immovable, string>> = {
  'no-origin': 'This field has no ^FO or ^FT: write one, and it can be moved.',
  'no-coordinates':
    'This ^FT has no coordinates, so the field follows the one before: write them, and it can be moved.',
  units: 'Coordinates are not in dots here (^MU): change them in the source.',
};

/** Beyond so many dots no number of a field is left that a key could change. */
const STRETCH_MAX = 500;

/** The fields of the labels that are shown: selecting, moving and resizing them by changes of the source. */
export class LabelFields {
  readonly #store: PageStore;
  readonly #editor: Editor;

  constructor(store: PageStore, editor: Editor) {
    this.#store = store;
    this.#editor = editor;
  }

  /** The smallest field at a point, and of equal ones the last, which lies on top. */
  at({ label, x, y }: LabelPoint): ShownElement | null {
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

  /** The element whose field is selected. */
  selected(): SelectedField | null {
    const { selected, text } = this.#store.state;
    if (selected === null) return null;
    for (const [label, { elements }] of this.#labels().entries()) {
      const element = elements.find(({ start }) => start >= selected.start && start < selected.end);
      const field = element === undefined ? null : fieldAt(text, selected.start);
      if (element !== undefined && field !== null) return { element, label, field };
    }
    return null;
  }

  /** Selects a field, and shows where it stands in the source. */
  select(element: ShownElement): void {
    const field = fieldAt(this.#store.state.text, element.start);
    const { start, end } = field ?? element;
    this.#store.set({ selected: { start, end } });
    this.#editor.reveal(start);
  }

  deselect(): void {
    this.#store.set({ selected: null });
  }

  /** Selects the field after the selected one, or before it; false beyond the last. */
  selectNext(step: 1 | -1): boolean {
    const elements = this.#labels().flatMap((label) => label.elements);
    const { selected } = this.#store.state;
    const ranges = elements.map((element) => element.start);
    const now = selected === null ? -1 : ranges.findIndex((at) => at >= selected.start && at < selected.end);
    const next = elements[selected === null ? (step === 1 ? 0 : elements.length - 1) : now + step];
    if (next === undefined) {
      this.deselect();
      return false;
    }
    this.select(next);
    return true;
  }

  /** Puts the cursor where the selected field stands. */
  goToSource(): void {
    this.#editor.goTo(this.#store.state.selected?.start ?? 0);
  }

  /** Moves the field at a place of the source by a way on the label in dots: one step of the history. */
  move(at: number, label: number, way: Point): void {
    const { text } = this.#store.state;
    const field = fieldAt(text, at);
    const finish = this.#labels()[label];
    if (field === null || finish === undefined) return;
    const changes = movedField(text, field, toFieldDots(finish, way));
    if (typeof changes === 'string') this.#store.say(IMMOVABLE[changes], true);
    else this.#change(changes, 'move', field.start);
  }

  /** The box by whose handles the selected field is resized; null if none is selected. */
  growing(): GrowingBox | null {
    const found = this.selected();
    const finish = found === null ? undefined : this.#labels()[found.label];
    const box = found?.element.box;
    if (found === null || box == null || finish === undefined) return null;
    const corner = growingCorner(this.#store.state.text, found.field);
    return { label: found.label, box, corner: toFieldCorner(finish, corner) };
  }

  /** Moves the corner of the selected field by a way on the label in dots: one step of the history. */
  stretch(growing: GrowingBox, way: Point): void {
    const found = this.selected();
    if (found === null) return;
    const changes = this.#stretches(found.field, growing, way);
    if (changes.length > 0) this.#change(changes, 'resize', found.field.start);
    else
      this.#store.say(
        'This field does not say its size itself, or not so finely: write it in the source.',
        true,
      );
  }

  /**
   * Makes the selected field larger or smaller by the next size that its numbers can say, at least by a way in dots.
   */
  grow(way: Point): void {
    const growing = this.growing();
    const found = this.selected();
    if (growing === null || found === null) return;
    const { isRight, isLower } = growing.corner;
    const across = isRight ? way.x : -way.x;
    const down = isLower ? way.y : -way.y;
    let steps = 1;
    const far = (): Point => ({ x: across * steps, y: down * steps });
    while (steps < STRETCH_MAX && this.#stretches(found.field, growing, far()).length === 0) steps++;
    this.stretch(growing, far());
  }

  /** Takes back what was done last, whatever it was, or does it again. */
  undo(isAgain: boolean): void {
    if (isAgain) this.#editor.redo();
    else this.#editor.undo();
    const { selected } = this.#store.state;
    if (selected !== null) this.#reselect(selected.start);
  }

  #labels(): readonly ShownLabel[] {
    return this.#store.state.view?.labels ?? [];
  }

  #stretches(field: SourceField, { box, corner }: GrowingBox, way: Point): ReturnType<typeof resizedField> {
    const { width, height } = stretched(box, corner, way);
    return resizedField(this.#store.state.text, field, { x: width / box.width, y: height / box.height });
  }

  /** Changes the source, and keeps the field selected that begins there. */
  #change(changes: ReturnType<typeof resizedField>, event: string, start: number): void {
    if (changes.length === 0) return;
    this.#editor.change(changes, event);
    this.#reselect(start);
  }

  #reselect(at: number): void {
    const field = fieldAt(this.#store.state.text, at);
    if (field === null) return this.deselect();
    this.#store.set({ selected: { start: field.start, end: field.end } });
  }
}

function area({ box }: ShownElement): number {
  return box === null ? 0 : box.width * box.height;
}
