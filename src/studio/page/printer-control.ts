import type { PrinterDifference } from '../engine/messages.ts';
import { postJson } from './api-client.ts';
import { decodeBase64 } from './base64.ts';
import { button, h } from './dom.ts';
import type { LabelView } from './label-view.ts';
import { draftOf } from './preview.ts';
import type { PageStore } from './state.ts';

/** The key of the printer's address in the browser's storage. */
const KEY = 'preview printer';

/** Shows a printer's own preview over the label, with colours for dots that only one of them has. */
export function printerControl(view: LabelView, store: PageStore): HTMLElement {
  let image: ImageBitmap | null = null;
  /** Counts the changes of the label: an answer about an older one is not shown. */
  let version = 0;
  const address = h('input', {
    type: 'text',
    size: 16,
    required: true,
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: 'HOST of the printer',
    'aria-label': 'Address of its web page',
    value: localStorage.getItem(KEY) ?? '',
  });
  const opacity = h('input', {
    type: 'range',
    min: 0,
    max: 1,
    step: 0.05,
    value: 1,
    'aria-label': 'Opacity of the preview',
    oninput: () => show(image),
  });
  const ask = h(
    'button',
    { type: 'submit', title: 'The printer draws the label, and prints nothing' },
    'Compare',
  );
  const remove = button('Remove', () => show(null), { 'aria-label': 'Remove the preview' });
  const show = (next: ImageBitmap | null): void => {
    if (image !== null || next !== null) {
      view.trace(next === null ? null : { image: next, opacity: opacity.valueAsNumber });
    }
    image = next;
    opacity.hidden = image === null;
    remove.hidden = image === null;
  };
  const compare = async (): Promise<void> => {
    const printer = address.value.trim();
    localStorage.setItem(KEY, printer);
    if (store.state.shown === 'all') store.set({ shown: 0 });
    const asked = version;
    const { shown } = store.state;
    const body = { draft: draftOf(store.state), index: shown, printer };
    ask.disabled = true;
    store.say('Asking the printer for its preview…');
    try {
      const difference = await postJson<PrinterDifference>('api/printer-preview', body);
      const next = await decoded(difference.png);
      if (asked !== version) return store.say('The label has changed in the meantime: compare it again');
      show(next);
      store.say(wordsOf(difference));
    } finally {
      ask.disabled = false;
    }
  };
  const form = h(
    'form',
    {
      class: 'group',
      hidden: true,
      onsubmit: (event) => {
        event.preventDefault();
        store.attempt(compare);
      },
    },
    address,
    ask,
    opacity,
    remove,
  );
  const toggle = button(
    'Printer',
    () => {
      form.hidden = !form.hidden;
      toggle.setAttribute('aria-expanded', String(!form.hidden));
      if (!form.hidden) address.focus();
    },
    { title: 'Lay the preview of a printer over the label', 'aria-expanded': 'false' },
  );
  store.on(['label', 'text', 'size', 'variables', 'clock', 'shown'], () => {
    version++;
    show(null);
  });
  return h('span', { class: 'group' }, toggle, form);
}

function decoded(png: string): Promise<ImageBitmap> {
  return createImageBitmap(new Blob([decodeBase64(png)], { type: 'image/png' }));
}

function wordsOf({ equal, iou, onlyFirst, onlySecond }: PrinterDifference): string {
  if (equal) return 'Equal to the preview of the printer, dot for dot';
  return `IoU ${iou.toFixed(4)}: ${onlyFirst} dots of Platen alone (red), ${onlySecond} of the printer alone (blue)`;
}
