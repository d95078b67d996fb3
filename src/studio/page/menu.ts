import { h } from './dom.ts';

/** An entry of a menu. */
export interface MenuItem {
  readonly words: string;
  /** Explains words that are too few. */
  readonly title?: string;
  /** @param isByKey whether the entry was chosen by the keyboard */
  work(isByKey: boolean): void;
}

/** A button that opens a list of actions. The list closes when one is chosen, and the button gets the focus again. */
export function menu(words: string, items: readonly MenuItem[]): HTMLDetailsElement {
  const summary = h('summary', {}, words);
  const element = h('details', { class: 'menu' }, summary);
  const close = (): void => {
    element.open = false;
    // The chosen item is hidden now, so the focus would be lost.
    summary.focus();
  };
  element.append(
    h(
      'ul',
      {},
      ...items.map(({ words: each, title, work }) =>
        h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              title,
              onclick: (event) => {
                close();
                work((event as MouseEvent).detail === 0);
              },
            },
            each,
          ),
        ),
      ),
    ),
  );
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget !== null && !element.contains(relatedTarget as Node)) element.open = false;
  });
  addEventListener('pointerdown', (event) => {
    if (!element.contains(event.target as Node)) element.open = false;
  });
  return element;
}
