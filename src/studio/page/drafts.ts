import type { LabelSize } from '../../units.ts';
import type { OpenedLabel } from '../workspace/workspace.ts';
import { isChanged, type PageStore, type StudioState } from './state.ts';

/** A changed label that is not saved. The browser keeps it across reloads, crashes, and a server that is gone. */
export interface Draft {
  /** The label before the changes. */
  readonly label: OpenedLabel;
  readonly text: string;
  readonly size: LabelSize;
  readonly variables: Readonly<Record<string, string>>;
  /** When it was kept. Milliseconds since the epoch. */
  readonly at: number;
}

const PREFIX = 'draft:';
/** The label that this tab shows, by its id; empty for one that is in the page alone. */
const OPEN = 'open';
/** Browsers keep some five million characters for an address. */
const DRAFTS_MAX = 40;
const LENGTH_MAX = 1_000_000;
const PAUSE_MS = 250;

/** The draft that is kept of a label; null for none. */
export function draftOfLabel(label: Pick<OpenedLabel, 'home' | 'id'>): Draft | null {
  return draftAt(keyOf(label));
}

/** The id of the label that this tab showed before it was loaded again; null for a new tab. */
export function openBefore(): string | null {
  return sessionStorage.getItem(OPEN);
}

/** Forgets the draft of a label. */
export function forgetDraft(label: Pick<OpenedLabel, 'home' | 'id'>): void {
  localStorage.removeItem(keyOf(label));
}

/** Keeps the draft of a label that was renamed under its new name, in place of one that was kept there. */
export function moveDraft(before: OpenedLabel, after: OpenedLabel): void {
  const draft = draftOfLabel(before);
  forgetDraft(before);
  if (draft === null) return forgetDraft(after);
  // A draft of an older revision stays one, so that the page asks which one is kept.
  const { revision } = draft.label.revision === before.revision ? after : draft.label;
  localStorage.setItem(keyOf(after), JSON.stringify({ ...draft, label: { ...draft.label, revision } }));
}

/**
 * Keeps the label that is open whenever it is changed, and forgets it when it is saved or as it was.
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
    // Another label is open now: what was typed last of the one before is kept first.
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

/** Keeps a state, if there is something to keep. Returns whether nothing of it would be lost. */
function kept(state: StudioState): boolean {
  const { label, text, size, variables } = state;
  const key = keyOf(label);
  if (!isChanged(state)) {
    localStorage.removeItem(key);
    return true;
  }
  const draft = JSON.stringify({ label, text, size, variables, at: Date.now() } satisfies Draft);
  if (draft.length > LENGTH_MAX) return false;
  try {
    if (localStorage.getItem(key) === null) forgetOldest();
    localStorage.setItem(key, draft);
    return true;
  } catch {
    // The browser has no room.
    return false;
  }
}

function keyOf({ home, id }: Pick<OpenedLabel, 'home' | 'id'>): string {
  return `${PREFIX}${home}:${id}`;
}

/** Makes room for one more. */
function forgetOldest(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  if (keys.length < DRAFTS_MAX) return;
  const byAge = keys.map((key) => ({ key, at: draftAt(key)?.at ?? 0 })).toSorted((a, b) => b.at - a.at);
  for (const { key } of byAge.slice(DRAFTS_MAX - 1)) localStorage.removeItem(key);
}

function draftAt(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Draft> | null;
    // A page of another version may have kept something else.
    return typeof draft?.text === 'string' && draft.label !== undefined && draft.size !== undefined
      ? { variables: {}, at: 0, ...(draft as Pick<Draft, 'label' | 'text' | 'size'>) }
      : null;
  } catch {
    return null;
  }
}
