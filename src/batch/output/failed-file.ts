import { csvCell } from '../../delimited/csv-cell.ts';
import { type FailedRow, OTHERS_COLUMN, REPORT_COLUMNS } from '../stages.ts';
import type { NamedPlace } from './named-file.ts';

/** Rows that were not printed, as a table beside the output. */
export interface FailedFile {
  /** In the order of their rows. */
  write(failed: readonly FailedRow[]): Promise<void>;
  /** Resolves when all of it is on the disk, with its bytes, which the journal is to remember. */
  sync(): Promise<number>;
  /** Gives the file its name; there is none if no row failed. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The file of failed rows beside an output, `OUT.failed.csv`: RFC 4180 in UTF-8, lines ended by `\n`. It has its name
 * at the end alone: whoever corrects its rows and prints them again must not miss those that are to come.
 *
 * @param others whether rows are JSON, and may have members that are no columns
 * @param onto bytes to go on behind; null for a new run, which removes what an earlier one left
 */
export async function openFailedFile(options: {
  readonly place: NamedPlace;
  readonly columns: readonly string[];
  readonly others: boolean;
  readonly onto: number | null;
}): Promise<FailedFile> {
  const { place, columns, others, onto } = options;
  await place.clear(onto);
  let file = onto ? await place.open(onto) : null;

  const line = (cells: readonly string[]): Buffer => Buffer.from(`${cells.map(csvCell).join(',')}\n`);
  const header = [...columns, ...REPORT_COLUMNS, ...(others ? [OTHERS_COLUMN] : [])];
  return {
    async write(failed) {
      if (failed.length === 0) return;
      if (file === null) {
        file = await place.open(0);
        await file.append(line(header));
      }
      for (const row of failed) {
        const { cells, fields } = fitted(row, columns.length);
        await file.append(
          line([
            ...cells,
            String(row.row),
            String(row.status),
            row.reason,
            fields.length === 0 ? '' : JSON.stringify(fields),
            ...(others ? [row.others] : []),
          ]),
        );
      }
    },
    async sync() {
      await file?.sync();
      return file?.length ?? 0;
    },
    async finish() {
      await file?.finish();
    },
    async close() {
      await file?.close();
    },
  };
}

/**
 * A record has a cell a column. What a broken one has too many is kept with its faults, so that nothing of it is lost.
 */
function fitted({ cells, fields }: FailedRow, columns: number): Pick<FailedRow, 'cells' | 'fields'> {
  if (cells.length <= columns) {
    return { cells: [...cells, ...Array<string>(columns - cells.length).fill('')], fields };
  }
  return { cells: cells.slice(0, columns), fields: [...fields, { cells: cells.slice(columns) }] };
}
