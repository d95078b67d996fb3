import { h, setText } from './dom.ts';
import type { Property } from './edit/properties.ts';
import { propertiesOf } from './edit/properties.ts';
import type { LabelFields } from './label-fields.ts';
import type { PageStore } from './state.ts';

/** The control of a property. */
interface Control {
  readonly element: HTMLElement;
  show(property: Property): void;
}

/** A control for each property of the selected field; F4 goes to the first one. */
export function propertiesPanel(store: PageStore, fields: LabelFields): HTMLElement {
  const groups = h('div', {});
  const several = h('p', { class: 'hint' });
  const controls = new Map<string, Control>();
  let shape = '';
  const panel = h(
    'section',
    { class: 'properties', 'aria-label': 'Field', hidden: true },
    h('h2', {}, 'Field'),
    several,
    groups,
  );
  const change = (id: string, value: string): void => {
    const property = shown().find((each) => each.id === id);
    if (property !== undefined) fields.change(property.change(value), 'input.type.property');
  };
  const shown = (): readonly Property[] => {
    const [field, another] = fields.selectedFields();
    return field === undefined || another !== undefined ? [] : propertiesOf(store.state.text, field);
  };
  store.on(['selected', 'text', 'label'], ({ selected }) => {
    const count = selected === null ? 0 : 1 + (selected.others?.length ?? 0);
    panel.hidden = count === 0;
    setText(several, count > 1 ? `${count} fields are selected` : '');
    const properties = count === 1 ? shown() : [];
    const now = properties.map(({ id, input }) => `${id} ${input.kind}`).join('\n');
    // Controls stay if the properties are the same, so that the focus is not lost.
    if (now !== shape) {
      shape = now;
      controls.clear();
      groups.replaceChildren(...groupsOf(properties, controls, change));
    }
    for (const property of properties) controls.get(property.id)?.show(property);
  });
  addEventListener('keydown', (event) => {
    const control = event.key === 'F4' ? panel.querySelector<HTMLElement>('textarea, input, select') : null;
    if (control === null || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    control.focus();
  });
  return panel;
}

function groupsOf(
  properties: readonly Property[],
  controls: Map<string, Control>,
  change: (id: string, value: string) => void,
): readonly HTMLElement[] {
  const groups = new Map<string, HTMLElement>();
  for (const property of properties) {
    const { id, group } = property;
    const control = controlOf(property, (value) => change(id, value));
    controls.set(id, control);
    // Commands of the same kind have a group each.
    const key = `${group} ${id.split(' ')[0]}`;
    const into = groups.get(key) ?? h('fieldset', {}, h('legend', {}, group));
    groups.set(key, into);
    into.append(control.element);
  }
  return [...groups.values()];
}

function controlOf(property: Property, change: (value: string) => void): Control {
  const { name, about, input } = property;
  const words = h('span', {}, name);
  switch (input.kind) {
    case 'choice': {
      const control = h('select', { title: about, onchange: () => change(control.value) });
      return {
        element: h('label', {}, words, control),
        show: (now) => showChoice(control, now),
      };
    }
    case 'data': {
      const control = h('textarea', {
        title: about,
        rows: input.isBlock ? 3 : 1,
        spellcheck: 'false',
        oninput: () => change(control.value),
      });
      return {
        element: h('label', { class: 'wide' }, words, control),
        show: (now) => showText(control, now),
      };
    }
    default: {
      const isNumber = input.kind === 'number';
      const control = h('input', {
        title: about,
        type: isNumber ? 'number' : 'text',
        min: isNumber ? input.min : undefined,
        max: isNumber ? input.max : undefined,
        step: isNumber ? 'any' : undefined,
        maxlength: isNumber ? undefined : input.length,
        pattern: isNumber ? undefined : '[^,^~]*',
        autocomplete: 'off',
        spellcheck: 'false',
        oninput: () => {
          if (control.validity.valid) change(control.value.trim());
        },
      });
      return { element: h('label', {}, words, control), show: (now) => showText(control, now) };
    }
  }
}

function showText(control: HTMLInputElement | HTMLTextAreaElement, { value, byDefault }: Property): void {
  control.placeholder = byDefault;
  // Text being typed stays as it is.
  if (document.activeElement === control && control.value.trim() === value) return;
  if (document.activeElement === control && !control.validity.valid) return;
  if (control.value !== value) control.value = value;
}

function showChoice(control: HTMLSelectElement, { value, byDefault, input }: Property): void {
  const choices = input.kind === 'choice' ? input.choices : {};
  const options: Readonly<Record<string, string>> = {
    '': byDefault in choices ? `${choices[byDefault]} (default)` : byDefault || 'default',
    ...choices,
    // A value that is not among the choices stays visible.
    ...(value in choices || value === '' ? {} : { [value]: value }),
  };
  const key = JSON.stringify(options);
  if (control.dataset['options'] !== key) {
    control.dataset['options'] = key;
    control.replaceChildren(
      ...[['', options['']] as const, ...Object.entries(options).filter(([each]) => each !== '')].map(
        ([each, words]) => h('option', { value: each }, words ?? each),
      ),
    );
  }
  if (control.value !== value) control.value = value;
}
