import type { FilePlace, ListedLabel, OpenedLabel, WorkspaceLabels } from '../workspace/workspace.ts';
import { getJson, postJson } from './api-client.ts';
import { button, h, labelled, setText } from './dom.ts';
import { forgetDraft, moveDraft } from './drafts.ts';
import { moveLocalSettings } from './local-settings.ts';
import type { PageStore } from './state.ts';
import { NOWHERE } from './unsaved-label.ts';

/** Renames and deletes labels of files, and of an account of a service. */
export interface LabelActions {
  readonly dialog: HTMLDialogElement;
  /** Asks for the new name of a label. */
  rename(label: ListedLabel): void;
  /** Deletes a label if the user confirms it. */
  remove(label: ListedLabel): void;
}

export function labelActions(store: PageStore): LabelActions {
  const name = h('input', { type: 'text', required: true, maxlength: 200, oninput: () => showPlace() });
  const hint = h('output', { class: 'hint' });
  let before: OpenedLabel | null = null;
  const showPlace = placeHint(hint, () => (before === null ? null : { id: before.id, name: name.value }));
  const dialog = h(
    'dialog',
    { 'aria-label': 'Rename' },
    h(
      'form',
      {
        onsubmit: (event) => {
          event.preventDefault();
          const label = before;
          if (label === null) return;
          renamed(label, name.value).then(
            (after) => {
              dialog.close();
              if (after !== null) store.attempt(() => followName(store, label, after));
            },
            (error: unknown) => setText(hint, (error as Error).message),
          );
        },
      },
      labelled('New name', name),
      hint,
      h('button', { type: 'submit', class: 'primary' }, 'Rename'),
      button('Cancel', () => dialog.close()),
    ),
  );
  return {
    dialog,
    rename: ({ id }) =>
      store.attempt(async () => {
        before = await asOpened(store, id);
        name.value = before.name;
        setText(hint, '');
        dialog.showModal();
        name.select();
        showPlace();
      }),
    remove: (label) => store.attempt(() => remove(store, label)),
  };
}

/** Whether a file may be written: if another one is in its place, the user decides. */
export function mayReplace({ place, revision }: FilePlace): boolean {
  return revision === null || confirm(`${place} already exists. Replace it?`);
}

/** Shows the file for a name, and whether it exists; only the answer to the last request counts. */
export function placeHint(hint: HTMLElement, request: () => object | null): () => void {
  let asked = 0;
  return () => {
    const turn = ++asked;
    const wanted = request();
    if (wanted === null) return;
    postJson<FilePlace | null>('api/file-place', wanted).then(
      (found) => {
        if (turn !== asked) return;
        setText(hint, found === null ? '' : found.place + (found.revision === null ? '' : ' already exists'));
      },
      // The answer to the form reports an empty name, and a server that is gone.
      () => {},
    );
  };
}

/** Reads the list of files again. @param change is made to the listed labels of a service */
export async function listFiles(
  store: PageStore,
  change: (label: ListedLabel) => readonly ListedLabel[] = (label) => [label],
): Promise<void> {
  const { labels } = await getJson<WorkspaceLabels>('api/labels');
  const ofService = store.state.labels.filter(({ kind }) => kind === 'service').flatMap(change);
  store.set({ labels: [...labels, ...ofService] });
}

/** A label: the open one from the page's state, any other from the server. */
async function asOpened({ state }: PageStore, id: string): Promise<OpenedLabel> {
  if (state.label.id === id) return state.label;
  return getJson<OpenedLabel>(`api/label?id=${encodeURIComponent(id)}`);
}

/** Renames a label. Returns null if another file has the name, and the user keeps it. */
async function renamed({ id, revision }: OpenedLabel, name: string): Promise<OpenedLabel | null> {
  const found = await postJson<FilePlace | null>('api/file-place', { id, name });
  if (found !== null && !mayReplace(found)) return null;
  return postJson<OpenedLabel>('api/rename', { id, name, revision, replaces: found?.revision ?? null });
}

/** Gives the new name to the open label, its draft and its settings. */
async function followName(store: PageStore, before: OpenedLabel, after: OpenedLabel): Promise<void> {
  if (store.state.label.id === before.id) store.set({ label: after });
  moveDraft(before, after);
  moveLocalSettings(before, after);
  await listFiles(store, (label) => (label.id === after.id ? [{ ...label, name: after.name }] : [label]));
  store.say(`${before.name} is now called ${after.name}`);
}

async function remove(store: PageStore, label: ListedLabel): Promise<void> {
  const { home, revision } = await asOpened(store, label.id);
  const isIn = ({ kind, place }: ListedLabel): boolean => kind === label.kind && place === label.place;
  const gone = store.state.labels.filter(isIn);
  if (!confirm(questionOf(label, gone.length))) return;
  await postJson('api/delete', { id: label.id, revision });
  const { label: open } = store.state;
  // The text of the open label stays in the page, where it can be saved again.
  if (isIn(open)) {
    const { outputFormat, examples } = open;
    const kind = open.kind === 'zpl' ? 'zpl' : 'bundle';
    store.set({ label: { ...open, ...NOWHERE, outputFormat, examples, kind } });
  }
  for (const { id } of gone) forgetDraft({ home, id });
  await listFiles(store, (each) => (isIn(each) ? [] : [each]));
  const again = isIn(open) ? ' Its text is still here: Save as… writes it again.' : '';
  store.say(`${nameOf(label)} is deleted.${again}`);
}

function questionOf(label: ListedLabel, count: number): string {
  if (label.kind === 'service') return `Delete ${label.name} from the account, with its revisions?`;
  return `Delete ${nameOf(label)}${count > 1 ? ` with its ${count} labels` : ''}?`;
}

function nameOf({ kind, name, place }: ListedLabel): string {
  return kind === 'service' ? name : place;
}
