/** Byte offset, byte length, command, parameter number, message. */
const VALUES_PER_WARNING = 5;

/**
 * How many warnings an `X-Warnings` header holds: its values, separated by `|` and counted with the empty
 * ones, divided by five. A message may hold a `|` of its own; the next warning then begins where two numbers
 * stand side by side.
 */
export function countWarnings(header: string): number {
  if (header === '') return 0;
  const values = header.split('|');
  if (values.length % VALUES_PER_WARNING === 0) return values.length / VALUES_PER_WARNING;
  const beginsWarning = (at: number): boolean => isNumber(values[at]) && isNumber(values[at + 1]);
  if (!beginsWarning(0)) return Math.floor(values.length / VALUES_PER_WARNING);
  let warnings = 0;
  for (let at = 0; at + VALUES_PER_WARNING <= values.length; ) {
    warnings++;
    at += VALUES_PER_WARNING;
    while (at < values.length && !beginsWarning(at)) at++;
  }
  return warnings;
}

function isNumber(value: string | undefined): boolean {
  return value !== undefined && /^\d+$/.test(value);
}
