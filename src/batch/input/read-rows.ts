import type { RowLayout } from '../stages.ts';
import { cellRows, type ReadRows } from './cell-rows.ts';
import { jsonRows } from './json-rows.ts';

/** Reads the records of a chunk. What concerns one row only is the row's own fault. */
export function readRows(bytes: Uint8Array, layout: RowLayout): ReadRows {
  return layout.kind === 'json' ? { rows: jsonRows(bytes, layout), fault: null } : cellRows(bytes, layout);
}
