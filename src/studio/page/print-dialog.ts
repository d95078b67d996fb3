import type { Printed, PrinterChoice, PrintProgress } from '../printing.ts';
import { getJson, postForFrames } from './api-client.ts';
import { BrowserPrint, type BrowserPrinter } from './browser-print.ts';
import { button, h, labelled, setText } from './dom.ts';
import { draftOf } from './preview.ts';
import { counted } from './readable.ts';
import type { TableCheck } from './rows/check-table.ts';
import { describeRows } from './rows/make-file.ts';
import { valuesWithRow } from './rows/show-row.ts';
import type { PageStore } from './state.ts';

/** The key of the last printer in the browser's storage. */
const KEY = 'printer';
const RAW = 'raw';
const BROWSER = 'browser';
/** The prefix of a queue's name, which might equal the other values. */
const SYSTEM = 'system:';
const COPIES_MAX = 100;

/** A printer of the dialog: one that the studio reaches, or one of the page's own machine. */
type Choice = PrinterChoice | { readonly kind: 'browser'; readonly uid: string };

/** The indexes of rows to print; null for the label with its present values. */
type Chosen = readonly (number | null)[];

/** Prints the label with its values, or one for each row that can be printed: Ctrl+P. */
export function printDialog(
  store: PageStore,
  check: TableCheck,
): { readonly dialog: HTMLDialogElement; open(): void; openForRows(): void } {
  /** Whether the user has chosen a printer since the dialog was opened. */
  let isChosen = false;
  const choose = (): void => {
    isChosen = true;
    showPrinter();
  };
  const printer = h('select', { onchange: choose });
  const address = h('input', {
    type: 'text',
    placeholder: '192.0.2.17',
    spellcheck: false,
    oninput: () => (isChosen = true),
  });
  const addressField = labelled('Address, HOST or HOST:PORT', address);
  const device = h('select', {});
  const deviceField = labelled('Device of Browser Print', device);
  const labels = h('select', { onchange: () => showErrors() });
  const copies = h('input', { type: 'number', min: 1, max: COPIES_MAX, value: 1, required: true });
  const anyway = h('input', { type: 'checkbox' });
  const errors = h('span', {});
  const errorsField = h('label', { class: 'choice' }, anyway, errors);
  const outcome = h('output', { 'aria-live': 'polite' });
  const submit = h('button', { type: 'submit', class: 'primary' }, 'Print');
  let browserPrint: { readonly service: BrowserPrint; readonly printers: readonly BrowserPrinter[] } | null =
    null;
  let printing: AbortController | null = null;
  const stop = button('Stop', () => printing?.abort());
  const form = h(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        void print();
      },
    },
    labelled('Print on', printer),
    addressField,
    deviceField,
    labelled('Labels', labels),
    labelled('Copies of each', copies),
    errorsField,
    outcome,
    submit,
    stop,
    button('Close', () => dialog.close()),
  );
  const dialog = h('dialog', { 'aria-label': 'Print' }, form);

  /** The chosen rows that can be printed, and those that fail. */
  const chosenRows = (): { readonly good: Chosen; readonly bad: readonly number[] } => {
    const { table, picked, checks } = store.state;
    if (labels.value === 'label' || table === null) return { good: [null], bad: [] };
    const all = [...table.rows.keys()].filter((index) => labels.value === 'rows' || picked.has(index));
    const isBad = (index: number): boolean => checks?.failed.has(index) === true;
    return { good: all.filter((index) => !isBad(index)), bad: all.filter(isBad) };
  };

  const showPrinter = (): void => {
    addressField.hidden = printer.value !== RAW;
    address.required = printer.value === RAW;
    deviceField.hidden = printer.value !== BROWSER;
    device.required = printer.value === BROWSER;
    if (printer.value === BROWSER) void findBrowserPrint();
  };

  const findBrowserPrint = async (): Promise<void> => {
    try {
      browserPrint = await BrowserPrint.find();
      const { printers } = browserPrint;
      device.replaceChildren(...printers.map(({ uid, name }) => option(uid, name)));
      const last = lastChoice();
      if (last?.kind === 'browser' && printers.some(({ uid }) => uid === last.uid)) device.value = last.uid;
      setText(outcome, printers.length === 0 ? 'Browser Print has found no printer' : '');
    } catch (error) {
      setText(outcome, (error as Error).message);
    }
  };

  /** Asks to print despite errors, or without failing rows. An answer holds until the question changes. */
  const showErrors = (): void => {
    const { view } = store.state;
    const { bad } = chosenRows();
    const failing = view?.findings.filter(({ severity }) => severity === 'error').length ?? 0;
    const parts = [
      ...(failing === 0 ? [] : [`despite ${counted(failing, 'error')} in the label`]),
      ...(bad.length === 0 ? [] : [`without ${describeRows(bad)}, which cannot be printed`]),
    ];
    const question = `Print ${parts.join(', and ')}`;
    errorsField.hidden = parts.length === 0;
    anyway.required = parts.length > 0;
    if (question !== errors.textContent) anyway.checked = false;
    setText(errors, question);
  };
  store.on(['view', 'checks'], () => {
    if (dialog.open) showErrors();
  });

  /** The request for the labels of rows. */
  const requestOf = (good: Chosen) => {
    const { state } = store;
    const { table } = state;
    const rows = good.map((index) =>
      index === null || table === null ? state.variables : valuesWithRow(state, table, index),
    );
    const numbers = good.some((index) => index === null) ? null : good.map((index) => Number(index) + 1);
    return { draft: draftOf(state), rows, numbers, copies: copies.valueAsNumber };
  };

  const progressOf = (choice: Choice, good: Chosen, signal: AbortSignal): AsyncIterable<PrintProgress> => {
    const request = requestOf(good);
    if (choice.kind !== 'browser') {
      return messages(
        postForFrames<PrintProgress>('api/print', JSON.stringify({ ...request, printer: choice }), signal),
      );
    }
    const chosen = browserPrint?.printers.find(({ uid }) => uid === choice.uid);
    if (browserPrint === null || chosen === undefined) throw new Error('Choose a printer in Browser Print');
    const jobs = bytes(postForFrames<never>('api/rows/jobs', JSON.stringify(request), signal));
    return browserPrint.service.print(chosen, jobs, signal);
  };

  async function print(): Promise<void> {
    const choice = choiceOf(printer.value, address.value.trim(), device.value);
    localStorage.setItem(KEY, JSON.stringify(choice));
    printing = new AbortController();
    const { signal } = printing;
    submit.disabled = true;
    setText(outcome, 'Printing…');
    let taken = 0;
    try {
      if (labels.value !== 'label' && (await failsUnasked())) return;
      const { good } = chosenRows();
      if (good.length === 0) throw new Error('All of these rows fail, so nothing is printed');
      stop.hidden = good.length === 1;
      let last: PrintProgress = { taken };
      for await (const progress of progressOf(choice, good, signal)) {
        last = progress;
        ({ taken } = progress);
        setText(outcome, `${taken} of ${good.length} rows are printed…`);
      }
      const stopped = signal.aborted ? describeStop(taken) : UNKNOWN;
      setText(outcome, 'notes' in last ? wordsOf(last, good, choice) : stopped);
    } catch (error) {
      const isLost = error instanceof TypeError;
      setText(outcome, signal.aborted ? describeStop(taken) : isLost ? UNKNOWN : (error as Error).message);
    } finally {
      printing = null;
      stop.hidden = true;
      submit.disabled = false;
    }
  }

  /** Checks all rows. Returns true if rows fail about which the user was not asked. */
  const failsUnasked = async (): Promise<boolean> => {
    const known = errors.textContent;
    setText(outcome, 'Checking the rows…');
    await check.finished().catch(() => {});
    if (errors.textContent === known) return false;
    setText(outcome, 'Some rows cannot be printed: confirm that the rest are to be printed');
    return true;
  };

  /** Offers the known printers, and selects one. */
  const offer = (system: readonly string[], value: string): void => {
    printer.replaceChildren(
      option(RAW, 'A printer in the network'),
      ...system.map((name) => option(`${SYSTEM}${name}`, name)),
      option(BROWSER, 'Browser Print (Zebra)'),
    );
    printer.value = [...printer.options].some((each) => each.value === value) ? value : RAW;
  };

  async function open(rows: boolean): Promise<void> {
    setText(outcome, '');
    stop.hidden = true;
    const { table, picked } = store.state;
    labels.replaceChildren(option('label', 'This label'));
    if (picked.size > 1) labels.append(option('picked', `The ${picked.size} chosen rows`));
    if (table !== null) labels.append(option('rows', `All ${table.rows.length} rows`));
    if (rows) labels.value = picked.size > 1 ? 'picked' : 'rows';
    anyway.checked = false;
    showErrors();
    const last = lastChoice();
    if (last?.kind === 'raw') address.value = last.address;
    const value = last?.kind === 'system' ? `${SYSTEM}${last.name}` : (last?.kind ?? RAW);
    isChosen = false;
    offer([], value);
    showPrinter();
    dialog.showModal();
    // The system may take seconds to answer.
    const printers = await getJson<{ readonly system: readonly string[] } | null>('api/printers');
    const before = printer.value;
    offer(printers?.system ?? [], isChosen ? before : value);
    if (printer.value !== before) showPrinter();
  }

  return {
    dialog,
    open: () => store.attempt(() => open(false)),
    openForRows: () => store.attempt(() => open(true)),
  };
}

