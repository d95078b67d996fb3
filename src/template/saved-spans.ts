import { bisect } from '../bisect.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { Span } from '../zpl/label.ts';
import { literalsOf, type Template } from './template.ts';

/** A stretch of a stream as it is sent, and of the saved stream that it comes from. Bytes. */
interface Stretch {
  readonly sent: Span;
  readonly saved: Span;
  /** The same bytes; else the text that a field sends in place of the saved one. */
  readonly isLiteral: boolean;
}

/** Finds the bytes of the saved stream that a span of the sent one comes from. */
export type SavedSpan = (sent: Span) => Span;

/** For a stream that is sent as saved. */
export const SAME_SPAN: SavedSpan = (span) => span;

/**
 * For a stream with values in it. A span that begins or ends within a field begins or ends with the saved field.
 *
 * @param fields the text that each dynamic field sends, from `substituteFields`
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
    // An end belongs to the stretch before it.
    const isBefore = (index: number): boolean => {
      const { end } = (stretches[index] as Stretch).sent;
      return edge === 'start' ? end <= at : end < at;
    };
    const found = stretches[bisect(stretches.length, isBefore)] ?? stretches.at(-1);
    if (found === undefined) return at;
    return found.isLiteral ? found.saved.start + at - found.sent.start : found.saved[edge];
  };
  return ({ start, end }) => ({ start: saved(start, 'start'), end: saved(end, 'end') });
}
