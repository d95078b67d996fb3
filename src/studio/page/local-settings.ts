import { LIMITS } from '../../limits.ts';
import type { LabelSize } from '../../units.ts';
import type { OpenedLabel } from '../workspace/workspace.ts';
import { LabelStorage } from './label-storage.ts';
import type { PageStore } from './state.ts';

/** Settings of a label that the browser keeps: the values that were tried, and the size if its file has none. */
interface LocalSettings {
  readonly variables: Readonly<Record<string, string>>;
  readonly size: LabelSize | null;
  /** When they were kept. Milliseconds since the epoch. */
  readonly at: number;
}

/** Browsers keep some five million characters for an address, which all studios at this port share. */
const settings = new LabelStorage<LocalSettings>('label:', 200, 20_000);

/** The settings kept of a label; empty for a new one. */
export function localSettings(label: OpenedLabel): Pick<LocalSettings, 'variables' | 'size'> {
  return { variables: {}, size: null, ...settings.get(label) };
}

/** Keeps the values and the size of the open label whenever they change. */
export function keepLocalSettings(store: PageStore): void {
  store.on(['variables', 'size'], ({ label, variables, size }) => {
    if (label.id === '') return;
    // Pictures would fill the browser's storage.
    const short = Object.entries(variables).filter(([, { length }]) => length <= LIMITS.variableValueUnits);
    const kept = settings.set(label, {
      variables: Object.fromEntries(short),
      size: label.size === null ? size : null,
      at: Date.now(),
    });
    if (!kept) settings.remove(label);
  });
}

/** Gives the settings of a renamed label to its new name. */
export function moveLocalSettings(before: OpenedLabel, after: OpenedLabel): void {
  const kept = settings.get(before);
  settings.remove(before);
  if (kept !== null) settings.set(after, { ...localSettings(after), at: 0, ...kept });
}
