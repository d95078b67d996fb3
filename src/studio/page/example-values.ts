import type { OpenedLabel } from '../workspace/workspace.ts';
import { postJson } from './api-client.ts';
import { button, h } from './dom.ts';
import type { PageStore, StudioState } from './state.ts';
import { filledValues, type Values, valueOf, withValue } from './values.ts';

/** Fills variables with the label's example values, and keeps their values as examples in a bundle. */
export function exampleValues(store: PageStore): HTMLElement {
  const fill = button('Fill with examples', () => store.set({ variables: filled(store.state) }), {
    title: 'Fills only variables without a value',
  });
  const keep = button('Keep as examples', () => store.attempt(() => keepExamples(store)), {
    title: 'Saves the values of the variables with the label',
  });
  store.on(['view', 'variables', 'label'], (state) => {
    const { label, variables, canSave } = state;
    fill.hidden = filled(state) === variables;
    const isKept = namesOf(state).every((name) => {
      const value = valueOf(variables, name);
      return value === undefined || value === valueOf(label.examples, name);
    });
    keep.hidden = isKept || label.kind !== 'bundle' || !canSave;
  });
  return h('div', { class: 'examples' }, fill, keep);
}

function filled(state: StudioState): Values {
  return filledValues(state.variables, namesOf(state), state.label.examples);
}

function namesOf({ view }: StudioState): readonly string[] {
  return (view?.variables ?? []).filter(({ kind }) => kind === 'variable').map(({ name }) => name);
}

/** Saves the values as examples, without other changes. A label without a file gets them when it is saved. */
async function keepExamples(store: PageStore): Promise<void> {
  const { label, variables } = store.state;
  const examples = namesOf(store.state).reduce<Values>((kept, name) => {
    const value = valueOf(variables, name);
    return value === undefined ? kept : withValue(kept, name, value);
  }, label.examples);
  if (label.revision === null) {
    store.set({ label: { ...label, examples } });
    return store.say('The examples are saved with the label');
  }
  const { id, revision, zpl, encoding, size, fieldTransforms } = label;
  const content = { zpl, encoding, size, fieldTransforms, examples };
  const saved = await postJson<OpenedLabel>('api/save', { id, revision, ...content });
  // A label opened meanwhile stays open.
  if (store.state.label === label) store.set({ label: saved });
  store.say(`${saved.place} has the examples`);
}
