import type { Made, Position } from '../stages.ts';

/**
 * What was made, cut into parts of one piece each, so that what is kept can end at any of them. Failed rows belong to the
 * part whose rows they stand between. Its memory is given back by the whole alone.
 *
 * @param from where its rows begin
 */
export function partsOf(made: Made, from: Position): Made[] {
  const begins = [0, ...made.pieces.slice(1).map(({ index }) => index)];
  return begins.map((begin, number) => {
    const end = begins[number + 1] ?? made.rows;
    const isLast = number === begins.length - 1;
    const piece = made.pieces[number];
    return {
      rows: end - begin,
      next: isLast ? made.next : { offset: from.offset, skip: from.skip + end },
      pieces: piece === undefined ? [] : [{ ...piece, index: piece.index - begin }],
      failed: made.failed
        .filter(({ index }) => index >= begin && index < end)
        .map((row) => ({ ...row, index: row.index - begin })),
      // It is not known of which piece they are.
      unresolved: isLast ? made.unresolved : 0,
      release: () => {},
    };
  });
}
