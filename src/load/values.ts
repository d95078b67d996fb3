import { FailureError, fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { parseJson } from '../record/json.ts';
import { readVariables, type Variables } from '../record/variables.ts';
import { automaticName } from '../template/placeholders/automatic-tokens.ts';
import { LoadUsage } from './load-failure.ts';

/**
 * Reads sets of values: a JSON object, or an array of objects, under the API's rules for variables.
 *
 * @throws LoadUsage
 */
export function readValues(bytes: Uint8Array, file: string): readonly Variables[] {
  try {
    const given = parseJson(bytes, file, {
      uniqueMember: (path) => path.length === (typeof path[0] === 'number' ? 2 : 1),
      keepsDigits: (path) => path.length >= (typeof path[0] === 'number' ? 2 : 1),
      longestText: LIMITS.variableValueUnits,
    });
    if (!Array.isArray(given)) return [valuesIn(given, file)];
    if (given.length === 0) throw new LoadUsage(`${file} is an empty array; it needs an object of values`);
    return given.map((set, index) => valuesIn(set, `${file}: element ${index}`));
  } catch (error) {
    if (error instanceof FailureError) throw new LoadUsage(error.message);
    throw error;
  }
}

function valuesIn(given: unknown, place: string): Variables {
  return readVariables(given, (words) => fail('invalid_request', `${place} ${words}`));
}

/** Yields the sets in turn, without end. */
export function* inTurn(sets: readonly Variables[]): Generator<Variables, never> {
  for (;;) yield* sets;
}

/**
 * Yields made-up values for a label's tokens, without end: different numbers of twelve digits, which most barcodes
 * take, EAN-13 among them. The service fills automatic tokens.
 */
export function* madeUp(tokens: readonly string[]): Generator<Variables, never> {
  const names = tokens.filter((token) => automaticName(token) === null);
  for (let number = 100_000_000_000; ; )
    yield Object.fromEntries(names.map((name) => [name, String(number++)]));
}
