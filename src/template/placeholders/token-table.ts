import { LIMITS } from '../../limits.ts';
import { parseToken, type Token, variableKey } from './token.ts';

/** The tokens of a template, each kept once, however often the label has it. */
export class TokenTable {
  readonly tokens: Token[] = [];
  /** The names of the tokens, in the order of the label, once for each occurrence. */
  readonly placeholders: string[] = [];
  readonly #indexes = new Map<string, number>();

  /**
   * Whether there are more placeholders than command prefixes are allowed: no printer takes as much data in its fields.
   */
  get isOverfull(): boolean {
    return this.placeholders.length > LIMITS.zplPrefixes;
  }

  /** The token's index; counts a further occurrence. */
  add(token: Token): number {
    this.placeholders.push(token.name);
    const key = JSON.stringify(token);
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.#indexes.set(key, this.tokens.length);
    return this.tokens.push(token) - 1;
  }
}

/** The saved names, then those found, in order: each once without regard to case, automatic ones upper case. */
export function uniteNames(saved: readonly string[], found: readonly string[]): string[] {
  const names = new Map<string, string>();
  for (const name of [...saved.map(bareName), ...found]) {
    const key = variableKey(name);
    if (name !== '' && !names.has(key)) names.set(key, name);
  }
  return [...names.values()];
}

/** An editor's name may still have its braces, or the format of an automatic token. */
function bareName(saved: string): string {
  const text = saved.trim().replace(/^\{(.*)\}$/s, '$1');
  return parseToken(text)?.name ?? '';
}
