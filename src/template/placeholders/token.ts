import { LIMITS } from '../../limits.ts';
import { type AutomaticName, automaticName, automaticText } from './automatic-tokens.ts';

/** The meaning of a placeholder. */
export type Token =
  | {
      readonly kind: 'variable';
      /** The name that the API reports. */
      readonly name: string;
      /** In each way that it can be read; the first one that has a value counts. */
      readonly names: readonly string[];
      /** The names by {@link variableKey}. */
      readonly keys: readonly string[];
    }
  | {
      readonly kind: 'automatic';
      readonly name: AutomaticName;
      /** Format or seed; empty when not given. */
      readonly argument: string;
      /** Names of variables that replace a token without an argument; empty for one with an argument. */
      readonly names: readonly string[];
      readonly keys: readonly string[];
    };

/**
 * Reads the text between two braces. Null if it is no placeholder: a blank name, or one of more than 80 characters.
 * `readings` are the same name as other rules of reading give it.
 */
export function parseToken(content: string, readings: readonly string[] = []): Token | null {
  const colon = content.indexOf(':');
  const automatic = automaticName((colon < 0 ? content : content.slice(0, colon)).trim());
  if (automatic !== null) {
    const argument = colon < 0 ? '' : content.slice(colon + 1);
    const names = colon < 0 ? [automatic] : [];
    return { kind: 'automatic', name: automatic, argument, names, keys: names.map(variableKey) };
  }
  const name = content.trim();
  if (!isName(name)) return null;
  const names = [...new Set([name, ...readings.map((reading) => reading.trim()).filter(isName)])];
  return { kind: 'variable', name, names, keys: [...new Set(names.map(variableKey))] };
}

/** The form in which variable names are compared: without case. */
export function variableKey(name: string): string {
  return name.toLowerCase();
}

/** A token and its place in its text. */
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

/** Texts of the automatic tokens among these, at the index of each. */
export function automaticTexts(tokens: readonly Token[], now: Date): readonly (string | undefined)[] {
  return tokens.map((token) =>
    token.kind === 'automatic' ? automaticText(token.name, token.argument, now) : undefined,
  );
}
