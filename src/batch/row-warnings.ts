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
 * @param numberOf a row's number, by its place among all of these, from 0.
 */
export async function* warned(
  all: AsyncIterable<Made>,
  numberOf: (place: number) => number,
  note: (line: string) => void,
): AsyncGenerator<Made> {
  const told = new Set<string>();
  let before = 0;
  for await (const made of all) {
    for (const { index, text } of made.warnings ?? []) {
      if (told.has(text) || told.size > TOLD_MAX) continue;
      told.add(text);
      const line = `row ${numberOf(before + index)}: ${text}`;
      note(told.size > TOLD_MAX ? `${line}; further warnings are not shown` : line);
    }
    before += made.rows;
    yield made;
  }
}
