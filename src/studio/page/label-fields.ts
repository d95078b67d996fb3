import type { Rectangle } from '../../bitmap/box.ts';
import { dotsOf } from '../../units.ts';
import type { ShownElement, TextRange } from '../engine/messages.ts';
import type { DrawnField, DrawnFields } from './drawn-fields.ts';
import { fieldsIn, type Immovable, movedField } from './edit/field-edits.ts';
import { isPictureField, pictureBox } from './edit/new-fields.ts';
import { growingCorner, resizedField } from './edit/resize-field.ts';
import { settingsAt } from './edit/settings.ts';
import type { Editor, PlaceMap } from './editor.ts';
import {
  type Corner,
  contains,
  type Point,
  stretched,
  toFieldCorner,
  toFieldDots,
  toLabelPoint,
} from './geometry.ts';
import { fieldAt, originOf, type SourceField, type TextChange } from './source-fields.ts';
import { type PageStore, type Selection, selectedRanges } from './state.ts';

/** The corner of a field's box that moves when it grows. */
export interface GrowingBox {
  readonly box: Rectangle;
  readonly corner: Corner;
}

/** A field that is a picture. */
export interface SelectedPicture {
  readonly field: SourceField;
  /** The box of its ink on the label; null until it is drawn. */
  readonly box: Rectangle | null;
  /** The box of all its dots before the label is turned or mirrored. */
  readonly dots: Rectangle;
}

const IMMOVABLE: Readonly<Record<Immovable, string>> = {
  'no-origin': 'This field has no ^FO or ^FT: write one to move the field.',
  'no-coordinates':
    'This ^FT has no coordinates, so the field follows the previous one: write coordinates to move it.',
  units: 'Coordinates are not in dots here (^MU): change them in the source.',
};

/** The most dots by which a key stretches a field: a longer distance changes no number of the field either. */
const STRETCH_MAX = 500;

/** A selection after a change of the text, without removed fields. */
export function mappedSelection(selection: Selection | null, map: PlaceMap): Selection | null {
  return selectionOf(
    selectedRanges(selection)
      .map(({ start, end }) => ({ start: map(start, 1), end: map(end, -1) }))
      .filter(({ start, end }) => start < end),
  );
}

/** A selection of ranges, the first of which is described to the user. */
export function selectionOf([first, ...others]: readonly TextRange[]): Selection | null {
  if (first === undefined) return null;
  const { start, end } = first;
  return others.length === 0 ? { start, end } : { start, end, others };
}

/** Selects, moves and resizes the fields of the shown label by changes of the source. */
export class LabelFields {
  readonly #store: PageStore;
  readonly #editor: Editor;
  /** The fields as they are drawn. */
  readonly drawn: DrawnFields;

  constructor(store: PageStore, editor: Editor, drawn: DrawnFields) {
    this.#store = store;
    this.#editor = editor;
    this.drawn = drawn;
  }

  /** The size of the label in dots, of its drawing or before it. */
  get size(): { readonly width: number; readonly height: number } {
    const { view, size } = this.#store.state;
    return view ?? { width: dotsOf(size.widthMm, size.dpi), height: dotsOf(size.heightMm, size.dpi) };
  }

  /** The ranges of the label's printing fields, in the order of the text; fields that are not drawn yet included. */
  get ranges(): readonly TextRange[] {
    return [...this.drawn.elements, ...this.drawn.added].toSorted((a, b) => a.start - b.start);
  }

  /** The smallest field at a point; of equally small ones the last, which lies on top. */
  at(point: Point): ShownElement | null {
    const hit = this.drawn.elements.filter(({ box }) => box !== null && contains(box, point));
    return hit.reduceRight<ShownElement | null>(
      (best, each) => (best === null || area(each) < area(best) ? each : best),
      null,
    );
  }

