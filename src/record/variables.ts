import { LIMITS } from '../limits.ts';
import { asText } from './value-text.ts';

/** Names and values of one record. Those of a request are within the limits: names trimmed and unique. */
export type Variables = Readonly<Record<string, string>>;

/** `__proto__`, `constructor` and the other names that every object answers to. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
]);

/**
 * Reads a record that was sent. Returns its variables, or the result of `refuse`, which gets the words for the first
 * fault: they follow the name of the record.
 */
export function readVariables<Refusal>(
  value: unknown,
  refuse: (words: string) => Refusal,
): Variables | Refusal {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('must be an object');
  const sent = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(sent);
  if (isTooMany(names.length)) {
    return refuse(`must have at most ${LIMITS.variables} members; it has ${names.length}`);
  }
  if (isPlain(sent, names)) {
    for (const name of names) {
      const wrong = wrongName(name) ?? wrongValue(name, sent[name] ?? '');
      if (wrong !== null) return refuse(wrong);
    }
    return sent;
  }
  const variables: Record<string, string> = {};
  for (const rawName of names) {
    const name = rawName.trim();
    const text = asText(sent[rawName]);
    const twice = Object.hasOwn(variables, name) ? `has the name "${name}" twice` : null;
    const wrong = wrongName(name) ?? twice ?? wrongValue(name, text);
    if (wrong !== null) return refuse(wrong);
    variables[name] = text;
  }
  return variables;
}

/** The fault of a trimmed name, in words that follow the name of its record; null for none. */
export function wrongName(name: string): string | null {
  if (name === '') return 'must not have a blank name';
  if (name.length > LIMITS.variableNameUnits) {
    return `has a name longer than ${LIMITS.variableNameUnits} characters`;
  }
  return RESERVED_NAMES.has(name) ? `must not use the reserved name "${name}"` : null;
}

/** Whether a record has more variables than the limit. */
export function isTooMany(variables: number): boolean {
  return variables > LIMITS.variables;
}

/**
 * Whether a value of this length passes the limit, in UTF-16 code units. Bytes of UTF-8 are never fewer: a caller that
 * counts these reads a value in doubt again.
 */
export function isTooLong(length: number): boolean {
  return length > LIMITS.variableValueUnits;
}

/** The beginnings of pictures in base64, also of formats that are rejected with a reason of their own. */
export const PICTURE_START = /^(?:data:image\/|iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|SUkq|TU0A|JVBERi0|PHN2Z)/;

/** Whether a text is too long for a value; pictures in base64 are not, if the label shows the variable as a picture. */
export function isTooLongText(text: string): boolean {
  return isTooLong(text.length) && !PICTURE_START.test(text);
}

/**
 * The fault of a text that is too long to be the value of this variable, in words that follow the name of its record.
 */
export function tooLongInWords(name: string): string {
  return `has a value longer than ${LIMITS.variableValueUnits} characters: "${name}"`;
}

function wrongValue(name: string, text: string): string | null {
  return isTooLongText(text) ? tooLongInWords(name) : null;
}

/** Whether the parsed object can serve as the variables: a copy of fifty members takes 4 µs. */
function isPlain(sent: Readonly<Record<string, unknown>>, names: readonly string[]): sent is Variables {
  return names.every((name) => typeof sent[name] === 'string' && name === name.trim());
}
