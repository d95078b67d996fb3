import { SentJson } from './json.ts';

// Apart from the schemas, whose library takes 0.1 s to load in each thread of a batch.

/** A value as what is inserted: null as empty text, everything else that is no string as its JSON. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : jsonText(value);
}

/** JSON with the digits of its numbers as they were sent. */
export function jsonText(value: unknown): string {
  return value instanceof SentJson ? value.text : JSON.stringify(value);
}
