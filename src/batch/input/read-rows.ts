import type { InputFault } from '../batch-failure.ts';
import type { Chunk, Position, Row, RowLayout, RowRange } from '../stages.ts';
import { type ChunkRows, cellRows } from './cell-rows.ts';
import { jsonRows } from './json-rows.ts';

/**
 * Finds the records of a chunk; a row is made of a record when it is asked for. A caller that drops each row before the
 * next leaves little to V8's collector, which copies living objects. A fault of one row only is in that row.
 *
 * The memory of the chunk must not change as long as rows are asked for.
 */
export function chunkRows(chunk: Pick<Chunk, 'firstRow' | 'bytes'>, layout: RowLayout): ChunkRows {
  return layout.kind === 'json' ? jsonRows(chunk, layout) : cellRows(chunk, layout);
}

/** All rows of a chunk, as {@link chunkRows} reads them. */
export function readRows(
  chunk: Pick<Chunk, 'firstRow' | 'bytes'>,
  layout: RowLayout,
): { readonly rows: readonly Row[]; readonly fault: InputFault | null } {
  const { firstRow } = chunk;
  const { end, rowAt, fault } = chunkRows(chunk, layout);
  return { rows: Array.from({ length: end - firstRow }, (_, index) => rowAt(firstRow + index)), fault };
}

const CHUNK_BYTES = 64 * 1024;

/**
 * Reads `count` rows of the input from a place on, or as many as there are.
 *
 * @param firstRow the number of the row there
 * @throws as `RowRange.chunks` does
 */
export async function rowsAt(
  input: Pick<RowRange, 'chunks'>,
  layout: RowLayout,
  { offset, skip }: Position,
  firstRow: number,
  count: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const chunk of input.chunks(offset, firstRow - skip, CHUNK_BYTES)) {
    const { end, rowAt } = chunkRows(chunk, layout);
    for (let row = Math.max(firstRow, chunk.firstRow); row < end && rows.length < count; row++) {
      rows.push(rowAt(row));
    }
    if (rows.length === count) break;
  }
  return rows;
}
