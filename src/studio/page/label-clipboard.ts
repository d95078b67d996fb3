import type { FieldActions } from './field-actions.ts';

/** Copies, cuts and pastes fields while the keyboard is on the label: as ZPL, in the clipboard of the system. */
export function labelClipboard(canvas: HTMLElement, actions: FieldActions): void {
  // Handled before they reach the editor: Firefox sends these events to the last place of the caret, not to the focus.
  const onLabel = (type: 'copy' | 'cut' | 'paste', act: (data: DataTransfer) => void): void =>
    addEventListener(
      type,
      (event) => {
        if (document.activeElement !== canvas || event.clipboardData === null) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        act(event.clipboardData);
      },
      { capture: true },
    );
  const copy = (data: DataTransfer): boolean => {
    const copied = actions.copied();
    if (copied !== '') data.setData('text/plain', copied);
    return copied !== '';
  };
  onLabel('copy', copy);
  onLabel('cut', (data) => {
    if (copy(data)) actions.remove();
  });
  onLabel('paste', (data) => {
    const pasted = data.getData('text/plain');
    if (pasted !== '') actions.paste(pasted);
  });
}
