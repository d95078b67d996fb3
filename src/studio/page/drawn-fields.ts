import type { ShownElement, ShownFinding, TextRange } from '../engine/messages.ts';
import type { PlaceMap } from './editor.ts';
import { type Finish, PLAIN } from './geometry.ts';
import { fieldAt, type SourceField } from './source-fields.ts';
import { type PageStore, type Shown, type StudioState, showsLabel } from './state.ts';

/** A field of the source, with its drawn element. */
export interface DrawnField {
  readonly element: ShownElement;
  readonly field: SourceField;
}

/** Work that waits until fields are drawn. */
interface Waiting {
  ranges: readonly TextRange[];
  work(found: readonly DrawnField[]): void;
}

/** The fields of the shown label, as they were last drawn, at their places in the present text. */
export class DrawnFields {
  readonly #store: PageStore;
  #finish: Finish = PLAIN;
  #elements: readonly ShownElement[] = [];
  #findings: readonly ShownFinding[] = [];
  /** The findings of the last view, at the places that the linter reported. */
  #shownFindings: readonly ShownFinding[] | undefined;
  /** Fields that were added after the last drawing. */
  #added: readonly TextRange[] = [];
  /** Changes of the text that are not drawn yet: the number of edits before each, and the map of its places. */
  #undrawn: readonly { readonly edits: number; readonly map: PlaceMap }[] = [];
  readonly #waiting = new Set<Waiting>();
  /** Work that waits for the drawing of the label with this index. */
  #toShow: { readonly shown: Shown; readonly work: readonly (() => void)[] } | null = null;

  constructor(store: PageStore) {
    this.#store = store;
    store.on(['view', 'shown'], (state) => this.#show(state));
  }

  /** The changes of the label's picture after its fields were placed. */
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

  /** Fields that were added and are not drawn yet, in the order of the text. */
  get added(): readonly TextRange[] {
    return this.#added;
  }

  /** Notes fields that were just added. */
  add(ranges: readonly TextRange[]): void {
    this.#added = [...this.#added, ...ranges].toSorted((a, b) => a.start - b.start);
  }

  /** Follows a change of the text, which is drawn later. */
  follow(map: PlaceMap): void {
    this.#undrawn = [...this.#undrawn, { edits: this.#store.state.edits, map }];
    this.#elements = stillThere(moved(this.#elements, map));
    this.#added = stillThere(moved(this.#added, map));
    this.#findings = moved(this.#findings, map);
    for (const each of this.#waiting) each.ranges = stillThere(moved(each.ranges, map));
  }

  /** The first element of the field in a range of the text; null if the field draws nothing. */
  in({ start: from, end }: TextRange): DrawnField | null {
    const element = this.#elements.find(({ start }) => start >= from && start < end);
    const field = element === undefined ? null : fieldAt(this.#store.state.text, from);
    return element === undefined || field === null ? null : { element, field };
  }

  /** Does work with the fields in ranges of the text: now, or once those that were just added are drawn. */
  whenDrawn(ranges: readonly TextRange[], work: Waiting['work']): void {
    if (this.#isDrawn(ranges)) work(ranges.flatMap((range) => this.in(range) ?? []));
    else this.#waiting.add({ ranges, work });
  }

  /** Does work with the shown label: now, or once it is drawn. Work that waits for another label is given up. */
  whenShown(work: () => void): void {
    const { state } = this.#store;
    // Without a drawing, no other label is shown on which the work could be done.
    if (state.view === null || showsLabel(state)) work();
    else this.#toShow = { shown: state.shown, work: [...(this.#toShow?.work ?? []), work] };
  }

  #isDrawn(ranges: readonly TextRange[]): boolean {
    return !ranges.some((range) =>
      this.#added.some(({ start }) => start >= range.start && start < range.end),
    );
  }

  #show(state: Pick<StudioState, 'view' | 'shown'>): void {
    const { view, shown } = state;
    // Another label is open, or none yet.
    if (view === null) this.#waiting.clear();
    const isShown = showsLabel(state);
    const label = isShown ? view?.labels[0] : undefined;
    this.#finish = label ?? PLAIN;
    this.#elements = label?.elements ?? [];
    // The text may have changed while it was drawn.
    this.#undrawn = this.#undrawn.filter(({ edits }) => view !== null && edits >= view.edits);
    for (const { map } of this.#undrawn) this.#elements = stillThere(moved(this.#elements, map));
    this.#added =
      !isShown || this.#undrawn.length === 0 ? [] : this.#added.filter((range) => this.in(range) === null);
    // Findings stay where they were moved until those of the present text arrive.
    if (view?.findings !== this.#shownFindings) {
      this.#shownFindings = view?.findings;
      this.#findings = view?.findings ?? [];
    }
    for (const each of [...this.#waiting].filter(({ ranges }) => this.#isDrawn(ranges))) {
      this.#waiting.delete(each);
      this.whenDrawn(each.ranges, each.work);
    }
    this.#doShown(isShown, view === null ? null : shown);
  }

  /** Does the work that has waited for this label; work for another one can no longer be done. */
  #doShown(isShown: boolean, shown: Shown | null): void {
    if (this.#toShow === null) return;
    const isOther = this.#toShow.shown !== shown;
    if (!isShown && !isOther) return;
    const { work } = this.#toShow;
    this.#toShow = null;
    if (isOther) this.#store.say('Nothing was added: the label was not drawn yet.', true);
    else for (const each of work) each();
  }
}

/** Ranges at their places after a change. */
function moved<T extends TextRange>(ranges: readonly T[], map: PlaceMap): readonly T[] {
  return ranges.map((each) => ({ ...each, start: map(each.start, 1), end: map(each.end, -1) }));
}

/** The ranges that still have characters. */
function stillThere<T extends TextRange>(ranges: readonly T[]): readonly T[] {
  return ranges.filter(({ start, end }) => start < end);
}
