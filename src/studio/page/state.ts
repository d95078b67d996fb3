import type { LabelSize } from '../../units.ts';
import type { ShownFinding, TextRange, View } from '../engine/messages.ts';
import type { RowTable } from '../rows/row-table.ts';
import type { ListedLabel, OpenedLabel, WorkspaceLabels } from '../workspace/workspace.ts';
import type { NewField } from './edit/new-fields.ts';
import type { Point } from './geometry.ts';
import { isOutdated, type Message } from './message.ts';
import type { UnsavedLabel } from './unsaved-label.ts';

/** A view of one label with its picture. */
export interface DrawnView extends View {
  /** The picture of the label, on which a later drawing is painted; null without a label. */
  readonly image: HTMLCanvasElement | null;
  /** The number of the drawing, for which findings come later. */
  readonly drawing: number;
  /** The edits of the text that it shows: {@link StudioState.edits}. */
  readonly edits: number;
  /** All findings; until the linter has answered, those of the previous text. */
  readonly findings: readonly ShownFinding[];
}

/** The shown label of a stream by its index, or all labels. */
export type Shown = number | 'all';

/** The ranges of the selected fields: the first one, and the rest. */
export interface Selection extends TextRange {
  readonly others?: readonly TextRange[];
}

/** The ranges of all fields that are selected. */
export function selectedRanges(selection: Selection | null): readonly TextRange[] {
  if (selection === null) return [];
  const { start, end, others = [] } = selection;
  return [{ start, end }, ...others];
}

/** A table that is open in the page. */
export interface OpenTable extends RowTable {
  /** The name of its file, without the ending. */
  readonly name: string;
}

/** The results of checking a table's rows. */
export interface RowChecks {
  /** Why rows cannot be printed, by their indexes. */
  readonly failed: ReadonlyMap<number, string>;
  /** The number of checked rows; later ones have their results of the last check. */
  readonly done: number;
  /** `stale`: the label or a value has changed since the check. */
  readonly phase: 'running' | 'stale' | 'done';
}

/** The state of the page that several of its parts use. */
export interface StudioState {
  /** Whether labels can be saved to files or a service. */
  readonly canSave: boolean;
  /** All labels that can be opened. */
  readonly labels: readonly ListedLabel[];
  /** Why the labels of a service are not listed, or not yet; null if they are, or without a service. */
  readonly missing: string | null;
  /** Labels of streams that were dropped on the page, and not saved yet. */
  readonly dropped: readonly UnsavedLabel[];
  /** The label as it was opened or last saved. */
  readonly label: OpenedLabel;
  /** The edited source. */
  readonly text: string;
  /** Counts the changes in the editor. */
  readonly edits: number;
  readonly size: LabelSize;
  readonly variables: Readonly<Record<string, string>>;
  /** Whether rows can be checked, and made in one go. */
  readonly checksRows: boolean;
  /** Printers that labels can be compared with. */
  readonly targets: WorkspaceLabels['targets'];
  /** The name of the printer that the label is compared with; null for none. */
  readonly target: string | null;
  /** The opened rows of values; null before. */
  readonly table: OpenTable | null;
  /** The index of the row whose values the variables have; null for none. */
  readonly row: number | null;
  /** Indexes of rows that are chosen, for printing and files; empty for all. */
  readonly picked: ReadonlySet<number>;
  /** Null before the first check. */
  readonly checks: RowChecks | null;
  /** The clock of automatic tokens; null follows the time. Milliseconds since the epoch. */
  readonly clock: number | null;
  readonly shown: Shown;
  /** The last finished drawing; null before the first. */
  readonly view: DrawnView | null;
  /** Whether the label has changed since that drawing, and is being drawn. */
  readonly isDrawing: boolean;
  /** The text that the findings are about. */
  readonly linted: string | null;
  /** Whether changes since the label was saved are shown in colours. */
  readonly compares: boolean;
  readonly selected: Selection | null;
  /** The field that the next click on the label adds; null if a click selects. */
  readonly placing: NewField | null;
  /** The picture that is being placed, and the pixel of the window where it was dropped; null for none. */
  readonly picture: { readonly file: File; readonly pointer: Point | null } | null;
  /** The last result or failure, for people. */
  readonly message: Message;
}

/** Whether the drawing is that of the chosen label; until then the previous label is visible. */
export function showsLabel({ view, shown }: Pick<StudioState, 'view' | 'shown'>): boolean {
  return view?.first === (shown === 'all' ? 0 : shown);
}

type Listener = (state: StudioState) => void;

/** The page's state, whose members parts of the page set and listen to. */
export class PageStore {
  #state: StudioState;
  readonly #listeners: { readonly keys: readonly (keyof StudioState)[]; readonly listener: Listener }[] = [];

  constructor(state: StudioState) {
    this.#state = state;
  }

  get state(): StudioState {
    return this.#state;
  }

  /** Sets members. Listeners to members whose values differ are called in the order in which they were added. */
  set(change: Partial<StudioState>): void {
    const before = this.#state;
    this.#state = { ...before, ...change };
    const changed = new Set(
      (Object.keys(change) as (keyof StudioState)[]).filter((key) => before[key] !== change[key]),
    );
    const isOther = before.label.id !== this.#state.label.id;
    if (!changed.has('message') && isOutdated(before.message, changed, isOther)) {
      this.#state = { ...this.#state, message: { text: '', isError: false } };
      changed.add('message');
    }
    for (const { keys, listener } of this.#listeners) {
      if (keys.some((key) => changed.has(key))) listener(this.#state);
    }
  }

  /** Calls a listener now, and after each change of one of its members. */
  on(keys: readonly (keyof StudioState)[], listener: Listener): void {
    this.#listeners.push({ keys, listener });
    listener(this.#state);
  }

  /** Shows a message to the user, and announces it to screen readers. */
  say(text: string, isError: boolean = false, isLasting: boolean = false): void {
    this.set({ message: { text, isError, isLasting } });
  }

  /** Does work that may fail; the message of a failure is shown. */
  attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => this.say((error as Error).message, true));
  }
}

/** Whether the label has changes to save. */
export function isChanged({ label, text, size }: StudioState): boolean {
  const { size: saved } = label;
  const isResized =
    saved !== null &&
    (saved.widthMm !== size.widthMm || saved.heightMm !== size.heightMm || saved.dpi !== size.dpi);
  return label.revision === null ? text !== label.zpl : text !== label.zpl || isResized;
}
