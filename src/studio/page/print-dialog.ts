import type { Printed, PrinterChoice } from '../printing.ts';
import { getJson, postJson } from './ask.ts';
import { button, h, setText } from './dom.ts';
import { draftOf } from './preview.ts';
import type { PageStore } from './state.ts';

/** The printer that was used last, in the browser's storage. */
const KEY = 'printer';
const RAW = 'raw';
const COPIES_MAX = 100;

/** Prints the label with its values, or one for each sample row: Ctrl+P. */
export function printDialog(store: PageStore): { readonly dialog: HTMLDialogElement; open(): void } {
  const printer = h('select', {});
  const address = h('input', { type: 'text', placeholder: '192.0.2.17', spellcheck: false });
  const addressField = field('Address, HOST or HOST:PORT', address);
  const choice = h('select', {});
  const copies = h('input', { type: 'number', min: 1, max: COPIES_MAX, value: 1, required: true });
  const anyway = h('input', { type: 'checkbox' });
  const errors = h('span', {});
  const errorsField = h('label', { class: 'check' }, anyway, errors);
  const outcome = h('output', { 'aria-live': 'polite' });
  const submit = h('button', { type: 'submit', class: 'primary' }, 'Print');
  const showAddress = (): void => {
    addressField.hidden = printer.value !== RAW;
    address.required = printer.value === RAW;
  };
  printer.addEventListener('change', showAddress);
  const form = h(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        void print();
      },
    },
    field('Print on', printer),
    addressField,
    field('Labels', choice),
    field('Copies of each', copies),
    errorsField,
    outcome,
    submit,
    button('Close', () => dialog.close()),
  );
  const dialog = h('dialog', { 'aria-label': 'Print' }, form);

  async function print(): Promise<void> {
    const { state } = store;
    const chosen: PrinterChoice =
      printer.value === RAW
        ? { kind: 'raw', address: address.value.trim() }
        : { kind: 'system', name: printer.value };
    localStorage.setItem(KEY, JSON.stringify(chosen));
    const rows = choice.value === 'rows' ? state.rows : [state.variables];
    const body = { draft: draftOf(state), rows, copies: copies.valueAsNumber, printer: chosen };
    submit.disabled = true;
    setText(outcome, 'Printing…');
    try {
      setText(outcome, wordsOf(await postJson<Printed>('api/print', body), rows.length));
    } catch (error) {
      setText(
        outcome,
        error instanceof TypeError
          ? 'The studio does not answer: the labels may be printed or not. Look at the paper before you print again.'
          : (error as Error).message,
      );
    } finally {
      submit.disabled = false;
    }
  }

  async function open(): Promise<void> {
    setText(outcome, '');
    const { rows, view } = store.state;
    const failing = view?.findings.filter(({ severity }) => severity === 'error').length ?? 0;
    errorsField.hidden = failing === 0;
    anyway.required = failing > 0;
    anyway.checked = false;
    setText(errors, `Print in spite of ${failing === 1 ? 'an error' : `${failing} errors`} of the label`);
    choice.replaceChildren(option('label', 'This label'));
    if (rows.length > 0) choice.append(option('rows', `All ${rows.length} sample rows`));
    dialog.showModal();
    const printers = await getJson<{ readonly system: readonly string[] } | null>('api/printers');
    const last = lastChoice();
    printer.replaceChildren(
      option(RAW, 'A printer in the network'),
      ...(printers?.system ?? []).map((name) => option(name, name)),
    );
    printer.value = last?.kind === 'system' && printers?.system.includes(last.name) ? last.name : RAW;
    if (last?.kind === 'raw') address.value = last.address;
    showAddress();
  }

  return { dialog, open: () => store.attempt(open) };
}

function wordsOf({ taken, isDoubtful, notes }: Printed, rows: number): string {
  const count = rows === 1 ? '' : ` ${taken} of ${rows} rows.`;
  const doubt = `${rows === 1 ? 'The label' : `Row ${taken + 1}`} may be printed or not: look at the paper.`;
  const first = isDoubtful ? `${doubt}${count}` : taken === rows ? `Printed.${count}` : `Stopped.${count}`;
  return [first, ...notes].join(' ');
}

function lastChoice(): PrinterChoice | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as PrinterChoice | null;
  } catch {
    return null;
  }
}

function option(value: string, words: string): HTMLOptionElement {
  return h('option', { value }, words);
}

function field(words: string, input: HTMLElement): HTMLElement {
  return h('label', {}, h('span', {}, words), input);
}
