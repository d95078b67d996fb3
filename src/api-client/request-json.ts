import { UsageError } from './platen-error.ts';

/** A request's body as JSON. Throws a {@link UsageError} for what JSON cannot say, as `NaN`, a `bigint` or a circle. */
export function requestJson(body: object): string {
  try {
    const json = JSON.stringify(body);
    // Looking at each value takes half as long again, and what JSON cannot say became null.
    return json.includes('null') ? JSON.stringify(body, refuseInfinite) : json;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`The request cannot be sent as JSON: ${reason}`, { cause });
  }
}

/** JSON would make them null, which is an empty text on the label. */
function refuseInfinite(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${name} is ${value}`);
  return value;
}
