import { LIMITS } from '../limits.ts';
import { asText } from './value-text.ts';
import { wrongName } from './variable-name.ts';

// Apart from the schemas, whose library threads do without.

/** Names and values of one record: names trimmed and unique, values strings. */
export type Variables = Readonly<Record<string, string>>;

/** The variables of a record that was sent; or what `refuse` makes of what is wrong with it. */
export function readVariables<Refusal>(
  value: unknown,
  refuse: (message: string) => Refusal,
): Variables | Refusal {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('must be an object');
  const sent = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(sent);
  if (names.length > LIMITS.variables) {
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

/** Whether it can go on as it was parsed: a copy of fifty members takes 4 µs. */
function isPlain(sent: Readonly<Record<string, unknown>>, names: readonly string[]): sent is Variables {
  return names.every((name) => typeof sent[name] === 'string' && name === name.trim());
}

/** What is wrong with a variable's value, or null. */
function wrongValue(name: string, text: string): string | null {
  return text.length > LIMITS.variableValueUnits
    ? `has a value longer than ${LIMITS.variableValueUnits} characters: "${name}"`
    : null;
}
