import type { InputFault } from '../batch-failure.ts';
import type { Position, Row, RowInput, RowLayout } from '../stages.ts';
import { type ChunkRows, cellRows } from './cell-rows.ts';
import { jsonRows } from './json-rows.ts';

/**
 * Reads the records of a chunk, of which rows are made one by one: whoever lets go of each before the next leaves little
 * to V8's collector, which copies what lives. What concerns one row only is the row's own fault.
 *
 * The memory of the chunk may change once no row is asked for any more.
 */
export function chunkRows(bytes: Uint8Array, layout: RowLayout): ChunkRows {
  return layout.kind === 'json' ? jsonRows(bytes, layout) : cellRows(bytes, layout);
}

/** All rows of a chunk, as {@link chunkRows} reads them. */
export function readRows(
  bytes: Uint8Array,
  layout: RowLayout,
): { readonly rows: readonly Row[]; readonly fault: InputFault | null } {
  const { count, rowAt, fault } = chunkRows(bytes, layout);
  return { rows: Array.from({ length: count }, (_, index) => rowAt(index)), fault };
}

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
