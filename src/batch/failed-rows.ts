import type { FailedRow } from './stages.ts';

/** Failed rows of one `Made` from several places, in the order of the input. */
export function failedInOrder(...parts: readonly (readonly FailedRow[])[]): FailedRow[] {
  return parts.flat().toSorted((a, b) => a.index - b.index);
}
