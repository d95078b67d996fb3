import type { Variables } from '../../record/variables.ts';
import { variableKey } from '../placeholders/token.ts';

/** The names of a placeholder's variable: one for each way to read it. */
export interface VariableNames {
  readonly names: readonly string[];
  /** The names by {@link variableKey}. */
  readonly keys: readonly string[];
}

/**
 * The values of one record, looked up without regard to case. A name written as in the label counts before others,
 * and of those that differ in case only, the first.
 */
export class RecordValues {
  readonly #variables: Variables;
  /** Built when a name is not found as it is written, which is rare. */
  #byKey: Map<string, string> | null = null;
  #changed: Map<string, string> | null = null;

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  get({ names, keys }: VariableNames): string | undefined {
    if (this.#changed !== null) {
      for (const key of keys) {
        const value = this.#changed.get(key);
        if (value !== undefined) return value;
      }
    }
    for (const name of names) {
      const value: unknown = this.#variables[name];
      // Members that an object inherits are never strings, so that `{constructor}` finds nothing.
      if (typeof value === 'string') return value;
    }
    this.#byKey ??= firstByKey(this.#variables);
    for (const key of keys) {
      const value = this.#byKey.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Replaces a variable, in whatever case its name was given. */
  set(key: string, value: string): void {
    this.#changed ??= new Map();
    this.#changed.set(key, value);
  }
}

function firstByKey(variables: Variables): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(variables)) {
    const key = variableKey(name);
    if (!values.has(key)) values.set(key, value);
  }
  return values;
}
