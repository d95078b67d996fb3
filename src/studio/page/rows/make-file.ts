import type { CheckedRows } from '../../rows/check-rows.ts';
import { postForFrames } from '../api-client.ts';
import type { OpenTable, PageStore } from '../state.ts';
import { draftOfRows } from './check-table.ts';

/** The most numbers that a message lists; the rest are counted. */
const LISTED = 5;

/** A file made of rows. */
export interface MadeRowsFile {
  readonly file: Blob;
  /** Indexes of the rows that failed, and are not in the file. */
  readonly failed: readonly number[];
}

/**
 * Makes one file of rows.
 *
 * @param indexes of the rows
 * @param onRows takes the number of rows that are made so far
 */
export async function fileOfRows(
  { state }: PageStore,
  table: OpenTable,
  indexes: readonly number[],
  format: 'zpl' | 'pdf',
  { signal, onRows }: { readonly signal: AbortSignal; onRows(rows: number): void },
): Promise<MadeRowsFile> {
  const { kind, columns, rows } = table;
  const chosen = { kind, columns, rows: indexes.map((index) => rows[index]) };
  const body = `{"draft":${draftOfRows(state, table)},"table":${JSON.stringify(chosen)},"format":"${format}"}`;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const failed: number[] = [];
  for await (const frame of postForFrames<CheckedRows>('api/rows/file', body, signal)) {
    if (frame.kind === 'bytes') parts.push(new Uint8Array(frame.bytes));
    else {
      const { firstRow, rows: count, failed: found } = frame.message;
      failed.push(...found.map(([row]) => indexes[row - 1] as number));
      onRows(firstRow + count - 1);
    }
  }
  return { file: new Blob(parts), failed };
}

/** The numbers of rows for a message: `row 3`, `rows 3, 9 and 12 others`. */
export function describeRows(indexes: readonly number[]): string {
  const numbers = indexes.slice(0, LISTED).map((index) => index + 1);
  const others = indexes.length - numbers.length;
  const list = numbers.join(', ') + (others > 0 ? ` and ${others} others` : '');
  return `${indexes.length === 1 ? 'row' : 'rows'} ${list}`;
}
