/** A number of things as people read it: `1 row`, `1,000 rows`. */
export function counted(number: number, unit: string): string {
  return `${number.toLocaleString('en')} ${unit}${number === 1 ? '' : 's'}`;
}
