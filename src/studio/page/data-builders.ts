import { button, h, labelled, select } from './dom.ts';
import {
  completedElements,
  GS1_SYMBOLS,
  type Gs1Element,
  IDENTIFIERS,
  QR_CONTENTS,
  qrCommands,
} from './edit/coded-data.ts';
import type { NewField } from './edit/new-fields.ts';

/** A field that a dialog has built. */
type Made = Pick<NewField, 'name' | 'commands'>;
type Add = (field: Made) => void;

/** Asks for values by application identifier, adds check digits, and makes a GS1 symbol. */
export function buildGs1(add: Add): void {
  const symbol = select(Object.keys(GS1_SYMBOLS).map((name) => [name, name]));
  const rows = h('div', { class: 'rows' });
  const result = h('output', { class: 'hint', 'aria-live': 'polite' });
  const inputs: { readonly identifier: HTMLSelectElement; readonly value: HTMLInputElement }[] = [];
  const elements = (): readonly Gs1Element[] | string =>
    completedElements(
      inputs.map(({ identifier, value }) => ({ identifier: identifier.value, value: value.value })),
    );
  const showResult = (): void => {
    const found = elements();
    result.textContent =
      typeof found === 'string'
        ? found
        : found.map(({ identifier, value }) => `(${identifier})${value}`).join('');
  };
  const addRow = (chosen: string): void => {
    const identifier = select(Object.entries(IDENTIFIERS).map(([id, name]) => [id, `(${id}) ${name}`]));
    identifier.value = chosen;
    identifier.addEventListener('change', showResult);
    const value = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', oninput: showResult });
    const row = { identifier, value };
    inputs.push(row);
    const element = h(
      'div',
      { class: 'pair' },
      labelled('Identifier', identifier),
      labelled('Value, or {variable}', value),
    );
    const remove = button('Remove', () => {
      inputs.splice(inputs.indexOf(row), 1);
      element.remove();
      showResult();
    });
    element.append(remove);
    rows.append(element);
    value.focus();
    showResult();
  };
  const dialog = builder(
    'GS1 by identifiers',
    [labelled('Symbol', symbol), rows, button('Add an identifier', () => addRow('10')), result],
    () => {
      const found = elements();
      const made = GS1_SYMBOLS[symbol.value];
      if (typeof found === 'string' || found.length === 0 || made === undefined) return null;
      return { name: symbol.value, commands: made(found) };
    },
    add,
  );
  dialog.showModal();
  addRow('01');
}

/** Asks for a link, a network or a contact, and makes a QR Code with it. */
export function buildQr(add: Add): void {
  const kind = select(Object.keys(QR_CONTENTS).map((name) => [name, name]));
  const fields = h('div', {});
  let inputs: readonly HTMLInputElement[] = [];
  const show = (): void => {
    const names = QR_CONTENTS[kind.value]?.inputs ?? [];
    inputs = names.map((name, index) =>
      h('input', { type: 'text', name, required: index === 0, autocomplete: 'off', spellcheck: 'false' }),
    );
    fields.replaceChildren(...inputs.map((input) => labelled(input.name, input)));
  };
  kind.addEventListener('change', show);
  show();
  const content = labelled('Content', kind);
  const made = (): Made | null => {
    const values = Object.fromEntries(inputs.map(({ name, value }) => [name, value.trim()]));
    const data = QR_CONTENTS[kind.value]?.data(values);
    return data === undefined ? null : { name: 'QR Code', commands: qrCommands(data) };
  };
  const dialog = builder('QR Code', [content, fields], made, add);
  dialog.showModal();
}

/** A dialog that is removed once it is closed. @param made returns the field; null keeps the dialog open */
function builder(
  name: string,
  parts: readonly HTMLElement[],
  made: () => Made | null,
  add: Add,
): HTMLDialogElement {
  const form = h(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        const field = made();
        if (field === null) return;
        // A closing dialog returns the focus to the place where it was opened, so it closes before the field is added.
        dialog.close();
        add(field);
      },
    },
    h('h2', {}, name),
    ...parts,
    h('button', { type: 'submit', class: 'primary' }, 'Insert'),
    button('Cancel', () => dialog.close()),
  );
  const dialog = h('dialog', { 'aria-label': name, onclose: () => dialog.remove() }, form);
  document.body.append(dialog);
  return dialog;
}
