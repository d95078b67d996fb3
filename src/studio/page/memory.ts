import type { LabelSize } from '../../units.ts';
import type { Store } from './state.ts';

/** What the browser keeps of a label: the values that were tried, and the size of a file that has none. */
interface Memory {
  readonly variables: Readonly<Record<string, string>>;
  readonly size: LabelSize | null;
}

const PREFIX = 'label:';

/** What was kept of a label, nothing where there is none. */
export function remembered(id: string): Memory {
  try {
    const kept = localStorage.getItem(PREFIX + id);
    if (kept !== null) return JSON.parse(kept) as Memory;
  } catch {
    // Kept by a page of another version, or not at all.
  }
  return { variables: {}, size: null };
}

/** Keeps values and size of the label that is open, whenever they change. */
export function remember(store: Store): void {
  store.on(['variables', 'size'], ({ label, variables, size }) => {
    if (label.id === '') return;
    const memory: Memory = { variables, size: label.size === null ? size : null };
    localStorage.setItem(PREFIX + label.id, JSON.stringify(memory));
  });
}
