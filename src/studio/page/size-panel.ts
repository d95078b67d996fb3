import { dotsOf, type LabelSize } from '../../units.ts';
import type { OpenedLabel } from '../workspace/workspace.ts';
import { button, h, labelled, select, setText } from './dom.ts';
import { sizeCommands } from './edit/label-edits.ts';
import type { Editor } from './editor.ts';
import { MEDIA, RESOLUTIONS } from './media.ts';
import { scaleControl } from './scale-control.ts';
import type { PageStore } from './state.ts';

/** The option for a size or printer that is not in the list. */
const OTHER = [-1, 'Other'] as const;

/** The label's size and resolution: by media and printer, or in numbers. */
export function sizePanel(store: PageStore, editor: Editor): HTMLElement {
  const set = (change: Partial<LabelSize>): void => store.set({ size: { ...store.state.size, ...change } });
  const millimetres = (side: 'widthMm' | 'heightMm'): HTMLInputElement => {
    const input = h('input', {
      type: 'number',
      min: 5,
      max: 1000,
      step: 0.1,
      oninput: () => {
        if (input.validity.valid && input.value !== '') set({ [side]: input.valueAsNumber });
      },
    });
    return input;
  };
  const width = millimetres('widthMm');
  const height = millimetres('heightMm');
  const media = select([OTHER, ...MEDIA.map(({ name }, index) => [index, name] as const)], (index) => {
    const { widthMm, heightMm } = MEDIA[Number(index)] ?? store.state.size;
    set({ widthMm, heightMm });
  });
  let printsMm = Infinity;
  const heads = store.state.targets.flatMap(({ name, widthsMm }) =>
    Object.entries(widthsMm).map(([dpi, widthMm]) => ({ name, dpi: Number(dpi), widthMm })),
  );
  const printers = select(
    [OTHER, ...heads.map(({ name, dpi }, index) => [index, `${name}, ${dpi} dpi`] as const)],
    (index) => {
      const { name = null, dpi = store.state.size.dpi, widthMm = Infinity } = heads[Number(index)] ?? {};
      printsMm = widthMm;
      store.set({ target: name, size: { ...store.state.size, dpi } });
    },
  );
  const resolution = select(
    RESOLUTIONS.map(({ dpi, name }) => [dpi, name]),
    (dpi) => set({ dpi: Number(dpi) }),
  );
  const propose = button('Write ^PW and ^LL', () => {
    editor.change(sizeCommands(store.state.text, store.state.size), 'input');
  });
  const note = h('p', { class: 'hint' });
  let sized: OpenedLabel | null = null;
  store.on(['label', 'size', 'view', 'text'], ({ label, size, view, text }) => {
    for (const [input, value] of [[width, size.widthMm] as const, [height, size.heightMm] as const]) {
      const shown = String(Math.round(value * 100) / 100);
      // A number that is being typed for this label is not overwritten.
      const isTyped = document.activeElement === input && label === sized;
      if (!isTyped && input.value !== shown) input.value = shown;
    }
    if (![...resolution.options].some(({ value }) => value === String(size.dpi))) {
      resolution.append(h('option', { value: size.dpi }, `${size.dpi} dpi`));
    }
    sized = label;
    choose(resolution, size.dpi);
    choose(
      media,
      MEDIA.findIndex((each) => each.widthMm === size.widthMm && each.heightMm === size.heightMm),
    );
    const dots = `${dotsOf(size.widthMm, size.dpi)} × ${dotsOf(size.heightMm, size.dpi)} dots`;
    setText(
      note,
      size.widthMm > printsMm ? `${dots}, wider than this printer prints (${printsMm} mm)` : dots,
    );
    propose.hidden = view === null || sizeCommands(text, size).length === 0;
  });
  return h(
    'section',
    { class: 'size', 'aria-label': 'Size' },
    h('h2', {}, 'Size'),
    h('div', { class: 'pair' }, labelled('Width (mm)', width), labelled('Height (mm)', height)),
    labelled('Media', media),
    labelled('Resolution', resolution),
    labelled('Printer', printers),
    note,
    scaleControl(store, editor),
    propose,
  );
}

/** Sets the value of a control that has another one: the browser lays out a control again whose value is set. */
function choose(control: HTMLSelectElement, value: number): void {
  if (control.value !== String(value)) control.value = String(value);
}
