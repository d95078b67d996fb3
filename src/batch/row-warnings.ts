import type { Made, RowWarning } from './stages.ts';

/** So many are told of: a font that lacks a script lacks other characters in each row. */
const TOLD_MAX = 10;

/** Adds what a row's picture lacks to what those before it lack. */
export function addWarnings(warnings: RowWarning[], index: number, texts: readonly string[]): void {
  for (const text of texts) {
    const isNew = warnings.length < TOLD_MAX && !warnings.some((warning) => warning.text === text);
    if (isNew) warnings.push({ index, text });
  }
}

/**
 * The same, with each warning told of as it comes, once and by the first row that it is of.
 *
 * @param firstRow number of the first row, from 1.
 */
export async function* warned(
  all: AsyncIterable<Made>,
  firstRow: number,
  note: (line: string) => void,
): AsyncGenerator<Made> {
  const told = new Set<string>();
  let row = firstRow;
  for await (const made of all) {
    for (const { index, text } of made.warnings ?? []) {
      if (told.has(text) || told.size > TOLD_MAX) continue;
      told.add(text);
      const line = `row ${row + index}: ${text}`;
      note(told.size > TOLD_MAX ? `${line}; other warnings are not told of` : line);
    }
    row += made.rows;
    yield made;
  }
}
