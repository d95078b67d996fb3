import type { PageStore } from './state.ts';

/** Beginnings of pictures; a PDF and an SVG may have other bytes before them. */
const BEGINNINGS = /^\x89PNG|^GIF8|^BM|^RIFF.{4}WEBP|^\xff\xd8|%PDF-|<svg[\s>]/is;
const BEGINNING_BYTES = 1024;

/** Whether a file is a picture or a PDF, by its content. */
export async function isPictureFile(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer());
  return BEGINNINGS.test(String.fromCharCode(...bytes));
}

/** Lets the user choose a picture to place. */
export function choosePicture(store: PageStore): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*,.pdf';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) store.set({ picture: { file, pointer: null } });
  });
  input.click();
}

/** Places a pasted picture, wherever the focus is. */
export function pastePictures(store: PageStore): void {
  addEventListener(
    'paste',
    (event) => {
      const { clipboardData: pasted } = event;
      const [file] = pasted?.files ?? [];
      // Programs that copy a table add a picture of it.
      if (file === undefined || pasted?.getData('text/plain') !== '') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      store.attempt(async () => {
        if (await isPictureFile(file)) store.set({ picture: { file, pointer: null } });
        else store.say(`${file.name} is not a picture`, true);
      });
    },
    { capture: true },
  );
}
