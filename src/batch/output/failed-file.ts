import { csvCell } from '../../delimited/csv-cell.ts';
import { type FailedRow, OTHERS_COLUMN, REPORT_COLUMNS } from '../stages.ts';
import type { NamedPlace } from './growing-file.ts';

/** The table of rows that were not printed, in a file next to the output. */
export interface FailedFile {
  /** Appends rows, which must come in the order of the input. */
  write(failed: readonly FailedRow[]): Promise<void>;
  /** Resolves when the table is on the disk, with its bytes for the journal. */
  sync(): Promise<number>;
  /** Gives the file its name. There is no file if no row failed. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the file of failed rows, `OUT.failed.csv`: RFC 4180 in UTF-8, lines ended by `\n`. It gets its name at the end:
 * a user who corrects its rows and prints them again must not miss later ones.
 *
 * @param others whether rows are JSON, and may have members that are no columns
 * @param onto bytes of the file to append to; null for a new run, which removes the file of an earlier one
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

/** The row with a cell for each column. Further cells of a broken record are kept with its faults. */
function fitted({ cells, fields }: FailedRow, columns: number): Pick<FailedRow, 'cells' | 'fields'> {
  if (cells.length <= columns) {
    return { cells: [...cells, ...Array<string>(columns - cells.length).fill('')], fields };
  }
  return { cells: cells.slice(0, columns), fields: [...fields, { cells: cells.slice(columns) }] };
}
