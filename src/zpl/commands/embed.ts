/** What one field's `#n#` may grow to: many times the longest field that printers take (3072 bytes). */
const EMBEDDED_BYTES_MAX = 65_536;

/** Characters of `9999,f,-9999,9999`, the longest reference. */
const REFERENCE_MAX = 17;

/**
 * Resolves `^FE` data: `#n#` is the whole value of `^FNn`, `#n,f,x,y#` the `y` characters from the `x`th of
 * it, `#n,b,x,y#` the same counted from the end. What is not of this form stays as it is written.
 */
export function embedValues(
  data: string,
  indicator: string,
  valueOf: (slot: number) => string | undefined,
): string {
  let filled = '';
  let at = 0;
  while (at < data.length && filled.length <= EMBEDDED_BYTES_MAX) {
    const open = data.indexOf(indicator, at);
    const close = open < 0 ? -1 : data.indexOf(indicator, open + 1);
    if (close < 0) break;
    const length = close - open - 1;
    const value =
      length > 0 && length <= REFERENCE_MAX ? embedded(data.slice(open + 1, close), valueOf) : undefined;
    // A lone indicator may stand before a real reference, so only it is passed over.
    filled += data.slice(at, open) + (value ?? indicator);
    at = value === undefined ? open + 1 : close + 1;
  }
  return (filled + data.slice(at)).slice(0, EMBEDDED_BYTES_MAX);
}

function embedded(reference: string, valueOf: (slot: number) => string | undefined): string | undefined {
  const match = /^(\d{1,4})(?:,([fb]),(-?\d{1,4}),(\d{1,4}))?$/i.exec(reference);
  if (match === null) return undefined;
  const value = valueOf(Number(match[1])) ?? '';
  if (match[2] === undefined) return value;
  const from = Number(match[3]) - 1;
  const count = Number(match[4]);
  if (from < 0) return '';
  if (match[2].toLowerCase() === 'f') return value.slice(from, from + count);
  const end = Math.max(value.length - from, 0);
  return value.slice(Math.max(end - count, 0), end);
}
