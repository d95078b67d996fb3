import type { Chunk } from '../../batch/stages.ts';
import { csvCell } from '../../delimited/csv-cell.ts';
import type { RowTable } from './row-table.ts';

/** The rows of a table in the form that a batch reads, in chunks of about `chunkBytes`. */
export async function* rowChunks(table: RowTable, chunkBytes: number): AsyncGenerator<Chunk> {
  let lines: string[] = [];
  let length = 0;
  let firstRow = 1;
  let offset = 0;
  for (const [index, row] of table.rows.entries()) {
    const line = lineOf(table, row);
    lines.push(line);
    length += line.length;
    if (length < chunkBytes && index + 1 < table.rows.length) continue;
    const bytes = Buffer.from(lines.join(''));
    yield { offset, firstRow, bytes };
    firstRow += lines.length;
    offset += bytes.length;
    lines = [];
    length = 0;
  }
}

function lineOf({ kind, columns }: RowTable, row: RowTable['rows'][number]): string {
  if (kind === 'json') {
    const members = columns.flatMap((name, at) => (typeof row[at] === 'string' ? [[name, row[at]]] : []));
    return `${JSON.stringify(Object.fromEntries(members))}\n`;
  }
  // An empty line would not count as a row.
  return row.length === 1 && row[0] === '' ? '""\n' : `${row.map((cell) => csvCell(cell ?? '')).join(',')}\n`;
}
