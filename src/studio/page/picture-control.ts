import { LIMITS } from '../../limits.ts';
import { encodeBase64 } from './base64.ts';
import { button, h, setText } from './dom.ts';
import type { PageStore } from './state.ts';

/** Formats that a value may have, by their beginning in base64. */
const BEGINNINGS: Readonly<Record<string, string>> = { iVBORw0KGgo: 'image/png', '/9j/': 'image/jpeg' };

/** The quality of a JPEG that is made of a large picture, and the factor of its size from one attempt to the next. */
const QUALITY = 0.85;
const SMALLER = 0.8;

/** The control of a value. */
export interface ValueControl {
  readonly element: HTMLElement;
  show(value: string): void;
}

/** The control of a variable whose value is a picture: the user chooses one, or drops it here. */
export function pictureValue(store: PageStore, name: string, change: (value: string) => void): ValueControl {
  const image = h('img', {
    alt: `The picture of ${name}`,
    hidden: true,
    onerror: () => (image.hidden = true),
  });
  const state = h('span', { class: 'hint' });
  const remove = button('Remove', () => change(''), { 'aria-label': `Remove the picture of ${name}` });
  // The number of the last file: if several overlap, the last one counts.
  let asked = 0;
  const take = (file: File | undefined): void => {
    if (file === undefined) return;
    const turn = ++asked;
    store.attempt(async () => {
      const { value, note } = await valueOf(file);
      if (turn !== asked) return;
      change(value);
      store.say(`${file.name} is the picture of ${name}${note}`);
    });
  };
  const input = h('input', {
    type: 'file',
    accept: 'image/*',
    onchange: () => {
      take(input.files?.[0]);
      // The same file can be chosen again.
      input.value = '';
    },
  });
  const element = h(
    'div',
    {
      class: 'picture-value',
      role: 'group',
      'aria-label': name,
      ondragover: (event) => event.preventDefault(),
      ondrop: (event) => {
        event.preventDefault();
        // Otherwise the page would place the picture on the label.
        event.stopPropagation();
        take((event as DragEvent).dataTransfer?.files[0]);
      },
    },
    h('span', { class: 'hint' }, name),
    image,
    button('Choose picture…', () => input.click(), { title: 'You can also drop a picture here' }),
    remove,
    state,
  );
  let shown: string | null = null;
  return {
    element,
    show(value) {
      if (value === shown) return;
      shown = value;
      const type = Object.entries(BEGINNINGS).find(([beginning]) => value.startsWith(beginning))?.[1];
      image.hidden = type === undefined;
      if (type !== undefined) image.src = `data:${type};base64,${value}`;
      remove.hidden = value === '';
      setText(state, value === '' ? 'No picture' : `${Math.round((value.length * 3) / 4 / 1024)} kB`);
    },
  };
}

/** The value of a file, in base64. A file of too many bytes or pixels, or of another format, becomes a JPEG. */
async function valueOf(file: File): Promise<{ readonly value: string; readonly note: string }> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(`${file.name} is not a picture that the browser reads`);
  });
  const { width, height } = picture;
  if (file.size <= LIMITS.pictureBytes && width * height <= LIMITS.picturePixels) {
    const value = await base64Of(file);
    if (Object.keys(BEGINNINGS).some((beginning) => value.startsWith(beginning))) return { value, note: '' };
  }
  for (let scale = Math.min(1, Math.sqrt(LIMITS.picturePixels / (width * height))); ; scale *= SMALLER) {
    const [across, down] = [width, height].map((side) => Math.max(1, Math.floor(side * scale))) as [
      number,
      number,
    ];
    const canvas = new OffscreenCanvas(across, down);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, across, down);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, across, down);
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
    if (jpeg.size > LIMITS.pictureBytes) continue;
    return { value: await base64Of(jpeg), note: `, as a JPEG of ${across} × ${down} pixels` };
  }
}

async function base64Of(file: Blob): Promise<string> {
  return encodeBase64(new Uint8Array(await file.arrayBuffer()));
}
