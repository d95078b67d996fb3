import type { LabelContent, LabelList, OpenedLabel } from '../workspace/workspace.ts';
import { getJson, postJson } from './ask.ts';
import { button, h } from './dom.ts';
import type { PageStore, StudioState } from './state.ts';

/** Saves the label where it came from; one that has no such place, as a file of its own. */
export function saving(store: PageStore): {
  readonly dialog: HTMLDialogElement;
  save(): void;
  saveAs(): void;
} {
  const name = h('input', { type: 'text', required: true, maxlength: 200 });
  const hint = h('p', { class: 'hint' });
  const form = h(
    'form',
    {
      method: 'dialog',
      onsubmit: () => store.attempt(() => add(store, name.value)),
    },
    h('label', {}, h('span', {}, 'Name of the new label'), name),
    hint,
    h('button', { type: 'submit', class: 'primary' }, 'Save'),
  );
  const dialog = h('dialog', { 'aria-label': 'Save as' }, form);
  form.append(button('Cancel', () => dialog.close()));
  const saveAs = (): void => {
    const { label } = store.state;
    name.value = label.name;
    hint.textContent =
      label.encoding === 'bytes'
        ? 'It is written as a file of ZPL: its bytes are not UTF-8, which a bundle would have to be.'
        : 'It is written as a bundle: a JSON file with its ZPL, size and transforms.';
    dialog.showModal();
    name.select();
  };
  return {
    dialog,
    saveAs,
    save: () => (store.state.label.revision === null ? saveAs() : store.attempt(() => save(store))),
  };
}

function contentOf({ label, text, size }: StudioState): LabelContent {
  const { encoding, fieldTransforms } = label;
  return { zpl: text, encoding, size, fieldTransforms };
}

async function save(store: PageStore): Promise<void> {
  const { label } = store.state;
  const { id, revision } = label;
  const saved = await postJson<OpenedLabel>('api/save', { id, revision, ...contentOf(store.state) });
  // A label opened meanwhile stays open.
  if (store.state.label === label) store.set({ label: saved });
  store.say(`${saved.place} is saved`);
}

async function add(store: PageStore, name: string): Promise<void> {
  const { dynamicTokens, outputFormat } = store.state.label;
  const besides = { name, dynamicTokens, outputFormat };
  const before = store.state.label;
  const label = await postJson<OpenedLabel>('api/add', { ...besides, ...contentOf(store.state) });
  const { labels } = await getJson<LabelList>('api/labels');
  store.set({
    label,
    labels: [...labels, ...store.state.labels.filter(({ kind }) => kind === 'service')],
    dropped: store.state.dropped.filter((each) => each.label !== before),
  });
  const saved = `Saved as ${label.place}`;
  store.say(
    label.kind === 'zpl'
      ? saved
      : `${saved}. A service takes it by: platen labels import ${label.place} --account ID`,
  );
}
