import { columnKey } from '../../batch/input/input-columns.ts';
import { placeholdersOf } from '../../batch/run/unresolved.ts';
import type { BatchLabel, RowLayout } from '../../batch/stages.ts';
import { automaticName } from '../../template/placeholders/automatic-tokens.ts';
import { variableKey } from '../../template/placeholders/token.ts';
import type { DraftLabel } from '../engine/messages.ts';
import { makeRows } from './row-maker.ts';
import type { RowTable } from './row-table.ts';

/** The results of consecutive rows. */
export interface CheckedRows {
  /** The number of the first, counted from 1. */
  readonly firstRow: number;
  readonly rows: number;
  /** The rows that cannot be printed, with the reasons in the words of the service. */
  readonly failed: readonly RowFailure[];
}

/** The number of a row, and why it cannot be printed. */
export type RowFailure = readonly [row: number, reason: string];

/**
 * Checks a table's rows as `platen batch --dry-run` does; a row that leaves a placeholder without a value fails too.
 * Throws as {@link makeRows} does.
 */
export async function checkRows(
  draft: DraftLabel,
  table: RowTable,
  signal: AbortSignal,
): Promise<AsyncGenerator<CheckedRows>> {
  const { label, layout, rows } = await makeRows(draft, table, { format: 'zpl', validates: true, signal });
  const lackingOf = lackingIn(label, layout, table);
  return checked();

  async function* checked(): AsyncGenerator<CheckedRows> {
    for await (using made of rows) {
      const reasons = new Map(made.failed.map(({ row, reason }) => [row, reason]));
      const failed: RowFailure[] = [];
      for (let row = made.firstRow; row < made.firstRow + made.rows; row++) {
        const reason = reasons.get(row) ?? lackingOf(row);
        if (reason !== null) failed.push([row, reason]);
      }
      yield { firstRow: made.firstRow, rows: made.rows, failed };
    }
  }
}

/** A function that names the placeholders without a value in a row, by its number; it returns null for none. */
function lackingIn(
  label: BatchLabel,
  { set }: RowLayout,
  { columns, rows }: RowTable,
): (row: number) => string | null {
  const { names, given } = placeholdersOf(label);
  const isOpen = (name: string): boolean =>
    automaticName(name) === null && !given.has(variableKey(name)) && !Object.hasOwn(set, name);
  const keys = columns.map(columnKey);
  const open = names.filter(isOpen).map((name) => ({ name, at: keys.indexOf(columnKey(name)) }));
  return (row) => {
    const cells = rows[row - 1] ?? [];
    const lacking = open.filter(({ at }) => typeof cells[at] !== 'string');
    return lacking.length === 0 ? null : `nothing fills ${lacking.map(({ name }) => `{${name}}`).join(', ')}`;
  };
}
