import type { ShownVariable } from '../engine/messages.ts';
import type { ShownTransform } from '../engine/transform-steps.ts';
import { clockField } from './clock-field.ts';
import { h, labelled, replaceOthers } from './dom.ts';
import { exampleValues } from './example-values.ts';
import { pictureValue, type ValueControl } from './picture-control.ts';
import { visible } from './readable.ts';
import { rowsField } from './rows-field.ts';
import type { PageStore } from './state.ts';
import { valueOf, withValue } from './values.ts';

/** The values of placeholders with the steps of their transforms, rows to leaf through, and the clock. */
export function variablesPanel(store: PageStore): HTMLElement {
  const fields = h('div', { class: 'fields' });
  const none = h('p', { class: 'hint' }, 'No placeholders. Write {name} in field data to make one.');
  const clock = clockField(store);
  let names = '';
  let made: readonly VariableField[] = [];
  store.on(['view', 'variables'], ({ view, variables }) => {
    const shown = view?.variables ?? [];
    const key = JSON.stringify(shown);
    if (key !== names) {
      names = key;
      made = shown
        .filter(({ kind }) => kind === 'variable')
        .map((each) => made.find((field) => isFieldOf(field, each)) ?? fieldOf(each, store));
      replaceOthers(
        fields,
        made.map(({ element }) => element),
      );
      none.hidden = shown.length > 0;
      clock.hidden = !shown.some(({ kind }) => kind === 'automatic');
    }
    for (const field of made) {
      const name = field.variable.name.toLowerCase();
      const transform = view?.transforms.find(({ variable }) => variable.toLowerCase() === name);
      field.show(valueOf(variables, field.variable.name), transform);
    }
  });
  return h(
    'section',
    { class: 'variables', 'aria-label': 'Variables' },
    h('h2', {}, 'Variables'),
    fields,
    none,
    exampleValues(store),
    clock,
    rowsField(store),
  );
}

interface VariableField {
  readonly variable: ShownVariable;
  readonly element: HTMLElement;
  show(value: string | undefined, transform: ShownTransform | undefined): void;
}

function isFieldOf({ variable }: VariableField, { name, isPicture }: ShownVariable): boolean {
  return variable.name === name && variable.isPicture === isPicture;
}

function fieldOf(variable: ShownVariable, store: PageStore): VariableField {
  const { name, isPicture } = variable;
  const change = (value: string): void =>
    store.set({ variables: withValue(store.state.variables, name, value) });
  const control = isPicture ? pictureValue(store, name, change) : textValue(name, change);
  const steps = h('ol', { class: 'steps', 'aria-label': `Transforms of ${name}, step by step` });
  const element = h('div', { class: 'field' }, control.element, steps);
  let shown: string | undefined;
  return {
    variable,
    element,
    show(value = '', transform) {
      control.show(value);
      const now = JSON.stringify(transform?.steps);
      if (now === shown) return;
      shown = now;
      steps.replaceChildren(
        ...(transform?.steps ?? []).map(({ op, value: result, failure }) =>
          h(
            'li',
            { class: failure === null ? undefined : 'failed' },
            h('span', { class: 'op' }, op),
            ' ',
            failure === null ? h('code', {}, visible(result ?? 'no value')) : h('span', {}, failure),
          ),
        ),
      );
    },
  };
}

/** The control of a value that is typed. */
function textValue(name: string, change: (value: string) => void): ValueControl {
  const input = h('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    oninput: () => change(input.value),
  });
  return {
    element: labelled(name, input),
    show(value) {
      // An equal value is not set again, so that the cursor stays.
      if (input.value !== value) input.value = value;
    },
  };
}
