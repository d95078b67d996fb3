import { LIMITS } from '../limits.ts';
import { type AutomaticName, automaticName } from './automatic.ts';

/** What a placeholder asks for. */
export type Token =
  | {
      readonly kind: 'variable';
      /** As the API reports it. */
      readonly name: string;
      /** Lower-case names that it matches, the first one found counting. */
      readonly keys: readonly string[];
    }
  | {
      readonly kind: 'automatic';
      readonly name: AutomaticName;
      /** Format or seed; empty when not given. */
      readonly argument: string;
      /** Written without an argument: a variable of the same name replaces it. */
      readonly bare: boolean;
    };

/**
 * Reads what stands between two braces, or null for what is no placeholder: a blank name, or one of more than
 * 80 characters. `spellings` are other ways to read the same name.
 */
export function parseToken(content: string, spellings: readonly string[] = []): Token | null {
  const colon = content.indexOf(':');
  const automatic = automaticName((colon < 0 ? content : content.slice(0, colon)).trim());
  if (automatic !== null) {
    return {
      kind: 'automatic',
      name: automatic,
      argument: colon < 0 ? '' : content.slice(colon + 1),
      bare: colon < 0,
    };
  }
  const name = content.trim();
  if (!isName(name)) return null;
  const keys = [name, ...spellings.map((spelling) => spelling.trim()).filter(isName)].map(variableKey);
  return { kind: 'variable', name, keys: [...new Set(keys)] };
}

/** The form in which variable names are compared: without case. */
export function variableKey(name: string): string {
  return name.toLowerCase();
}

/** A token together with where it stands in its text. */
export interface Placeholder {
  readonly token: Token;
  /** Index of the opening brace. */
  readonly start: number;
  /** One past the closing brace. */
  readonly end: number;
}

/** Placeholders in a text of characters, such as a marked raster's template. */
export function findPlaceholders(text: string): Placeholder[] {
  const found: Placeholder[] = [];
  for (const [start, end] of bracePairs(text)) {
    const token = parseToken(text.slice(start + 1, end - 1));
    if (token !== null) found.push({ token, start, end });
  }
  return found;
}

/**
 * Innermost pairs of braces, in order: `{a{b}c}` holds `{b}` only, and what is left unclosed is text.
 * `step` gives the length of the character at an index.
 */
export function* bracePairs(
  text: string,
  step: (at: number) => number = () => 1,
): Generator<[start: number, end: number]> {
  let open = -1;
  for (let at = 0; at < text.length; at += step(at)) {
    const code = text.charCodeAt(at);
    if (code === 0x7b) open = at;
    else if (code === 0x7d && open >= 0) {
      yield [open, at + 1];
      open = -1;
    }
  }
}

function isName(name: string): boolean {
  return name !== '' && name.length <= LIMITS.variableNameUnits;
}
