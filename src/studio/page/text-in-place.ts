import { h } from './dom.ts';
import { dataOf } from './edit/field-data.ts';
import type { FieldActions } from './field-actions.ts';
import type { LabelFields } from './label-fields.ts';
import type { LabelView } from './label-view.ts';
import type { PageStore } from './state.ts';

/** The least size of the input in pixels, however small its field is. */
const MIN = { width: 160, height: 28 };

/** Listens before the pointer selects another field. */
const FIRST = { capture: true };

/** Edits the data of the selected field at its place on the label. Enter and a blur write the data, Escape does not. */
export class TextInPlace {
  readonly #store: PageStore;
  readonly #view: LabelView;
  readonly #fields: LabelFields;
  readonly #actions: FieldActions;

  constructor(store: PageStore, view: LabelView, fields: LabelFields, actions: FieldActions) {
    this.#store = store;
    this.#view = view;
    this.#fields = fields;
    this.#actions = actions;
  }

  /** Opens the input, if a field with data is selected. */
  open(): void {
    const [selected] = this.#fields.selectedFields();
    const data = selected === undefined ? null : dataOf(selected);
    const box = this.#fields.selectedBox();
    if (box === null || data === null)
      return this.#store.say('This field has no text of its own to edit.', true);
    const [from, to] = [box, { x: box.x + box.width, y: box.y + box.height }].map((point) =>
      this.#view.pixelOf(point),
    );
    if (from === undefined || to === undefined) return;
    const { canvas } = this.#view;
    const input = h('textarea', {
      class: 'in-place',
      'aria-label': 'Text of the field',
      spellcheck: 'false',
    });
    input.value = data.text;
    Object.assign(input.style, {
      left: `${canvas.offsetLeft + Math.min(from.x, to.x)}px`,
      top: `${canvas.offsetTop + Math.min(from.y, to.y)}px`,
      width: `${Math.max(MIN.width, Math.abs(to.x - from.x))}px`,
      height: `${Math.max(MIN.height, Math.abs(to.y - from.y))}px`,
    });
    let isOpen = true;
    const close = (isKept: boolean): void => {
      if (!isOpen) return;
      isOpen = false;
      canvas.removeEventListener('pointerdown', keep, FIRST);
      const { value } = input;
      input.remove();
      const [field] = this.#fields.selectedFields();
      if (isKept && field !== undefined) this.#actions.write(field, value);
    };
    const keep = (): void => close(true);
    input.addEventListener('blur', keep);
    canvas.addEventListener('pointerdown', keep, FIRST);
    input.addEventListener('keydown', (event) => {
      const isEnter = event.key === 'Enter' && !(data.isBlock && event.shiftKey);
      if (!isEnter && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      close(isEnter);
      canvas.focus();
    });
    canvas.after(input);
    input.focus();
    input.select();
  }
}
