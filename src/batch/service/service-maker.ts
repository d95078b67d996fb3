import { nameOf } from '../output/file-name.ts';
import {
  type BatchFormat,
  type BorrowedRows,
  failedInOrder,
  type Maker,
  type OutputPiece,
  type RowLayout,
} from '../stages.ts';
import { recordsPerJob, sendsJobs } from './estimate.ts';
import { inOrder } from './in-order.ts';
import { type JobOutcome, NOTHING, printJobs } from './print-jobs.ts';
import { renderRow } from './render-row.ts';
import { groupRows, type RowGroup } from './row-groups.ts';
import { brokenRow } from './row-refusal.ts';
import { confirmLabel, type SavedLabel } from './saved-label.ts';
import type { ServiceCalls } from './service-calls.ts';

export interface ServiceMakerOptions {
  readonly calls: ServiceCalls;
  /** The label that `fetchLabel` read. */
  readonly label: SavedLabel;
  readonly layout: RowLayout;
  readonly format: BatchFormat;
  /** Whether each row has a file of its own. */
  readonly rowsApart: boolean;
  /** Rows of a part; null without parts. */
  readonly partRows: number | null;
  /** Whether rows are only checked: pieces have labels, but no bytes. */
  readonly validates: boolean;
}

/** The records of many print jobs, and read in a moment. */
const CHUNK_BYTES = 262_144;

/** Makes labels of rows through a running service. */
export function serviceMaker(options: ServiceMakerOptions): Maker {
  const { calls, label, layout, format, rowsApart, partRows, validates } = options;
  const inJobs = sendsJobs(options);
  const { print, check } = printJobs(calls, label.id);
  const rendering = { calls, label, format, apart: rowsApart, validates };
  /** Whether rows were yielded since the label was last found unchanged. */
  let isUnconfirmed = false;

  const outcomeOf = async ({ sound }: RowGroup, signal: AbortSignal): Promise<JobOutcome> => {
    if (inJobs) return await (validates ? check : print)(sound, signal);
    const [row] = sound;
    return row === undefined ? NOTHING : await renderRow(row, rendering, signal);
  };
  const named = (piece: OutputPiece, { sound }: RowGroup): OutputPiece => {
    if (layout.nameTemplate === null) return piece;
    const row = sound.find((each) => each.row === piece.firstRow)?.read();
    if (row === undefined) return piece;
    const { cells, others } = row;
    return { ...piece, name: nameOf(layout.nameTemplate, row, layout.columns), source: { cells, others } };
  };
  const made = async (group: RowGroup, signal: AbortSignal): Promise<BorrowedRows> => {
    const { pieces, failed, unresolved, warnings = [] } = await outcomeOf(group, signal);
    return {
      firstRow: group.firstRow,
      rows: group.count,
      next: group.next,
      pieces: pieces.map((piece) => named(piece, group)),
      failed: failedInOrder(group.broken.map(brokenRow), failed),
      unresolved,
      // Pictures are made of one row at a time.
      warnings: warnings.map((text) => ({ row: pieces[0]?.firstRow ?? group.firstRow, text })),
      [Symbol.dispose]() {},
    };
  };
  return {
    chunkBytes: CHUNK_BYTES,
    async *make(chunks, firstRow, signal) {
      const records = inJobs ? recordsPerJob(calls.budget?.limit ?? Infinity, validates) : 1;
      const limits = { records, partRows: inJobs ? partRows : null };
      const groups = groupRows(chunks, layout, firstRow, limits);
      // As many groups wait for their turn as are under way, so that the next ones are ready when these are answered.
      for await (const next of inOrder(groups, made, () => 2 * calls.concurrency, signal)) {
        isUnconfirmed = true;
        yield next;
      }
    },
    confirm: async (signal) => {
      if (!isUnconfirmed) return;
      // The answer does not confirm rows that are yielded while the label is asked for.
      isUnconfirmed = false;
      try {
        await confirmLabel(calls, label, signal);
      } catch (error) {
        isUnconfirmed = true;
        throw error;
      }
    },
    close: async () => {},
  };
}
