import type { ScaledDraft } from '../engine/messages.ts';
import { postJson } from './api-client.ts';
import { button, h } from './dom.ts';
import { replacement } from './edit/text-changes.ts';
import type { Editor } from './editor.ts';
import type { PageStore } from './state.ts';

/** A scaled text, and the text before it. */
interface Scaling {
  readonly before: string;
  readonly after: string;
  readonly fromDpi: number;
  readonly toDpi: number;
}

/**
 * Offers to scale the label when its resolution changes, as one step of the history. Notes list the symbols that grew
 * or shrank, and the fields that now leave the label.
 */
export function scaleControl(store: PageStore, editor: Editor): HTMLElement {
  let opened = store.state.label;
  /** The resolution for which the text is written. */
  let written = store.state.size.dpi;
  let last: Scaling | null = null;
  const notes = h('ul', { class: 'hint', 'aria-label': 'Notes on scaling' });
  const scale = async (): Promise<void> => {
    const { label, text, size } = store.state;
    const sent = { zpl: text, encoding: label.encoding, size: { ...size, dpi: written }, toDpi: size.dpi };
    const scaled = await postJson<ScaledDraft>('api/scale', sent);
    if (store.state.label !== label || store.state.text !== text || store.state.size.dpi !== size.dpi)
      return store.say('The label has changed in the meantime, so nothing is scaled', true);
    last = { before: text, after: scaled.zpl, fromDpi: written, toDpi: size.dpi };
    written = size.dpi;
    editor.change([replacement(text, scaled.zpl)], 'input.scale');
    // The text of a label without lengths in dots does not change.
    offer.hidden = true;
    notes.replaceChildren(...scaled.notes.map((note) => h('li', {}, note)));
    store.say(`The label is scaled to ${size.dpi} dpi`);
  };
  const offer = button('', () => store.attempt(scale));
  store.on(['label', 'size', 'text'], ({ label, size, text }) => {
    if (label !== opened) {
      opened = label;
      written = size.dpi;
      last = null;
      notes.replaceChildren();
    }
    // Undo and redo may restore either text.
    if (last !== null && text === last.before) written = last.fromDpi;
    if (last !== null && text === last.after) written = last.toDpi;
    if (written !== size.dpi) notes.replaceChildren();
    offer.hidden = written === size.dpi;
    offer.textContent = `Scale the label to ${size.dpi} dpi`;
  });
  return h('div', { class: 'scaling' }, offer, notes);
}
