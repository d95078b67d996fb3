import type { OutputPiece, Position, RenderedRows } from '../stages.ts';

/**
 * Rendered rows, cut into parts that end where a piece does, so that what is kept can end at any of them. Failed rows
 * belong to the part whose rows they stand before or between; the last part may have nothing else.
 *
 * @param from where its rows begin
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
 * Placeholders that stay, up to and with each piece. They are counted for the whole: each row has the same share, which
 * is the truth for cells, where every row has the same variables.
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
