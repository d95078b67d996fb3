import type { DroppedStream, ImportChoices } from '../engine/dropped-stream.ts';
import { postBytes } from './api-client.ts';
import { isPictureFile } from './chosen-picture.ts';
import { h } from './dom.ts';
import type { Point } from './geometry.ts';
import { importReport } from './import-report.ts';
import { mayLeave, openedUnsaved } from './open-label.ts';
import type { PageStore } from './state.ts';
import { NOWHERE, type UnsavedLabel } from './unsaved-label.ts';

const NO_CHOICES: ImportChoices = { removesSetup: false, marksRasters: false };

/**
 * Takes files that are dropped on the page, or chosen. A picture or a PDF is placed on the label. A stream that a
 * program sent to a printer becomes an unsaved label. A report lists the changes by the import; its options import the
 * stream again.
 */
export function dropZone(store: PageStore): { readonly dialog: HTMLDialogElement; choose(): void } {
  const report = importReport();
  // The number of the last import: if several overlap, the last one counts.
  let asked = 0;
  const bringIn = async (file: File): Promise<void> => {
    const others = store.state.dropped;
    const importWith = async (choices: ImportChoices): Promise<void> => {
      const turn = ++asked;
      const { label, text } = store.state;
      const stream = await importedBy(file, choices);
      if (turn !== asked) return;
      if (store.state.label !== label || store.state.text !== text)
        return store.say('The label has changed in the meantime, so nothing is imported', true);
      open(store, file, stream, others);
      report.show(stream, choices, importWith);
    };
    await importWith(NO_CHOICES);
  };
  const bringInOrPlace = async (file: File, pointer: Point | null): Promise<void> => {
    if (await isPictureFile(file)) store.set({ picture: { file, pointer } });
    else if (mayLeave(store)) await bringIn(file);
  };
  const take = (files: FileList | null | undefined, pointer: Point | null): void => {
    const [file, another] = files ?? [];
    if (another !== undefined) store.say('Import one file at a time.', true);
    else if (file !== undefined) store.attempt(() => bringInOrPlace(file, pointer));
  };
  const input = h('input', {
    type: 'file',
    onchange: () => {
      take(input.files, null);
      // The same file can be chosen again.
      input.value = '';
    },
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files, { x: event.clientX, y: event.clientY });
  });
  return { dialog: report.dialog, choose: () => input.click() };
}

function importedBy(file: File, { removesSetup, marksRasters }: ImportChoices): Promise<DroppedStream> {
  const query = new URLSearchParams({ name: file.name });
  if (removesSetup) query.set('remove-setup', '');
  if (marksRasters) query.set('rasters', '');
  return postBytes(`api/import?${query}`, file);
}

/**
 * Opens the first label of the stream. The rest are in the list of labels; none of them is saved yet.
 *
 * @param others the labels that were dropped before
 */
function open(
  store: PageStore,
  file: File,
  { labels }: DroppedStream,
  others: readonly UnsavedLabel[],
): void {
  const name = file.name.replace(/\.\w+$/, '');
  const dropped = labels.map(({ zpl, size, fieldTransforms, records }, index): UnsavedLabel => {
    const numbered = labels.length === 1 ? name : `${name} ${index + 1}`;
    const content = { encoding: 'utf-8', zpl, size, fieldTransforms, dynamicTokens: [] } as const;
    return { label: { ...NOWHERE, name: numbered, ...content }, variables: records[0] ?? {} };
  });
  const [first] = dropped;
  if (first === undefined) return;
  store.set({ dropped: [...dropped, ...others], ...openedUnsaved(first) });
  store.say(
    labels.length === 1
      ? `${file.name} is imported`
      : `${labels.length} labels of ${file.name} are imported: the rest are in the list (Ctrl+O)`,
  );
}
