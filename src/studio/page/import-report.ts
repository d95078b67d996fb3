import type { DroppedStream, ImportChoices } from '../engine/dropped-stream.ts';
import { button, h, setText } from './dom.ts';

/** Imports the same stream again, with these choices. Rejects with an error whose message is for people. */
type Again = (choices: ImportChoices) => Promise<void>;

/** A dialog that lists the changes by an import, and offers those that it makes only on request. */
export function importReport(): {
  readonly dialog: HTMLDialogElement;
  /** Shows the notes of an import with these choices. Without notes the dialog stays closed. */
  show(stream: DroppedStream, choices: ImportChoices, again: Again): void;
} {
  let shown: Again = () => Promise.resolve();
  const setup = choice();
  const rasters = choice();
  // Screen readers ignore everything behind a dialog: the dialog itself announces the result of a choice.
  const outcome = h('p', { class: 'hint', role: 'status' });
  const notes = h('ul', { tabindex: 0, 'aria-label': 'Changes' });
  const dialog = h(
    'dialog',
    { class: 'report', 'aria-label': 'Changes by the import' },
    h('h2', {}, 'Notes of the import'),
    setup.element,
    rasters.element,
    outcome,
    notes,
  );
  dialog.append(button('Close', () => dialog.close()));
  dialog.addEventListener('change', () => {
    setText(outcome, 'Importing it again…');
    shown({ removesSetup: setup.input.checked, marksRasters: rasters.input.checked }).catch(
      (error: unknown) => setText(outcome, (error as Error).message),
    );
  });
  return {
    dialog,
    show(stream, { removesSetup, marksRasters }, again) {
      shown = again;
      const { length } = stream.setup;
      setup.show(length > 0, removesSetup, `Leave out what sets up the printer (${stream.setup.join(' ')})`);
      const pictures = stream.rasterCount === 1 ? 'the picture' : `the ${stream.rasterCount} pictures`;
      rasters.show(stream.rasterCount > 0, marksRasters, `Redraw ${pictures} of a symbol with each value`);
      notes.replaceChildren(...stream.notes.map((note) => h('li', {}, note)));
      if (dialog.open) return setText(outcome, 'The label was imported again.');
      setText(outcome, '');
      if (stream.notes.length > 0) dialog.showModal();
    },
  };
}

/** A check box with its words. */
function choice() {
  const input = h('input', { type: 'checkbox' });
  const words = h('span', {});
  const element = h('label', { class: 'choice' }, input, ' ', words);
  return {
    element,
    input,
    show(isOffered: boolean, isChosen: boolean, text: string): void {
      element.hidden = !isOffered;
      input.checked = isChosen;
      setText(words, text);
    },
  };
}
