import type { TextChange } from '../source-fields.ts';

/** A text after changes. They do not overlap, and their places are in the text before. Insertions keep their order. */
export function applied(text: string, changes: readonly TextChange[]): string {
  return changes
    .toReversed()
    .toSorted((a, b) => b.from - a.from || b.to - a.to)
    .reduce((done, { from, to, insert }) => done.slice(0, from) + insert + done.slice(to), text);
}

/** A place of a text after changes: after an insertion at the place, and before a replacement that begins there. */
export function mapped(at: number, changes: readonly TextChange[]): number {
  return changes.reduce((place, { from, to, insert }) => {
    if (from > at || (from === at && to > from)) return place;
    return place + (to > at ? from - at : from - to) + (to > at ? 0 : insert.length);
  }, at);
}

/** A place of a text after changes as a place of the text before them; not within an insertion. */
export function placeBefore(at: number, changes: readonly TextChange[]): number {
  return changes
    .toSorted((a, b) => a.from - b.from)
    .reduce((place, { from, to, insert }) => (place <= from ? place : place + to - from - insert.length), at);
}

/** The change that turns one text into another, without their common beginning and end. */
export function replacement(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
