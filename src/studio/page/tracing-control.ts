import { button, h } from './dom.ts';
import type { LabelView } from './label-view.ts';
import type { PageStore } from './state.ts';

/** Lays a picture over the label to trace: a scan, or the drawing of another program. */
export function tracingControl(view: LabelView, store: PageStore): HTMLElement {
  let image: ImageBitmap | null = null;
  const opacity = h('input', {
    type: 'range',
    min: 0,
    max: 1,
    step: 0.05,
    value: 0.4,
    'aria-label': 'Opacity of the picture',
    oninput: () => show(),
  });
  const show = (): void => view.trace(image === null ? null : { image, opacity: opacity.valueAsNumber });
  const remove = button('Remove', () => choose(null), { 'aria-label': 'Remove the picture' });
  const file = h('input', {
    type: 'file',
    accept: 'image/*',
    hidden: true,
    onchange: () => {
      const [chosen] = file.files ?? [];
      if (chosen !== undefined) store.attempt(async () => choose(await createImageBitmap(chosen)));
      file.value = '';
    },
  });
  const choose = (next: ImageBitmap | null): void => {
    image = next;
    opacity.hidden = image === null;
    remove.hidden = image === null;
    show();
  };
  choose(null);
  const trace = button('Trace', () => file.click(), { title: 'Lay a picture over the label to trace' });
  return h('span', { class: 'group' }, trace, file, opacity, remove);
}
