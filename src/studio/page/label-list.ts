import { button, h } from './dom.ts';
import { openLabel } from './open-label.ts';
import { isChanged, type Store } from './state.ts';

/** All labels, and a search for one: Ctrl+O. */
export function labelList(store: Store): { readonly dialog: HTMLDialogElement; open(): void } {
  const search = h('input', {
    type: 'search',
    placeholder: 'Search labels',
    'aria-label': 'Search labels',
    oninput: () => filter(),
  });
  const list = h('ul', {});
  const dialog = h('dialog', { class: 'labels', 'aria-label': 'Open a label' }, search, list);
  const filter = (): void => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const item of list.children) {
      const text = item.textContent?.toLowerCase() ?? '';
      (item as HTMLElement).hidden = !words.every((word) => text.includes(word));
    }
  };
  const open = (id: string): void => {
    dialog.close();
    if (isChanged(store.state) && !confirm('This label has changes that are not saved. Leave them?')) return;
    store.attempt(async () => store.set(await openLabel(id)));
  };
  store.on(['labels', 'label'], ({ labels, label }) => {
    list.replaceChildren(
      ...labels.map(({ id, name, place, kind }) =>
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', 'aria-current': id === label.id, onclick: () => open(id) },
            h('span', {}, name),
            h('small', {}, kind === 'service' ? 'on the service' : place),
          ),
        ),
      ),
    );
  });
  dialog.append(button('Close', () => dialog.close()));
  return {
    dialog,
    open: () => {
      search.value = '';
      filter();
      dialog.showModal();
    },
  };
}
