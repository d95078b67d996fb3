import type { FilePlace, LabelContent, OpenedLabel } from '../workspace/workspace.ts';
import { postJson } from './api-client.ts';
import { button, h, labelled, select } from './dom.ts';
import { forgetDraft } from './drafts.ts';
import { listFiles, mayReplace, placeHint } from './label-actions.ts';
import type { PageStore, StudioState } from './state.ts';

/** The kind of a file. */
type FileKind = 'zpl' | 'bundle';

const HINTS = {
  bytes: 'The label is not UTF-8, which a bundle has to be.',
  zpl: 'Only the ZPL, without size, transforms and examples.',
  bundle: 'A JSON file with the ZPL, size, transforms and examples, for platen labels import.',
};

/** Saves the label where it came from, or as a new file. */
export function saving(store: PageStore): {
  readonly dialog: HTMLDialogElement;
  save(): void;
  saveAs(): void;
} {
  const name = h('input', { type: 'text', required: true, maxlength: 200, oninput: () => showPlace() });
  const kind = select(
    [
      ['zpl', 'ZPL (.zpl)'],
      ['bundle', 'Bundle (.json)'],
    ],
    () => showKind(),
  );
  const hint = h('p', { class: 'hint' });
  const place = h('output', { class: 'hint' });
  const choice = (): FileChoice => ({ name: name.value, kind: kind.value as FileKind });
  const showPlace = placeHint(place, choice);
  const showKind = (): void => {
    hint.textContent = HINTS[kind.disabled ? 'bytes' : choice().kind];
    showPlace();
  };
  const form = h(
    'form',
    {
      method: 'dialog',
      onsubmit: () => store.attempt(() => add(store, choice())),
    },
    labelled('Name of the new label', name),
    labelled('Kind', kind),
    hint,
    place,
    h('button', { type: 'submit', class: 'primary' }, 'Save'),
  );
  const dialog = h('dialog', { 'aria-label': 'Save as' }, form);
  form.append(button('Cancel', () => dialog.close()));
  const saveAs = (): void => {
    const { label } = store.state;
    name.value = label.name;
    kind.disabled = label.encoding === 'bytes';
    kind.value = kind.disabled || label.kind === 'zpl' ? 'zpl' : 'bundle';
    showKind();
    dialog.showModal();
    name.select();
  };
  return {
    dialog,
    saveAs,
    save: () => (store.state.label.revision === null ? saveAs() : store.attempt(() => save(store))),
  };
}

/** The name and the kind of a new file. */
interface FileChoice {
  readonly name: string;
  readonly kind: FileKind;
}

function contentOf({ label, text, size }: StudioState): LabelContent {
  const { encoding, fieldTransforms } = label;
  return { zpl: text, encoding, size, fieldTransforms, examples: null };
}

async function save(store: PageStore): Promise<void> {
  const { label } = store.state;
  const { id, revision } = label;
  const saved = await postJson<OpenedLabel>('api/save', { id, revision, ...contentOf(store.state) });
  // A label opened meanwhile stays open.
  if (store.state.label === label) store.set({ label: saved });
  store.say(`${saved.place} is saved`);
}

async function add(store: PageStore, choice: FileChoice): Promise<void> {
  const { state } = store;
  const found = await postJson<FilePlace>('api/file-place', choice);
  if (!mayReplace(found)) return;
  const { dynamicTokens, outputFormat, examples } = state.label;
  const label = await postJson<OpenedLabel>('api/add', {
    ...choice,
    replaces: found.revision,
    dynamicTokens,
    outputFormat,
    ...contentOf(state),
    examples,
  });
  // The draft of the replaced file is outdated.
  forgetDraft(label);
  // A label opened meanwhile stays open.
  if (store.state.label === state.label) store.set({ label });
  store.set({ dropped: store.state.dropped.filter((each) => each.label !== state.label) });
  await listFiles(store);
  const saved = `Saved as ${label.place}`;
  store.say(
    label.kind === 'zpl'
      ? saved
      : `${saved}. To import it into a service: platen labels import ${label.place} --account ID`,
  );
}
