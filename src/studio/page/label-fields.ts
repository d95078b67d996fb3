import type { Rectangle } from '../../bitmap/box.ts';
import type { ShownElement, ShownFinding, TextRange } from '../engine/messages.ts';
import { fieldsIn } from './edit/field-edits.ts';
import type { Editor, PlaceMap } from './editor.ts';
import {
  type Corner,
  type Finish,
  PLAIN,
  type Point,
  stretched,
  toFieldCorner,
  toFieldDots,
} from './geometry.ts';
import { growingCorner, resizedField } from './resize-field.ts';
import { fieldAt, type Immovable, movedField, type SourceField, type TextChange } from './source-fields.ts';
import { type PageStore, type Selection, selectedRanges } from './state.ts';

/** A field that is selected, as the label shows it. */
export interface SelectedField {
  readonly element: ShownElement;
  readonly field: SourceField;
}

/** The corner of a field's box that moves when it grows. */
export interface GrowingBox {
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

/** A selection after a change of the text; what is gone is selected no longer. */
export function mappedSelection(selection: Selection | null, map: PlaceMap): Selection | null {
  return selectionOf(
    selectedRanges(selection)
      .map(({ start, end }) => ({ start: map(start, 1), end: map(end, -1) }))
      .filter(({ start, end }) => start < end),
  );
}

/** Ranges as a selection, the first of which is described to the user. */
export function selectionOf([first, ...others]: readonly TextRange[]): Selection | null {
  if (first === undefined) return null;
  const { start, end } = first;
  return others.length === 0 ? { start, end } : { start, end, others };
}

/** The fields of the label that is shown: selecting, moving and resizing them by changes of the source. */
export class LabelFields {
  readonly #store: PageStore;
  readonly #editor: Editor;
  /** As it was drawn last. */
  #finish: Finish = PLAIN;
  /** As they were drawn last, at their places in the text of now. */
  #elements: readonly ShownElement[] = [];
  #findings: readonly ShownFinding[] = [];
  /** The findings of the last view, at the places that the linter gave. */
  #shownFindings: readonly ShownFinding[] | undefined;

  constructor(store: PageStore, editor: Editor) {
    this.#store = store;
    this.#editor = editor;
    store.on(['view'], ({ view }) => {
      const label = view?.labels[0];
      this.#finish = label ?? PLAIN;
      this.#elements = label?.elements ?? [];
      // Until they are those of the text of now, they stay where they were moved.
      if (view?.findings === this.#shownFindings) return;
      this.#shownFindings = view?.findings;
      this.#findings = view?.findings ?? [];
    });
  }

  /** How the picture of the label was changed after its fields were placed. */
  get finish(): Finish {
    return this.#finish;
  }

  /** The printed elements of the label, in the order in which they are drawn. */
  get elements(): readonly ShownElement[] {
    return this.#elements;
  }

  get findings(): readonly ShownFinding[] {
    return this.#findings;
  }

  /** Follows a change of the text, which is drawn later. */
  follow(map: PlaceMap): void {
    const moved = <T extends TextRange>(ranges: readonly T[]): readonly T[] =>
      ranges.map((each) => ({ ...each, start: map(each.start, 1), end: map(each.end, -1) }));
    this.#elements = moved(this.#elements);
    this.#findings = moved(this.#findings);
  }

  /** The smallest field at a point, and of equal ones the last, which lies on top. */
  at({ x, y }: Point): ShownElement | null {
    const hit = this.#elements.filter(
      ({ box }) =>
        box !== null && x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height,
    );
    return hit.reduceRight<ShownElement | null>(
      (best, each) => (best === null || area(each) < area(best) ? each : best),
      null,
    );
  }

