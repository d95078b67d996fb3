/** The media range of a header, with its weight. */
const RANGE = /^\s*([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+|\*)\s*(?:;(.*))?$/s;
const WEIGHT = /(?:^|;)\s*q=([01](?:\.\d{0,3})?)\s*(?:;|$)/i;

/** The most ranges of a header that are read: clients send a handful. */
const RANGES_MAX = 50;

/**
 * The media type with the greatest weight in an `Accept` header (RFC 9110, 12.5.1); of several with the same weight
 * the one that the header names first, or the first of `types` for a range such as `image/*`.
 *
 * @param types in the order of preference of the server
 * @returns null where the header accepts none of them
 */
export function acceptedType<T extends string>(accept: string | undefined, types: readonly T[]): T | null {
  if (accept === undefined || accept.trim() === '') return types[0] ?? null;
  // The usual header. Reading ranges would take a fiftieth of the time of a call with a small label.
  const only = types.find((type) => type === accept);
  if (only !== undefined) return only;
  const ranges = accept.split(',', RANGES_MAX).flatMap((text) => {
    const [, range, parameters = ''] = RANGE.exec(text) ?? [];
    if (range === undefined) return [];
    return [
      {
        range: range === '*' ? '*/*' : range.toLowerCase(),
        weight: Number(WEIGHT.exec(parameters)?.[1] ?? 1),
      },
    ];
  });
  let best: { readonly type: T; readonly weight: number; readonly place: number } | null = null;
  for (const type of types) {
    // The most specific range of a type decides, wherever it is in the header.
    const names = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
    const name = names.find((each) => ranges.some(({ range }) => range === each));
    const place = ranges.findIndex(({ range }) => range === name);
    const weight = ranges[place]?.weight ?? 0;
    if (weight === 0) continue;
    if (best === null || weight > best.weight || (weight === best.weight && place < best.place)) {
      best = { type, weight, place };
    }
  }
  return best?.type ?? null;
}
