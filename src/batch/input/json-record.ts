import { FailureError } from '../../errors.ts';
import { type Care, parseJson, SentNumber } from '../../record/json.ts';

/** A member may appear once, and numbers stay as they were sent: as with the variables of a request. */
const CARE: Care = { once: (path) => path.length === 1, exact: () => true };

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object of a line; or why it is none, in the words of the API. */
export function readObject(line: Uint8Array): { readonly object: JsonObject } | { readonly fault: string } {
  try {
    const value = parseJson(line, 'the row', CARE);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject || value instanceof SentNumber) {
      return { fault: 'the row must be a JSON object' };
    }
    return { object: value as JsonObject };
  } catch (error) {
    if (error instanceof FailureError) return { fault: error.failure.details ?? '' };
    throw error;
  }
}
