import type { ListedLabel } from '../workspace/workspace.ts';
import { button, h, replaceItems, setText } from './dom.ts';
import type { LabelActions } from './label-actions.ts';
import { mayLeave, openedUnsaved, openLabel } from './open-label.ts';
import type { PageStore, StudioState } from './state.ts';

/**
 * All labels, and a search for one: Ctrl+O. Items are made when the list opens, since there may be thousands.
 *
 * @param files renames and deletes labels, by a button of each label, F2 and Delete
 * @param begin opens a new label
 */
export function labelList(
  store: PageStore,
  files: LabelActions,
  begin: () => void,
): { readonly dialog: HTMLDialogElement; open(): void } {
  const search = h('input', {
    type: 'search',
    placeholder: 'Search labels',
    'aria-label': 'Search labels',
    oninput: () => filter(),
  });
  const list = h('ul', {});
  const missing = h('p', { class: 'hint', 'aria-live': 'polite' });
  const dialog = h('dialog', { class: 'labels', 'aria-label': 'Open a label' }, search, list, missing);
  const filter = (): void => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const item of list.children) {
      const text = item.firstElementChild?.textContent?.toLowerCase() ?? '';
      (item as HTMLElement).hidden = !words.every((word) => text.includes(word));
    }
  };
  const item = (
    name: string,
    place: string,
    isOpen: boolean,
    open: () => Promise<Partial<StudioState>>,
    managed: ListedLabel | null = null,
  ): HTMLElement => {
    const onclick = (): void => {
      dialog.close();
      if (mayLeave(store)) store.attempt(async () => store.set(await open()));
    };
    const words = [h('span', {}, name), h('small', {}, place)];
    const keys = managed === null ? undefined : 'F2 Delete';
    const opens = { type: 'button', 'aria-current': isOpen, 'aria-keyshortcuts': keys, onclick };
    const element = h('li', {}, h('button', opens, ...words));
    if (managed === null) return element;
    const rename = (): void => files.rename(managed);
    const remove = (): void => files.remove(managed);
    element.append(
      button('Rename', rename, { 'aria-label': `Rename ${name}`, title: 'F2' }),
      button('Delete', remove, { 'aria-label': `Delete ${name}`, title: 'Delete' }),
    );
    element.addEventListener('keydown', ({ key }) => {
      if (key === 'F2') rename();
      else if (key === 'Delete') remove();
    });
    return element;
  };
  const show = ({ labels, dropped, label, canSave }: StudioState): void => {
    if (!dialog.open) return;
    replaceItems(list, [
      ...dropped.map((each) =>
        item(each.label.name, 'dropped, not saved', each.label === label, async () => openedUnsaved(each)),
      ),
      ...labels.map((each) => {
        const { id, name, place, kind, isManaged } = each;
        const where = kind === 'service' ? 'on the service' : place;
        const managed = canSave && isManaged ? each : null;
        return item(name, where, id === label.id, () => openLabel(id), managed);
      }),
    ]);
    filter();
  };
  /** Moves the focus through the search and the found items. Enter in the search opens the first item. */
  const move = (event: KeyboardEvent): void => {
    const buttons = [...list.querySelectorAll<HTMLButtonElement>('li:not([hidden]) > button:first-child')];
    if (event.key === 'Enter' && event.target === search) buttons[0]?.click();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const stops = [search, ...buttons];
      const own = document.activeElement?.closest('li')?.querySelector('button') ?? search;
      const at = stops.indexOf(own);
      stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    } else return;
    event.preventDefault();
  };
  dialog.addEventListener('keydown', move);
  store.on(['labels', 'dropped', 'label'], show);
  store.on(['missing'], (state) => setText(missing, state.missing ?? ''));
  const beginHere = (): void => {
    dialog.close();
    begin();
  };
  dialog.append(
    h(
      'div',
      { class: 'answers' },
      button('New…', beginHere),
      button('Close', () => dialog.close()),
    ),
  );
  return {
    dialog,
    open: () => {
      search.value = '';
      dialog.showModal();
      show(store.state);
    },
  };
}
