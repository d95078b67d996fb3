type Cell = string | number | boolean | null;

/** Rows of equal members as text columns under the members' names; `empty` when there are none. */
export function table(rows: readonly Readonly<Record<string, Cell>>[], empty: string): string {
  const [first] = rows;
  if (first === undefined) return empty;
  const names = Object.keys(first);
  const lines = [
    names.map((name) => name.toUpperCase()),
    ...rows.map((row) => names.map((name) => cell(row[name] ?? null))),
  ];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => (line[column] as string).length)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cell(value: Cell): string {
  return value === null ? '-' : withoutControls(String(value));
}

/** Text without control characters: those in a name must not reach the terminal. */
export function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}
