import { readRows } from '../input/read-rows.ts';
import type { Position, Row, RowInput, RowLayout } from '../stages.ts';

const CHUNK_BYTES = 64 * 1024;

/** Rows of the input from a place on: so many, or as many as there are. */
export async function rowsAt(
  input: RowInput,
  layout: RowLayout,
  { offset, skip }: Position,
  count: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  let before = skip;
  for await (const { bytes } of input.chunks({ offset, skip }, CHUNK_BYTES)) {
    const read = readRows(bytes, layout).rows;
    rows.push(...read.slice(before, before + count - rows.length));
    before = Math.max(0, before - read.length);
    if (rows.length === count) break;
  }
  return rows;
}
