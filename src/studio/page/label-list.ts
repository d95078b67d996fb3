import { button, h, setText } from './dom.ts';
import { mayLeave, openedUnsaved, openLabel } from './open-label.ts';
import type { PageStore, StudioState } from './state.ts';

/** All labels, and a search for one: Ctrl+O. Its items are made when it is looked at: there may be thousands. */
export function labelList(store: PageStore): { readonly dialog: HTMLDialogElement; open(): void } {
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
      const text = item.textContent?.toLowerCase() ?? '';
      (item as HTMLElement).hidden = !words.every((word) => text.includes(word));
    }
  };
  const item = (
    name: string,
    place: string,
    isOpen: boolean,
    open: () => Promise<Partial<StudioState>>,
  ): HTMLElement => {
    const onclick = (): void => {
      dialog.close();
      if (mayLeave(store)) store.attempt(async () => store.set(await open()));
    };
    const words = [h('span', {}, name), h('small', {}, place)];
    return h('li', {}, h('button', { type: 'button', 'aria-current': isOpen, onclick }, ...words));
  };
  const show = ({ labels, dropped, label }: StudioState): void => {
    if (!dialog.open) return;
    list.replaceChildren(
      ...dropped.map((each) =>
        item(each.label.name, 'dropped, not saved', each.label === label, async () => openedUnsaved(each)),
      ),
      ...labels.map(({ id, name, place, kind }) =>
        item(name, kind === 'service' ? 'on the service' : place, id === label.id, () => openLabel(id)),
      ),
    );
    filter();
  };
  /** Moves the focus through the search and the items that it leaves. Enter in the search opens the first. */
  const move = (event: KeyboardEvent): void => {
    const buttons = [...list.querySelectorAll<HTMLButtonElement>('li:not([hidden]) button')];
    if (event.key === 'Enter' && event.target === search) buttons[0]?.click();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const stops = [search, ...buttons];
      const at = stops.indexOf(document.activeElement as HTMLButtonElement);
      stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    } else return;
    event.preventDefault();
  };
  dialog.addEventListener('keydown', move);
  store.on(['labels', 'dropped', 'label'], show);
  store.on(['missing'], (state) => setText(missing, state.missing ?? ''));
  dialog.append(button('Close', () => dialog.close()));
  return {
    dialog,
    open: () => {
      search.value = '';
      dialog.showModal();
      show(store.state);
    },
  };
}
