import type { BorrowedRows, RowWarning } from './stages.ts';

/** Most warnings that are noted: a font that lacks a script lacks other characters in each row. */
const TOLD_MAX = 10;

/** Adds what a row's picture lacks to what those before it lack. */
export function addWarnings(warnings: RowWarning[], row: number, texts: readonly string[]): void {
  for (const text of texts) {
    const isNew = warnings.length < TOLD_MAX && !warnings.some((warning) => warning.text === text);
    if (isNew) warnings.push({ row, text });
  }
}

/** The same, with each warning noted as it comes, once and by the first row that it is of. */
export async function* warned(
  all: AsyncIterable<BorrowedRows>,
  note: (line: string) => void,
): AsyncGenerator<BorrowedRows> {
  const noted = new Set<string>();
  for await (const rendered of all) {
    for (const { row, text } of rendered.warnings ?? []) {
      if (noted.has(text) || noted.size > TOLD_MAX) continue;
      noted.add(text);
      const line = `row ${row}: ${text}`;
      note(noted.size > TOLD_MAX ? `${line}; further warnings are not shown` : line);
    }
    yield rendered;
  }
}
