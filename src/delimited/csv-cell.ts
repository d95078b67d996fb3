/** A value as a cell of CSV (RFC 4180). Spaces at the ends are quoted too: some readers trim what is not. */
export function csvCell(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
