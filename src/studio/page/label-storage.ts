import type { OpenedLabel } from '../workspace/workspace.ts';

/** A label by its workspace and its id: other folders have labels of the same name. */
type LabelKey = Pick<OpenedLabel, 'home' | 'id'>;

/** A value that is kept for a label. */
interface Kept {
  /** When it was kept. Milliseconds since the epoch. */
  readonly at: number;
}

/** Values of one kind in the browser's storage, one for each label. The oldest go when there are too many. */
export class LabelStorage<Value extends Kept> {
  readonly #prefix: string;
  readonly #labelsMax: number;
  readonly #charactersMax: number;

  /**
   * @param prefix begins the keys of this kind in the storage
   * @param charactersMax of a value as JSON
   */
  constructor(prefix: string, labelsMax: number, charactersMax: number) {
    this.#prefix = prefix;
    this.#labelsMax = labelsMax;
    this.#charactersMax = charactersMax;
  }

  /** The value of a label, as a page of any version may have kept it; null if nothing was kept. */
  get(label: LabelKey): Partial<Value> | null {
    return this.#at(this.#keyOf(label));
  }

  /** Keeps the value of a label. Returns false if it is too long, or the browser has no room: the last one stays. */
  set(label: LabelKey, value: Value): boolean {
    const key = this.#keyOf(label);
    const text = JSON.stringify(value);
    try {
      if (text.length <= this.#charactersMax) {
        if (localStorage.getItem(key) === null) this.#makeRoom();
        localStorage.setItem(key, text);
        return true;
      }
    } catch {
      // The browser has no room.
    }
    return false;
  }

  remove(label: LabelKey): void {
    localStorage.removeItem(this.#keyOf(label));
  }

  #at(key: string): Partial<Value> | null {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Value> | null;
    } catch {
      return null;
    }
  }

  #keyOf({ home, id }: LabelKey): string {
    return `${this.#prefix}${home}:${id}`;
  }

  #makeRoom(): void {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.#prefix));
    if (keys.length < this.#labelsMax) return;
    const newestFirst = keys.toSorted((a, b) => (this.#at(b)?.at ?? 0) - (this.#at(a)?.at ?? 0));
    for (const key of newestFirst.slice(this.#labelsMax - 1)) localStorage.removeItem(key);
  }
}
