import { LIMITS } from '../../limits.ts';
import type { LabelSize } from '../../units.ts';
import type { OpenedLabel } from '../workspace/workspace.ts';
import type { PageStore } from './state.ts';

/** Facts that the browser keeps of a label: the values that were tried, and the size of a file that has none. */
interface Memory {
  readonly variables: Readonly<Record<string, string>>;
  readonly size: LabelSize | null;
  /** When it was kept. Milliseconds since the epoch. */
  readonly at: number;
}

const PREFIX = 'label:';
/** Browsers keep some five million characters for an address, which is that of every studio at this port. */
const LABELS_MAX = 200;
const LENGTH_MAX = 20_000;

/** The facts kept of a label; none if it is new. */
export function remembered(label: OpenedLabel): Pick<Memory, 'variables' | 'size'> {
  return memoryAt(keyOf(label));
}

/** Keeps values and size of the label that is open, whenever they change. */
export function remember(store: PageStore): void {
  store.on(['variables', 'size'], ({ label, variables, size }) => {
    if (label.id === '') return;
    const key = keyOf(label);
    // Pictures would fill the browser's storage.
    const short = Object.entries(variables).filter(([, { length }]) => length <= LIMITS.variableValueUnits);
    const memory: Memory = {
      variables: Object.fromEntries(short),
      size: label.size === null ? size : null,
      at: Date.now(),
    };
    const text = JSON.stringify(memory);
    if (localStorage.getItem(key) === null) forgetOldest();
    if (text.length > LENGTH_MAX) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  });
}

/** Keeps the facts of a label that was renamed under its new name. */
export function moveMemory(before: OpenedLabel, after: OpenedLabel): void {
  const memory = localStorage.getItem(keyOf(before));
  localStorage.removeItem(keyOf(before));
  if (memory !== null) localStorage.setItem(keyOf(after), memory);
}

/** Other folders have labels of the same name. */
function keyOf({ home, id }: OpenedLabel): string {
  return `${PREFIX}${home}:${id}`;
}

/** Makes room for one more label. */
function forgetOldest(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  if (keys.length < LABELS_MAX) return;
  const kept = keys.map((key) => ({ key, at: memoryAt(key).at })).toSorted((a, b) => b.at - a.at);
  for (const { key } of kept.slice(LABELS_MAX - 1)) localStorage.removeItem(key);
}

function memoryAt(key: string): Memory {
  const nothing: Memory = { variables: {}, size: null, at: 0 };
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Memory>) };
  } catch {
    // Kept by a page of another version.
    return nothing;
  }
}
