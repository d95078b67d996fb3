import type { Made, Piece, Position } from '../stages.ts';

/**
 * What was made, cut into parts that end where a piece does, so that what is kept can end at any of them. Failed rows
 * belong to the part whose rows they stand before or between; the last part may have nothing else. Memory is given back
 * by the whole alone.
 *
 * @param from where its rows begin
 */
export function partsOf(made: Made, from: Position): Made[] {
  const failed = new Set(made.failed.map(({ index }) => index));
  const ends = made.pieces.map((piece) => endOf(piece, failed));
  if ((ends.at(-1) ?? 0) < made.rows) ends.push(made.rows);
  const shares = sharesOf(made);
  const unresolvedAt = (number: number): number =>
    number === ends.length - 1 ? made.unresolved : (shares[number] ?? 0);
  return ends.map((end, number) => {
    const begin = ends[number - 1] ?? 0;
    const isLast = number === ends.length - 1;
    const piece = made.pieces[number];
    return {
      rows: end - begin,
      next: isLast ? made.next : { offset: from.offset, skip: from.skip + end },
      pieces: piece === undefined ? [] : [{ ...piece, index: piece.index - begin }],
      failed: made.failed
        .filter(({ index }) => index >= begin && index < end)
        .map((row) => ({ ...row, index: row.index - begin })),
      unresolved: unresolvedAt(number) - unresolvedAt(number - 1),
      release: () => {},
    };
  });
}

/**
 * Placeholders that stay, up to and with each piece. They are counted for the whole: each row has the same share, which is
 * the truth for cells, where every row has the same variables.
 */
function sharesOf({ pieces, unresolved }: Made): number[] {
  const all = pieces.reduce((sum, { rows }) => sum + rows, 0);
  let rows = 0;
  return pieces.map((piece) => {
    rows += piece.rows;
    return Math.floor((unresolved * rows) / all);
  });
}

/** Behind the last row that a piece has labels of. */
function endOf({ index, rows }: Piece, failed: ReadonlySet<number>): number {
  let end = index;
  for (let left = rows; left > 0; end++) if (!failed.has(end)) left -= 1;
  return end;
}
