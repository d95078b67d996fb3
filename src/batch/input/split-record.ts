/** A record as far as it can be read without knowing quotes well. */
export interface SplitRecord {
  /** Cells at its beginning. */
  readonly left: readonly string[];
  /** What stands between those: cells that only a parser of CSV can tell apart; null if all are known. */
  readonly middle: string | null;
  /** Cells at its end. */
  readonly right: readonly string[];
}

/**
 * Splits a record of CSV at its delimiters. Between them, what has no quotes, or is in quotes and has none inside, is a
 * cell: the quotes before it are even in number, so that it begins outside of them, and those after it if all are.
 *
 * @param open whether the quotes of the record are odd in number, so that one is not closed.
 */
export function splitRecord(record: string, delimiter: string, open: boolean): SplitRecord {
  const pieces = record.split(delimiter);
  const left: string[] = [];
  for (const piece of pieces) {
    const cell = plainCell(piece);
    if (cell === null) break;
    left.push(cell);
  }
  if (left.length === pieces.length) return { left, middle: null, right: [] };
  if (open) return { left, middle: pieces.slice(left.length).join(delimiter), right: [] };
  const right: string[] = [];
  let end = pieces.length;
  for (
    let cell = plainCell(pieces[end - 1] as string);
    cell !== null;
    cell = plainCell(pieces[end - 1] as string)
  ) {
    right.unshift(cell);
    end--;
  }
  return { left, middle: pieces.slice(left.length, end).join(delimiter), right };
}

/** The text of a cell without quotes but around it; null for what may be something else. */
function plainCell(piece: string): string | null {
  const quote = piece.indexOf('"');
  if (quote < 0) return piece;
  const last = piece.length - 1;
  return quote === 0 && piece.indexOf('"', 1) === last ? piece.slice(1, -1) : null;
}
