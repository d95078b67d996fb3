import type { OutputPiece, Position, RenderedRows } from '../stages.ts';

/**
 * Cuts rendered rows into parts that end where a piece does, so that a run can stop after any of them. Failed rows
 * before a piece, or between its rows, belong to its part; the last part may have only failed rows.
 *
 * @param from the place of the first row
 */
export function splitByPiece(rendered: RenderedRows, from: Position): RenderedRows[] {
  const failed = new Set(rendered.failed.map(({ row }) => row));
  const end = rendered.firstRow + rendered.rows;
  const ends = rendered.pieces.map((piece) => endOf(piece, failed));
  if ((ends.at(-1) ?? rendered.firstRow) < end) ends.push(end);
  const shares = sharesOf(rendered);
  const unresolvedAt = (number: number): number =>
    number === ends.length - 1 ? rendered.unresolved : (shares[number] ?? 0);
  return ends.map((partEnd, number) => {
    const firstRow = ends[number - 1] ?? rendered.firstRow;
    const skip = from.skip + partEnd - rendered.firstRow;
    return {
      firstRow,
      rows: partEnd - firstRow,
      next: partEnd === end ? rendered.next : { offset: from.offset, skip },
      pieces: rendered.pieces.slice(number, number + 1),
      failed: rendered.failed.filter(({ row }) => row >= firstRow && row < partEnd),
      unresolved: unresolvedAt(number) - unresolvedAt(number - 1),
    };
  });
}

/**
 * Unresolved placeholders up to the end of each piece. Their number is known for all pieces together, so each row gets
 * the same share. For cells this is exact, since all rows have the same variables.
 */
function sharesOf({ pieces, unresolved }: RenderedRows): number[] {
  const all = pieces.reduce((sum, { rows }) => sum + rows, 0);
  let rows = 0;
  return pieces.map((piece) => {
    rows += piece.rows;
    return Math.floor((unresolved * rows) / all);
  });
}

/** The row after the last one that a piece has labels of. */
function endOf({ firstRow, rows }: OutputPiece, failed: ReadonlySet<number>): number {
  let end = firstRow;
  for (let left = rows; left > 0; end++) if (!failed.has(end)) left -= 1;
  return end;
}
