import type { OpenedLabel } from '../workspace/workspace.ts';
import { button, h } from './dom.ts';
import { LABEL_TEMPLATES } from './label-templates.ts';
import { mayLeave, opened, openedUnsaved } from './open-label.ts';
import type { PageStore, StudioState } from './state.ts';
import { NOWHERE } from './unsaved-label.ts';

/** The label that the page shows when no other label is opened. */
export const EMPTY: OpenedLabel = {
  ...NOWHERE,
  name: 'New label',
  encoding: 'utf-8',
  zpl: '^XA\n^CI28\n^FO40,40^A0N,60,60^FDHello {name}^FS\n^XZ\n',
  size: null,
  fieldTransforms: [],
  dynamicTokens: [],
};

/** A dialog that offers new labels: an empty one, and templates with example values. */
export function newLabel(store: PageStore): { readonly dialog: HTMLDialogElement; open(): void } {
  const item = (name: string, about: string, state: () => Partial<StudioState>): HTMLElement => {
    const onclick = (): void => {
      dialog.close();
      if (mayLeave(store)) store.set(state());
    };
    return h('li', {}, h('button', { type: 'button', onclick }, h('span', {}, name), h('small', {}, about)));
  };
  const dialog = h(
    'dialog',
    { class: 'labels', 'aria-label': 'New label' },
    h(
      'ul',
      {},
      item('Empty', 'one text; 4 × 6 in', () => opened(EMPTY)),
      ...LABEL_TEMPLATES.map(({ name, about, size, zpl, values }) =>
        item(name, about, () =>
          openedUnsaved({ label: { ...EMPTY, name, zpl, size, examples: values }, variables: values }),
        ),
      ),
    ),
  );
  dialog.append(button('Close', () => dialog.close()));
  return { dialog, open: () => dialog.showModal() };
}
