import type { TextChange } from '../source-fields.ts';

/** A text with changes, which do not overlap and count in the text before. */
export function applied(text: string, changes: readonly TextChange[]): string {
  return changes
    .toSorted((a, b) => b.from - a.from || b.to - a.to)
    .reduce((done, { from, to, insert }) => done.slice(0, from) + insert + done.slice(to), text);
}

/** A place of the text after changes: behind what is inserted there, and before what is put in its stead. */
export function mapped(at: number, changes: readonly TextChange[]): number {
  return changes.reduce((place, { from, to, insert }) => {
    if (from > at || (from === at && to > from)) return place;
    return place + (to > at ? from - at : from - to) + (to > at ? 0 : insert.length);
  }, at);
}

/** A place of the text after changes, in the text before them; not within what they put in. */
export function placeBefore(at: number, changes: readonly TextChange[]): number {
  return changes
    .toSorted((a, b) => a.from - b.from)
    .reduce((place, { from, to, insert }) => (place <= from ? place : place + to - from - insert.length), at);
}

/** The change that makes one text another, without what both begin and end with. */
export function replacement(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
