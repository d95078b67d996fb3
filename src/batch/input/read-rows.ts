import type { InputFault } from '../batch-failure.ts';
import type { Chunk, Position, Row, RowLayout, RowRange } from '../stages.ts';
import { type ChunkRows, cellRows } from './cell-rows.ts';
import { jsonRows } from './json-rows.ts';

/**
 * Reads the records of a chunk, of which rows are made one by one: whoever lets go of each before the next leaves
 * little to V8's collector, which copies what lives. What concerns one row only is the row's own fault.
 *
 * The memory of the chunk may change once no row is asked for any more.
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
 * Rows of the input from a place on: `count` of them, or as many as there are.
 *
 * @param firstRow the number of the first
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
