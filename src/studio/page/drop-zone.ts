import type { DroppedStream } from '../engine/dropped-stream.ts';
import type { OpenedLabel } from '../workspace/workspace.ts';
import { postBytes } from './ask.ts';
import { button, h } from './dom.ts';
import { mayLeave, openedUnsaved } from './open-label.ts';
import type { Store } from './state.ts';
import type { UnsavedLabel } from './unsaved-label.ts';

/**
 * Takes files that are dropped on the page, or chosen: what a program sent to a printer becomes a label, which is not saved
 * yet.
 */
export function dropZone(store: Store): { readonly dialog: HTMLDialogElement; choose(): void } {
  const notes = h('ul', {});
  const dialog = h(
    'dialog',
    { 'aria-label': 'What the import changed' },
    h('h2', {}, 'What the import says'),
    notes,
  );
  dialog.append(button('Close', () => dialog.close()));
  const bringIn = (file: File | undefined): void => {
    if (file === undefined || !mayLeave(store)) return;
    store.attempt(async () => {
      const dropped = await take(store, file);
      notes.replaceChildren(...dropped.notes.map((note) => h('li', {}, note)));
      if (dropped.notes.length > 0) dialog.showModal();
    });
  };
  const input = h('input', {
    type: 'file',
    onchange: () => {
      bringIn(input.files?.[0]);
      // The same file can be chosen again.
      input.value = '';
    },
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    bringIn(event.dataTransfer?.files[0]);
  });
  return { dialog, choose: () => input.click() };
}

/** Opens the first label of the stream; the others are in the list of labels, not saved yet as the first one is. */
async function take(store: Store, file: File): Promise<DroppedStream> {
  const stream = await postBytes<DroppedStream>(`/api/import?name=${encodeURIComponent(file.name)}`, file);
  const name = file.name.replace(/\.\w+$/, '');
  const { length } = stream.labels;
  const dropped = stream.labels.map(({ zpl, size, fieldTransforms, records }, index): UnsavedLabel => {
    const label: OpenedLabel = {
      id: '',
      name: length === 1 ? name : `${name} ${index + 1}`,
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
    return { label, variables: records[0] ?? {} };
  });
  if (dropped[0] === undefined) return stream;
  store.set({ dropped, ...openedUnsaved(dropped[0]) });
  store.say(
    length === 1
      ? `${file.name} is imported`
      : `${length} labels of ${file.name} are imported: the others are in the list (Ctrl+O)`,
  );
  return stream;
}
