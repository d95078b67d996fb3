import type { ListedLabel, WorkspaceLabels } from '../workspace/workspace.ts';
import { keepInAddress } from './address.ts';
import { getJson } from './api-client.ts';
import { barcodesPanel } from './barcodes-panel.ts';
import { button, h, setText } from './dom.ts';
import { keepDrafts, openBefore } from './drafts.ts';
import { DrawnFields } from './drawn-fields.ts';
import { dropZone } from './drop-zone.ts';
import { Editor } from './editor.ts';
import { FieldActions } from './field-actions.ts';
import { fileWatch } from './file-watch.ts';
import { findingsPanel } from './findings-panel.ts';
import { labelActions } from './label-actions.ts';
import { LabelFields, mappedSelection } from './label-fields.ts';
import { labelList } from './label-list.ts';
import { labelPane } from './label-pane.ts';
import { keepLocalSettings } from './local-settings.ts';
import { EMPTY, newLabel } from './new-label.ts';
import { mayLeave, type OpenedState, opened, openedUnsaved, openLabel, withDraft } from './open-label.ts';
import { linkedLabel } from './permalink.ts';
import { followDrafts } from './preview.ts';
import { printDialog } from './print-dialog.ts';
import { propertiesPanel } from './properties-panel.ts';
import { rowsPanel } from './rows/rows-panel.ts';
import { saving } from './saving.ts';
import { startSession } from './session.ts';
import { shareMenu } from './share-menu.ts';
import { sizePanel } from './size-panel.ts';
import { fieldAt } from './source-fields.ts';
import { isChanged, PageStore, type StudioState, selectedRanges } from './state.ts';
import { variablesPanel } from './variables-panel.ts';

const START: StudioState = {
  canSave: true,
  labels: [],
  missing: null,
  dropped: [],
  edits: 0,
  checksRows: false,
  targets: [],
  target: null,
  table: null,
  picked: new Set(),
  checks: null,
  isDrawing: false,
  ...opened(EMPTY),
};

const nonce = document.querySelector('meta[name="style-nonce"]')?.getAttribute('content') ?? '';

async function start(): Promise<void> {
  await startSession();
  const { labels, hasService, canSave, checksRows, targets } = await getJson<WorkspaceLabels>('api/labels');
  const store = new PageStore({
    ...START,
    canSave,
    checksRows,
    targets,
    labels,
    ...(await firstLabel(labels)),
  });
  build(store);
  addEventListener('hashchange', () => store.attempt(() => follow(store)));
  if (hasService) await addServiceLabels(store);
}

/** Adds the labels of a service to the list, for which the page does not wait. */
async function addServiceLabels(store: PageStore): Promise<void> {
  const asking = 'Asking the service for its labels…';
  store.set({ missing: asking });
  store.say(asking, false, true);
  try {
    const saved = await getJson<readonly ListedLabel[]>('api/service-labels');
    store.set({ labels: [...store.state.labels, ...saved], missing: null });
    if (store.state.message.text === asking) store.say('');
    const { label, text } = store.state;
    if (saved[0] !== undefined && label === EMPTY && text === EMPTY.zpl)
      store.set(await openLabel(saved[0].id));
  } catch (error) {
    const { message } = error as Error;
    store.set({ missing: message });
    store.say(message, true);
  }
}

/** The label in the address, the one that this tab showed before, the first of the list, or an example. */
async function firstLabel(labels: readonly ListedLabel[]): Promise<OpenedState> {
  const before = openBefore();
  const listed = labels.find(({ id }) => id === before) ?? (before === '' ? undefined : labels[0]);
  const own = async () => (listed === undefined ? withDraft(EMPTY) : openLabel(listed.id));
  try {
    const linked = await linkedLabel(location.hash);
    return linked === null ? own() : openedUnsaved(linked);
  } catch (error) {
    return { ...(await own()), message: { text: (error as Error).message, isError: true } };
  }
}

/** Opens the label of a link that is put into the address while the page is open. */
async function follow(store: PageStore): Promise<void> {
  const linked = await linkedLabel(location.hash);
  if (linked !== null && mayLeave(store)) store.set(openedUnsaved(linked));
}

