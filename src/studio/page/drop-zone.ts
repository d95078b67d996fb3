import type { DroppedStream } from '../engine/dropped-stream.ts';
import type { OpenedLabel } from '../workspace/workspace.ts';
import { postBytes } from './ask.ts';
import { button, h } from './dom.ts';
import { opened } from './open-label.ts';
import { isChanged, type Store } from './state.ts';

/** Takes files that are dropped on the page: what a program sent to a printer becomes a label, which is not saved yet. */
export function dropZone(store: Store): HTMLDialogElement {
  const notes = h('ul', {});
  const dialog = h(
    'dialog',
    { 'aria-label': 'What the import changed' },
    h('h2', {}, 'What the import says'),
    notes,
  );
  dialog.append(button('Close', () => dialog.close()));
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    event.preventDefault();
    if (file === undefined) return;
    if (isChanged(store.state) && !confirm('This label has changes that are not saved. Leave them?')) return;
    store.attempt(async () => {
      const dropped = await take(store, file);
      notes.replaceChildren(...dropped.notes.map((note) => h('li', {}, note)));
      if (dropped.notes.length > 0) dialog.showModal();
    });
  });
  return dialog;
}

async function take(store: Store, file: File): Promise<DroppedStream> {
  const dropped = await postBytes<DroppedStream>(`/api/import?name=${encodeURIComponent(file.name)}`, file);
  const [first] = dropped.labels;
  if (first === undefined) return dropped;
  const { zpl, size, fieldTransforms, records } = first;
  const label: OpenedLabel = {
    id: '',
    name: file.name.replace(/\.\w+$/, ''),
    kind: 'bundle',
    place: '',
    encoding: 'utf-8',
    zpl,
    size,
    fieldTransforms,
    dynamicTokens: [],
    outputFormat: 'vector',
    revision: null,
  };
  store.set({ ...(await opened(label)), variables: records[0] ?? {} });
  const { length } = dropped.labels;
  store.say(
    length === 1 ? `${file.name} is imported` : `${file.name}: the first of ${length} labels is imported`,
  );
  return dropped;
}
