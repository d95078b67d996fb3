import { choosePicture } from './chosen-picture.ts';
import { buildGs1, buildQr } from './data-builders.ts';
import { button, h } from './dom.ts';
import { type NewField, SHAPES, SYMBOLS } from './edit/new-fields.ts';
import type { FieldActions } from './field-actions.ts';
import type { LabelFields } from './label-fields.ts';
import { menu } from './menu.ts';
import type { PageStore } from './state.ts';

/** Buttons that add fields to the label, arrange the selected ones, and undo the last step. */
export function insertTools(
  store: PageStore,
  fields: LabelFields,
  actions: FieldActions,
  canvas: HTMLElement,
): HTMLElement {
  // The keyboard cannot click at a place of the label.
  const choose = (kind: NewField, isByKey: boolean): void => {
    if (isByKey) actions.add(kind);
    else actions.place(kind);
    canvas.focus();
  };
  const insert = (kind: NewField): HTMLElement => {
    const control = h('button', { type: 'button', 'aria-pressed': 'false' }, kind.name);
    control.addEventListener('click', ({ detail }) => choose(kind, detail === 0));
    store.on(['placing'], ({ placing }) => control.setAttribute('aria-pressed', String(placing === kind)));
    return control;
  };
  const add = (field: Pick<NewField, 'name' | 'commands'>): void => {
    actions.add(field);
    canvas.focus();
  };
  const symbols = menu('Barcode', [
    ...SYMBOLS.map((kind) => ({ words: kind.name, work: (isByKey: boolean) => choose(kind, isByKey) })),
    { words: 'GS1 by identifiers…', work: () => buildGs1(add) },
    { words: 'QR: link, Wi-Fi, contact…', work: () => buildQr(add) },
  ]);
  const arrange = menu('Arrange', [
    { words: 'Align left', work: () => actions.align('left') },
    { words: 'Align centres', work: () => actions.align('centre') },
    { words: 'Align right', work: () => actions.align('right') },
    { words: 'Align tops', work: () => actions.align('top') },
    { words: 'Align middles', work: () => actions.align('middle') },
    { words: 'Align bottoms', work: () => actions.align('bottom') },
    { words: 'Distribute across', work: () => actions.distribute('x') },
    { words: 'Distribute down', work: () => actions.distribute('y') },
    { words: 'To the front', title: ']', work: () => actions.order('front') },
    { words: 'To the back', title: '[', work: () => actions.order('back') },
    { words: 'Turn', title: 'A quarter clockwise (R)', work: () => actions.turn() },
    { words: 'Duplicate', title: 'Ctrl+D', work: () => actions.duplicate() },
    { words: 'Delete', title: 'Delete', work: () => actions.remove() },
  ]);
  return h(
    'div',
    { class: 'tools edit-tools', role: 'group', 'aria-label': 'Edit' },
    button('↶', () => fields.undo(false), { 'aria-label': 'Undo', title: 'Undo (Ctrl+Z)' }),
    button('↷', () => fields.undo(true), { 'aria-label': 'Redo', title: 'Redo (Ctrl+Y)' }),
    ...SHAPES.slice(0, 2).map(insert),
    symbols,
    ...SHAPES.slice(2).map(insert),
    button('Picture…', () => choosePicture(store), {
      title: 'A picture or a page of a PDF; you can also drop it on the label, or paste it',
    }),
    arrange,
  );
}