function build(store: PageStore): void {
  const { canSave } = store.state;
  const source = h('div', { class: 'editor' });
  const tips = h('div', { role: 'region', 'aria-label': 'Completions and help' });
  const drawn = new DrawnFields(store);
  const editor = new Editor(source, tips, nonce, {
    onText: (text, map) => {
      drawn.follow(map);
      const { edits, selected } = store.state;
      store.set({ text, edits: edits + 1, selected: mappedSelection(selected, map) });
    },
    onCursor: (at) => {
      const field = fieldAt(store.state.text, at);
      const { selected } = store.state;
      // Typing within a field has moved the selection already.
      const isSelected = selected?.start === field?.start && selected?.end === field?.end;
      if (isSelected && selected?.others === undefined) return;
      store.set({ selected: field === null ? null : { start: field.start, end: field.end } });
    },
  });
  store.on(['label'], ({ text }) => {
    // A label that was saved is in the editor already, with its history.
    if (editor.text !== text) editor.load(text);
  });
  store.on(['selected'], ({ selected }) => editor.mark(selectedRanges(selected)));
  const fields = new LabelFields(store, editor, drawn);
  const actions = new FieldActions(store, fields);
  const save = saving(store);
  const rows = rowsPanel(store, () => print.openForRows());
  const print = printDialog(store, rows.check);
  const drop = dropZone(store);
  const begin = newLabel(store);
  const files = labelActions(store);
  const list = labelList(store, files, begin.open);
  const saveOrSay = (): void => {
    if (canSave) save.save();
    else store.say('Nothing is saved here: the address of this page holds the label.');
  };
  const watch = fileWatch(store, save.saveAs);
  const losesChanges = canSave ? keepDrafts(store) : keepInAddress(store);
  document.body.replaceChildren(
    header(store, { open: list.open, begin: begin.open, bringIn: drop.choose, print: print.open, ...save }),
    h(
      'main',
      {},
      h('section', { class: 'source', 'aria-label': 'Source' }, source, findingsPanel(store, editor)),
      labelPane(store, fields, actions),
      h(
        'aside',
        {},
        propertiesPanel(store, fields),
        variablesPanel(store),
        barcodesPanel(store),
        sizePanel(store, editor),
      ),
    ),
    rows.element,
    list.dialog,
    files.dialog,
    save.dialog,
    print.dialog,
    drop.dialog,
    begin.dialog,
    watch.dialog,
    tips,
  );
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === 's' && event.shiftKey && canSave) save.saveAs();
    else if (key === 's') saveOrSay();
    else if (key === 'o') list.open();
    else if (key === 'p' && canSave) print.open();
    else return;
    event.preventDefault();
  });
  addEventListener('beforeunload', (event) => {
    if (losesChanges()) event.preventDefault();
  });
  keepLocalSettings(store);
  followDrafts(store);
  editor.focus();
}

/** Actions of the buttons at the top. */
interface Actions {
  open(): void;
  begin(): void;
  bringIn(): void;
  print(): void;
  save(): void;
  saveAs(): void;
}

function header(store: PageStore, { open, begin, bringIn, print, save, saveAs }: Actions): HTMLElement {
  const name = button('', open, { class: 'name', title: 'Open another label (Ctrl+O)' });
  const state = h('span', { class: 'state' });
  const message = h('output', { class: 'message', 'aria-live': 'polite' });
  store.on(['label', 'text', 'size'], (now) => {
    setText(name, now.label.name);
    const title = `${now.label.name} – Platen Studio`;
    if (document.title !== title) document.title = title;
    const place = now.label.kind === 'service' ? 'on the service' : now.label.place;
    setText(state, isChanged(now) ? (now.canSave ? 'changed' : 'changed, not saved') : place);
  });
  store.on(['message'], ({ message: { text, isError } }) => {
    message.textContent = text;
    message.classList.toggle('error', isError);
  });
  return h(
    'header',
    {},
    h('h1', {}, 'Platen Studio'),
    name,
    state,
    message,
    button('New…', begin, { title: 'An empty label, or a template' }),
    shareMenu(store),
    button('Import…', bringIn, {
      title: 'A file that a program sent to a printer; you can also drop it on the page',
    }),
    ...(store.state.canSave
      ? [
          button('Print…', print, { title: 'Ctrl+P' }),
          button('Save as…', saveAs, { title: 'Ctrl+Shift+S' }),
          button('Save', save, { class: 'primary', title: 'Ctrl+S' }),
        ]
      : []),
  );
}

start().catch((error: unknown) => {
  document.querySelector('.message')?.replaceChildren((error as Error).message);
});
