/**
 * A value as a cell of CSV (RFC 4180). A value with spaces at its ends is quoted too, since some readers trim others.
 */
export function csvCell(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
