/** The bound of a field whose references are resolved: many times the longest field that printers accept. */
const EMBEDDED_BYTES_MAX = 65_536;

/** Characters of `9999,f,-9999,9999`, the longest reference. */
const REFERENCE_MAX = 17;

/** `#n#`, `#n,f,x,y#` or `#n,b,x,y#` in data, indicators included. */
export interface Reference {
  readonly start: number;
  readonly end: number;
  /** The number of the `^FN`. */
  readonly fieldNumber: number;
  /** The characters of the value to embed; null for all of it. */
  readonly part: { readonly from: number; readonly count: number; readonly fromEnd: boolean } | null;
}

/** The references in data, in order. Text of another form is no reference, and may overlap one. */
export function* references(data: string, indicator: string): Generator<Reference, void, undefined> {
  for (let at = 0; at < data.length; ) {
    const open = data.indexOf(indicator, at);
    const close = open < 0 ? -1 : data.indexOf(indicator, open + 1);
    if (close < 0) return;
    const length = close - open - 1;
    const match = length > 0 && length <= REFERENCE_MAX ? REFERENCE.exec(data.slice(open + 1, close)) : null;
    // A lone indicator may come just before a real reference, so only the indicator is skipped.
    at = match === null ? open + 1 : close + 1;
    if (match === null) continue;
    const [, fieldNumber, side, from, count] = match;
    const part =
      side === undefined
        ? null
        : { from: Number(from) - 1, count: Number(count), fromEnd: side.toLowerCase() === 'b' };
    yield { start: open, end: close + 1, fieldNumber: Number(fieldNumber), part };
  }
}

const REFERENCE = /^(\d{1,4})(?:,([fb]),(-?\d{1,4}),(\d{1,4}))?$/i;

/**
 * Resolves `^FE` data: `#n#` is the whole value of `^FNn`, `#n,f,x,y#` the `y` characters from the `x`th of it,
 * `#n,b,x,y#` the same counted from the end. Text of another form stays as it is.
 *
 * @param source the text around the references: the data, or another text with a character for each of its own
 */
export function embedValues(
  data: string,
  indicator: string,
  valueOf: (fieldNumber: number) => string | undefined,
  source: string = data,
): string {
  let filled = '';
  let copied = 0;
  for (const { start, end, fieldNumber, part } of references(data, indicator)) {
    if (filled.length > EMBEDDED_BYTES_MAX) break;
    filled += source.slice(copied, start) + partOf(valueOf(fieldNumber) ?? '', part);
    copied = end;
  }
  return (filled + source.slice(copied)).slice(0, EMBEDDED_BYTES_MAX);
}

function partOf(value: string, part: Reference['part']): string {
  if (part === null) return value;
  const { from, count, fromEnd } = part;
  if (from < 0) return '';
  if (!fromEnd) return value.slice(from, from + count);
  const end = Math.max(value.length - from, 0);
  return value.slice(Math.max(end - count, 0), end);
}
