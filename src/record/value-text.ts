import { SentJson } from './json.ts';

// Separate from the schemas, whose library takes 0.1 s to load in each thread of a batch.

/** The text that is inserted for a value: none for null, JSON for other values that are no strings. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : jsonText(value);
}

/** The JSON of a value, with the digits of its numbers as they were sent. */
export function jsonText(value: unknown): string {
  return value instanceof SentJson ? value.text : JSON.stringify(value);
}
