import type { ReadBarcode } from '../engine/read-barcodes.ts';
import { postJson } from './api-client.ts';
import { h } from './dom.ts';
import { draftOf } from './preview.ts';
import { visible } from './readable.ts';
import type { DrawnView, PageStore } from './state.ts';

/** The time without a change after which the bar codes of a label are read. */
const QUIET_MS = 400;

/** Shows the data that a reader finds in the bar codes of the shown label. */
export function barcodesPanel(store: PageStore): HTMLElement {
  const list = h('ul', {});
  const panel = h(
    'section',
    { class: 'barcodes', 'aria-label': 'Barcodes', hidden: true },
    h('h2', {}, 'Barcodes as a reader reads them'),
    list,
  );
  const show = (found: readonly ReadBarcode[], count: number): void => {
    panel.hidden = count === 0;
    const missing = count - found.length;
    list.replaceChildren(
      ...found.map(({ symbology, text }) =>
        h('li', {}, h('span', {}, symbology), ' ', h('code', {}, visible(text))),
      ),
      ...(missing > 0 ? [h('li', { class: 'hint' }, `${missing} not read`)] : []),
    );
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The reader gets finished drawings only, without half-typed values.
  store.on(['label', 'text', 'size', 'variables', 'clock', 'shown'], () => clearTimeout(timer));
  store.on(['view'], ({ view }) => {
    clearTimeout(timer);
    const count = barcodesIn(view);
    if (view === null || count === 0 || view.failure !== null) return show([], 0);
    timer = setTimeout(() => store.attempt(() => read(view)), QUIET_MS);
  });
  const read = async (view: DrawnView): Promise<void> => {
    const draft = draftOf(store.state);
    const found = await postJson<readonly ReadBarcode[]>('api/barcodes', { draft, index: view.first });
    if (store.state.view === view) show(found, barcodesIn(view));
  };
  return panel;
}

/** The number of bar codes on the first drawn label. */
function barcodesIn(view: DrawnView | null): number {
  return view?.labels[0]?.elements.filter(({ kind }) => kind === 'barcode').length ?? 0;
}
