import type { LabelSize } from '../../units.ts';
import type { OpenedLabel } from '../workspace/workspace.ts';
import { LabelStorage } from './label-storage.ts';
import { isChanged, type PageStore, type StudioState } from './state.ts';

/** A changed label that is not saved. The browser keeps it across reloads and crashes, and without the server. */
export interface Draft {
  /** The label before the changes. */
  readonly label: OpenedLabel;
  readonly text: string;
  readonly size: LabelSize;
  readonly variables: Readonly<Record<string, string>>;
  /** When it was kept. Milliseconds since the epoch. */
  readonly at: number;
}

/** The key of the label that this tab shows; the value is its id, or empty for a label in the page only. */
const OPEN = 'open';
const PAUSE_MS = 250;

/** Browsers keep some five million characters for an address. */
const drafts = new LabelStorage<Draft>('draft:', 40, 1_000_000);

/** The draft that is kept of a label; null for none. */
export function draftOfLabel(label: Pick<OpenedLabel, 'home' | 'id'>): Draft | null {
  const draft = drafts.get(label);
  // A page of another version may have kept something else.
  return typeof draft?.text === 'string' && draft.label !== undefined && draft.size !== undefined
    ? { variables: {}, at: 0, ...(draft as Pick<Draft, 'label' | 'text' | 'size'>) }
    : null;
}

/** The id of the label that this tab showed before it was loaded again; null for a new tab. */
export function openBefore(): string | null {
  return sessionStorage.getItem(OPEN);
}

/** Forgets the draft of a label. */
export function forgetDraft(label: Pick<OpenedLabel, 'home' | 'id'>): void {
  drafts.remove(label);
}

/** Gives the draft of a renamed label to its new name, in place of any draft there. */
export function moveDraft(before: OpenedLabel, after: OpenedLabel): void {
  const draft = draftOfLabel(before);
  forgetDraft(before);
  if (draft === null) return forgetDraft(after);
  // A draft of an older revision keeps it, so that the page asks which version is kept.
  const { revision } = draft.label.revision === before.revision ? after : draft.label;
  drafts.set(after, { ...draft, label: { ...draft.label, revision } });
}

/**
 * Keeps a draft of the open label after each change, and forgets it once the label is saved or unchanged.
 *
 * @returns whether leaving the page would lose changes
 */
export function keepDrafts(store: PageStore): () => boolean {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isKept = true;
  const keep = (state: StudioState): void => {
    clearTimeout(timer);
    isKept = kept(state);
  };
  let before = store.state;
  store.on(['label', 'text', 'size', 'variables'], (state) => {
    // Another label is open now: the last changes of the previous one are kept first.
    if (state.label !== before.label && state.label.id !== before.label.id) keep(before);
    before = state;
    clearTimeout(timer);
    timer = setTimeout(() => keep(store.state), PAUSE_MS);
  });
  store.on(['label'], ({ label }) => sessionStorage.setItem(OPEN, label.id));
  addEventListener('pagehide', () => keep(store.state));
  return () => {
    keep(store.state);
    return !isKept;
  };
}

/** Keeps the changes of a state, if it has any. Returns false if they could not be kept. */
function kept(state: StudioState): boolean {
  const { label, text, size, variables } = state;
  if (isChanged(state)) return drafts.set(label, { label, text, size, variables, at: Date.now() });
  forgetDraft(label);
  return true;
}