const UNKNOWN =
  'The studio does not answer: the labels may or may not be printed. Look at the paper before you print again.';

function choiceOf(value: string, address: string, uid: string): Choice {
  if (value === RAW) return { kind: 'raw', address };
  return value === BROWSER ? { kind: 'browser', uid } : { kind: 'system', name: value.slice(SYSTEM.length) };
}

async function* messages<T>(frames: ReturnType<typeof postForFrames<T>>): AsyncGenerator<T> {
  for await (const frame of frames) if (frame.kind === 'message') yield frame.message;
}

async function* bytes(frames: ReturnType<typeof postForFrames<never>>): AsyncGenerator<Uint8Array> {
  for await (const frame of frames) if (frame.kind === 'bytes') yield frame.bytes;
}

function wordsOf({ taken, isDoubtful, notes }: Printed, good: Chosen, { kind }: Choice): string {
  const count = good.length === 1 ? '' : ` ${taken} of ${good.length} rows.`;
  const next = good[taken];
  // A queue of the system gets all rows as one job.
  const isJob = kind === 'system' && good.length > 1;
  const doubted = isJob ? 'Each row' : typeof next === 'number' ? `Row ${next + 1}` : 'The label';
  const doubt = `${doubted} may or may not be printed: look at the paper.`;
  const first = isDoubtful
    ? `${doubt}${count}`
    : taken === good.length
      ? `Printed.${count}`
      : `Stopped.${count}`;
  return [first, ...notes].join(' ');
}

/** The message after a stop: the present row is finished, and so may be rows whose messages were on their way. */
function describeStop(taken: number): string {
  return `Stopped. ${counted(taken, 'row')} ${taken === 1 ? 'is' : 'are'} printed; the next ones may be too: look at the paper.`;
}

function lastChoice(): Choice | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Choice | null;
  } catch {
    return null;
  }
}

function option(value: string, words: string): HTMLOptionElement {
  return h('option', { value }, words);
}
