import type { FieldActions } from './field-actions.ts';

/** Copies, cuts and pastes fields while the keyboard is on the label: as ZPL, in the clipboard of the system. */
export function labelClipboard(canvas: HTMLElement, actions: FieldActions): void {
  const isHere = (): boolean => document.activeElement === canvas;
  const copy = (event: ClipboardEvent): string => {
    const copied = isHere() ? actions.copied() : '';
    if (copied === '') return copied;
    event.clipboardData?.setData('text/plain', copied);
    event.preventDefault();
    return copied;
  };
  addEventListener('copy', copy);
  addEventListener('cut', (event) => {
    if (copy(event) !== '') actions.remove();
  });
  addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (!isHere() || pasted === '') return;
    event.preventDefault();
    actions.paste(pasted);
  });
}