  /** The drawn fields that are selected, in the order of their selection. */
  allSelected(): readonly DrawnField[] {
    return selectedRanges(this.#store.state.selected).flatMap((range) => this.drawn.in(range) ?? []);
  }

  /** Does work with the present selection, once its fields are drawn. */
  whenDrawn(work: (found: readonly DrawnField[]) => void): void {
    this.drawn.whenDrawn(selectedRanges(this.#store.state.selected), work);
  }

  /** The selected fields, in the order of the text; fields that print nothing included. */
  selectedFields(): readonly SourceField[] {
    const { selected, text } = this.#store.state;
    return fieldsIn(text, selectedRanges(selected));
  }

  /** The selected pictures, in the order of the text; none if another field is selected. */
  selectedPictures(): readonly SelectedPicture[] {
    const all = this.selectedFields();
    const drawn = all.flatMap((field) => {
      const box = this.drawn.in(field)?.element.box ?? null;
      const dots = isPictureField(field) ? pictureBox(this.#store.state.text, field) : null;
      return dots === null ? [] : [{ field, box, dots }];
    });
    return drawn.length === all.length ? drawn : [];
  }

  /** The box of the first selected field; until it is drawn, its origin without a size. Null without either. */
  selectedBox(): Rectangle | null {
    const [field] = this.selectedFields();
    if (field === undefined) return null;
    const box = this.drawn.in(field)?.element.box;
    if (box != null) return box;
    const origin = originOf(field);
    const { home, countsDots } = settingsAt(this.#store.state.text, field.start);
    if (origin === null || !countsDots) return null;
    const at = { x: home.x + origin.x, y: home.y + origin.y };
    return { ...toLabelPoint(this.drawn.finish, this.size, at), width: 0, height: 0 };
  }

  isSelected({ start }: TextRange): boolean {
    return selectedRanges(this.#store.state.selected).some((each) => start >= each.start && start < each.end);
  }

  /** Selects a field, and scrolls to it in the source. */
  select(range: TextRange): void {
    const { start, end } = this.#rangeOf(range);
    this.#store.set({ selected: { start, end } });
    this.#editor.reveal(start);
  }

  /** Adds a field to the selection, or removes it. */
  toggle(element: ShownElement): void {
    const ranges = selectedRanges(this.#store.state.selected);
    const others = ranges.filter(({ start, end }) => element.start < start || element.start >= end);
    const isNew = others.length === ranges.length;
    this.#store.set({ selected: selectionOf(isNew ? [...others, this.#rangeOf(element)] : others) });
  }

  /** Selects the fields that lie completely in a rectangle; all fields for null. */
  selectIn(frame: Rectangle | null): void {
    const inside = this.drawn.elements.filter(
      ({ box }) => box !== null && (frame === null || isInside(box, frame)),
    );
    const found = frame === null ? [...inside, ...this.drawn.added] : inside;
    const ranges = new Map(found.map((each) => this.#rangeOf(each)).map((range) => [range.start, range]));
    this.#store.set({ selected: selectionOf([...ranges.values()]) });
  }

  deselect(): void {
    this.#store.set({ selected: null });
  }

  /** Selects the field after the selected one, or before it; false beyond the last. */
  selectNext(step: 1 | -1): boolean {
    const { ranges } = this;
    const { selected } = this.#store.state;
    const now =
      selected === null
        ? -1
        : ranges.findIndex(({ start }) => start >= selected.start && start < selected.end);
    const next = ranges[selected === null ? (step === 1 ? 0 : ranges.length - 1) : now + step];
    if (next === undefined) {
      this.deselect();
      return false;
    }
    this.select(next);
    return true;
  }

  /** Puts the cursor before the selected field. */
  goToSource(): void {
    this.#editor.goTo(this.#store.state.selected?.start ?? 0);
  }

  /** Puts the cursor at the beginning of the shown label. */
  goToLabel(): void {
    const first = Math.min(...this.drawn.elements.map(({ start }) => start));
    if (!Number.isFinite(first)) return this.#editor.focus();
    const begin = this.#store.state.text.toUpperCase().lastIndexOf('^XA', first);
    this.#editor.goTo(begin === -1 ? first : begin);
  }

  /** Moves the selected fields by a distance on the label in dots, as one step of the history. */
  move(way: Point): void {
    this.moveEach(this.selectedFields().map((field) => ({ field, way })));
  }

  /** Moves fields, each by its own distance on the label in dots, as one step of the history. */
  moveEach(moves: readonly { readonly field: SourceField; readonly way: Point }[]): void {
    const { text } = this.#store.state;
    const changes: TextChange[] = [];
    let refusal: string | null = null;
    for (const { field, way } of moves) {
      const moved = movedField(text, field, toFieldDots(this.drawn.finish, way));
      if (typeof moved === 'string') refusal = IMMOVABLE[moved];
      else changes.push(...moved);
    }
    this.change(changes, 'move');
    if (refusal !== null) this.#store.say(refusal, true);
  }

  /** The box with the handle of the selected field; null unless exactly one field is selected, and drawn. */
  growing(): GrowingBox | null {
    if (selectedRanges(this.#store.state.selected).length !== 1) return null;
    const [found] = this.allSelected();
    return found === undefined ? null : this.#growingBox(found);
  }

  /** Moves the corner of the selected field by a distance on the label in dots, as one step of the history. */
  stretch(growing: GrowingBox, way: Point): void {
    const [found] = this.allSelected();
    if (found !== undefined) this.#stretch(found.field, growing, way);
  }

  /**
   * Resizes the selected field to the next size that its numbers can give, by at least a distance in dots, once the
   * field is drawn.
   */
  grow(way: Point): void {
    if (selectedRanges(this.#store.state.selected).length !== 1) return;
    this.whenDrawn(([found]) => {
      const growing = found === undefined ? null : this.#growingBox(found);
      if (found === undefined || growing === null) return;
      const { isRight, isLower } = growing.corner;
      const across = isRight ? way.x : -way.x;
      const down = isLower ? way.y : -way.y;
      let steps = 1;
      const far = (): Point => ({ x: across * steps, y: down * steps });
      while (steps < STRETCH_MAX && this.#stretches(found.field, growing, far()).length === 0) steps++;
      this.#stretch(found.field, growing, far());
    });
  }

  /** Undoes the last step, or redoes the last undone one. */
  undo(isAgain: boolean): void {
    if (isAgain) this.#editor.redo();
    else this.#editor.undo();
    this.#reselect();
  }

  /**
   * Changes the source as one step of the history.
   *
   * @param selected the range of the new text whose fields are selected then; by default the selection stays
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
    this.drawn.add(found);
    this.#store.set({ selected: selectionOf(found) });
  }

  #rangeOf(range: TextRange): TextRange {
    const { start, end } = fieldAt(this.#store.state.text, range.start) ?? range;
    return { start, end };
  }

  #growingBox({ element: { box }, field }: DrawnField): GrowingBox | null {
    if (box === null) return null;
    const corner = growingCorner(this.#store.state.text, field);
    return { box, corner: toFieldCorner(this.drawn.finish, corner) };
  }

  #stretch(field: SourceField, growing: GrowingBox, way: Point): void {
    const changes = this.#stretches(field, growing, way);
    if (changes.length > 0) this.change(changes, 'resize');
    else
      this.#store.say(
        'This field has no size of its own, or only in larger steps: change it in the source.',
        true,
      );
  }

  #stretches(field: SourceField, { box, corner }: GrowingBox, way: Point): readonly TextChange[] {
    const { width, height } = stretched(box, corner, way);
    return resizedField(this.#store.state.text, field, { x: width / box.width, y: height / box.height });
  }

  /** Updates the selection to the present ranges of its fields. */
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
