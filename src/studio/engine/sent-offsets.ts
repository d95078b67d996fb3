import { literalsOf, type Template } from '../../template/template.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import type { Span } from '../../zpl/label.ts';

/** A stretch of the stream as sent, and of the saved one that it comes from. Bytes. */
interface Stretch {
  readonly sent: Span;
  readonly saved: Span;
  /** The same bytes; else what a field sends in the place of what is saved. */
  readonly isLiteral: boolean;
}

/** Finds where in the saved stream something of the sent one comes from. */
export type SavedSpan = (sent: Span) => Span;

/** For a stream that is sent as saved. */
export const SAME_SPAN: SavedSpan = (span) => span;

/**
 * For a stream with values in it.
 *
 * @param fields what its dynamic fields send, from `substituteFields`
 */
export function savedSpans(template: Template, fields: readonly ByteString[]): SavedSpan {
  const stretches: Stretch[] = [];
  let sentAt = 0;
  let savedAt = 0;
  const add = (sentLength: number, savedEnd: number, isLiteral: boolean): void => {
    const sent = { start: sentAt, end: sentAt + sentLength };
    stretches.push({ sent, saved: { start: savedAt, end: savedEnd }, isLiteral });
    sentAt = sent.end;
    savedAt = savedEnd;
  };
  for (const [index, literal] of literalsOf(template).entries()) {
    add(literal.length, savedAt + literal.length, true);
    const field = template.dynamicFields[index];
    if (field !== undefined) add(fields[index]?.length ?? 0, field.end, false);
  }
  const saved = (at: number, edge: 'start' | 'end'): number => {
    // An end belongs to what is before it.
    const isBefore = ({ sent }: Stretch): boolean => (edge === 'start' ? sent.end <= at : sent.end < at);
    const found = stretches[firstNot(stretches, isBefore)] ?? stretches.at(-1);
    if (found === undefined) return at;
    return found.isLiteral ? found.saved.start + at - found.sent.start : found.saved[edge];
  };
  return ({ start, end }) => ({ start: saved(start, 'start'), end: saved(end, 'end') });
}

/** The index of the first that something is not true of, which is true of those before it alone. */
function firstNot<T>(sorted: readonly T[], isTrue: (each: T) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isTrue(sorted[middle] as T)) from = middle + 1;
    else to = middle;
  }
  return from;
}
