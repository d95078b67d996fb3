import { BatchStopped } from '../batch-failure.ts';
import { readRows } from '../input/read-rows.ts';
import type { Chunk, Row, RowInput, RowLayout } from '../stages.ts';

/** Bytes of the input that are read at once. */
const CHUNK_BYTES = 262_144;

/** A row with its number, from 1. */
export interface NumberedRow {
  readonly number: number;
  readonly row: Row;
}

/**
 * Chooses the first row, the last one, and `others` of those between, each with the same chance: reservoir sampling, in
 * one pass. Rows are in the order of the input. `total` is the number of all rows.
 *
 * @param random from 0 to below 1, as `Math.random`
 * @throws InputFault for input that cannot be read to its end, BatchStopped if there are no rows
 */
export async function choosePreviewRows(
  input: RowInput,
  layout: RowLayout,
  others: number,
  random: () => number,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly NumberedRow[]; readonly total: number }> {
  const between: NumberedRow[] = [];
  let first: NumberedRow | null = null;
  let last: NumberedRow | null = null;
  let total = 0;
  for await (const chunk of input.chunks(input.start.offset, 1, CHUNK_BYTES)) {
    signal.throwIfAborted();
    const { rows, fault } = readRows(chunk, layout);
    for (const row of rows) {
      if (last !== null && last !== first) {
        // The row is no longer the last one, but one of `total - 1` between.
        if (between.length < others) between.push(last);
        else {
          const at = Math.floor(random() * (total - 1));
          if (at < others) between[at] = last;
        }
      }
      total += 1;
      last = { number: total, row };
      first ??= last;
    }
    if (fault !== null) throw fault;
  }
  if (first === null || last === null)
    throw new BatchStopped('the input has no rows: there is nothing to preview');
  between.sort((a, b) => a.number - b.number);
  return { rows: last === first ? [first] : [first, ...between, last], total };
}

/** The input of a maker that has some rows only, with their values as JSON. */
export interface PreviewInput {
  readonly layout: RowLayout;
  chunks(): AsyncIterable<Chunk>;
}

/** The input of these rows, without copies and names of files, which a sheet does not show. */
export function previewInput(
  rows: readonly NumberedRow[],
  { pictures }: Pick<RowLayout, 'pictures'>,
): PreviewInput {
  const names = [...new Set(rows.flatMap(({ row: { variables } }) => Object.keys(variables)))];
  return {
    layout: {
      kind: 'json',
      delimiter: ',',
      columns: names,
      variables: Object.fromEntries(names.map((name) => [name, name])),
      set: {},
      reportColumns: 0,
      copies: 1,
      copiesColumn: null,
      nameTemplate: null,
      ...(pictures && { pictures }),
    },
    async *chunks() {
      // Each row is a chunk, so that it is rendered without the rest, and keeps its number in the whole input.
      for (const { number: firstRow, row } of rows) {
        yield { offset: 0, firstRow, bytes: Buffer.from(`${JSON.stringify(row.variables)}\n`) };
      }
    },
  };
}
