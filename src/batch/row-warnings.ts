import type { BorrowedRows, RowWarning } from './stages.ts';

/** Warnings that are reported, at most: one missing script would warn about other characters on every row. */
const WARNINGS_MAX = 10;

/** Adds the warnings of a row's picture that no earlier row has. */
export function addWarnings(warnings: RowWarning[], row: number, texts: readonly string[]): void {
  for (const text of texts) {
    const isNew = warnings.length < WARNINGS_MAX && !warnings.some((warning) => warning.text === text);
    if (isNew) warnings.push({ row, text });
  }
}

/** Yields the same rows, and notes each different warning once, with the first row that has it. */
export async function* warned(
  all: AsyncIterable<BorrowedRows>,
  note: (line: string) => void,
): AsyncGenerator<BorrowedRows> {
  const noted = new Set<string>();
  for await (const rendered of all) {
    for (const { row, text } of rendered.warnings ?? []) {
      if (noted.has(text) || noted.size > WARNINGS_MAX) continue;
      noted.add(text);
      const line = `row ${row}: ${text}`;
      note(noted.size > WARNINGS_MAX ? `${line}; further warnings are not shown` : line);
    }
    yield rendered;
  }
}