  /** The element whose field is selected, the first of several. */
  selected(): SelectedField | null {
    for (const range of selectedRanges(this.#store.state.selected)) {
      const found = this.#elementIn(range);
      if (found !== null) return found;
    }
    return null;
  }

  /** The elements whose fields are selected, in the order in which they were. */
  allSelected(): readonly SelectedField[] {
    return selectedRanges(this.#store.state.selected).flatMap((range) => this.#elementIn(range) ?? []);
  }

  /** The fields that are selected, in the order of the text; those that print nothing too. */
  selectedFields(): readonly SourceField[] {
    const { selected, text } = this.#store.state;
    return fieldsIn(text, selectedRanges(selected));
  }

  isSelected({ start }: TextRange): boolean {
    return selectedRanges(this.#store.state.selected).some((each) => start >= each.start && start < each.end);
  }

  /** Selects a field, and shows where it stands in the source. */
  select(element: ShownElement): void {
    const { start, end } = this.#rangeOf(element);
    this.#store.set({ selected: { start, end } });
    this.#editor.reveal(start);
  }

  /** Selects a field besides the others, or no longer. */
  toggle(element: ShownElement): void {
    const ranges = selectedRanges(this.#store.state.selected);
    const others = ranges.filter(({ start, end }) => element.start < start || element.start >= end);
    const isNew = others.length === ranges.length;
    this.#store.set({ selected: selectionOf(isNew ? [...others, this.#rangeOf(element)] : others) });
  }

  /** Selects the fields that lie in a rectangle altogether; without one all of them. */
  selectIn(frame: Rectangle | null): void {
    const inside = this.#elements.filter(
      ({ box }) => box !== null && (frame === null || isInside(box, frame)),
    );
    const ranges = new Map(inside.map((each) => this.#rangeOf(each)).map((range) => [range.start, range]));
    this.#store.set({ selected: selectionOf([...ranges.values()]) });
  }

  deselect(): void {
    this.#store.set({ selected: null });
  }

  /** Selects the field after the selected one, or before it; false beyond the last. */
  selectNext(step: 1 | -1): boolean {
    const elements = this.#elements;
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

  /** Puts the cursor where the label that is shown begins. */
  goToLabel(): void {
    const first = Math.min(...this.#elements.map(({ start }) => start));
    if (!Number.isFinite(first)) return this.#editor.focus();
    const begin = this.#store.state.text.toUpperCase().lastIndexOf('^XA', first);
    this.#editor.goTo(begin === -1 ? first : begin);
  }

  /** Moves the selected fields by a way on the label in dots: one step of the history. */
  move(way: Point): void {
    this.moveEach(this.selectedFields().map((field) => ({ field, way })));
  }

  /** Moves fields, each by a way of its own on the label in dots: one step of the history. */
  moveEach(moves: readonly { readonly field: SourceField; readonly way: Point }[]): void {
    const { text } = this.#store.state;
    const changes: TextChange[] = [];
    let refusal: string | null = null;
    for (const { field, way } of moves) {
      const moved = movedField(text, field, toFieldDots(this.#finish, way));
      if (typeof moved === 'string') refusal = IMMOVABLE[moved];
      else changes.push(...moved);
    }
    this.change(changes, 'move');
    if (refusal !== null) this.#store.say(refusal, true);
  }

  /** The box by whose handles the selected field is resized; null unless just one is selected. */
  growing(): GrowingBox | null {
    if (selectedRanges(this.#store.state.selected).length !== 1) return null;
    const found = this.selected();
    const box = found?.element.box;
    if (found === null || box == null) return null;
    const corner = growingCorner(this.#store.state.text, found.field);
    return { box, corner: toFieldCorner(this.#finish, corner) };
  }

  /** Moves the corner of the selected field by a way on the label in dots: one step of the history. */
  stretch(growing: GrowingBox, way: Point): void {
    const found = this.selected();
    if (found === null) return;
    const changes = this.#stretches(found.field, growing, way);
    if (changes.length > 0) this.change(changes, 'resize');
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

  /** Undoes the last step, or makes the last undone step again. */
  undo(isAgain: boolean): void {
    if (isAgain) this.#editor.redo();
    else this.#editor.undo();
    this.#reselect();
  }

  /**
   * Changes the source as one step of the history. Selected are the fields that were, or those between two places of
   * the new text.
   */
  change(changes: readonly TextChange[], event: string, selected?: TextRange): void {
    if (changes.length === 0) return;
    this.#editor.change(changes, event);
    if (selected === undefined) return this.#reselect();
    const { text } = this.#store.state;
    const found: TextRange[] = [];
    for (let at = selected.start; at < selected.end; ) {
      const field = fieldAt(text, at);
      if (field !== null) found.push({ start: field.start, end: field.end });
      at = Math.max(at + 1, field?.end ?? 0);
    }
    this.#store.set({ selected: selectionOf(found) });
  }

  #elementIn({ start: from, end }: TextRange): SelectedField | null {
    const element = this.#elements.find(({ start }) => start >= from && start < end);
    const field = element === undefined ? null : fieldAt(this.#store.state.text, from);
    return element === undefined || field === null ? null : { element, field };
  }

  #rangeOf(element: ShownElement): TextRange {
    const { start, end } = fieldAt(this.#store.state.text, element.start) ?? element;
    return { start, end };
  }

  #stretches(field: SourceField, { box, corner }: GrowingBox, way: Point): readonly TextChange[] {
    const { width, height } = stretched(box, corner, way);
    return resizedField(this.#store.state.text, field, { x: width / box.width, y: height / box.height });
  }

  /** Selects again what is selected, each as far as its field reaches now. */
  #reselect(): void {
    const ranges = this.selectedFields().map(({ start, end }) => ({ start, end }));
    this.#store.set({ selected: selectionOf(ranges) });
  }
}

function isInside(box: Rectangle, frame: Rectangle): boolean {
  return (
    box.x >= frame.x &&
    box.y >= frame.y &&
    box.x + box.width <= frame.x + frame.width &&
    box.y + box.height <= frame.y + frame.height
  );
}

function area({ box }: ShownElement): number {
  return box === null ? 0 : box.width * box.height;
}
