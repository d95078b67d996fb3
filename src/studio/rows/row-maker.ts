import { availableParallelism } from 'node:os';
import { BatchStopped, BatchUsage } from '../../batch/batch-failure.ts';
import { columnKey } from '../../batch/input/input-columns.ts';
import { layoutFor } from '../../batch/input/row-layout.ts';
import type { BatchFormat, BatchLabel, BorrowedRows, RowLayout } from '../../batch/stages.ts';
import { RequestRefusal } from '../../request-refusal.ts';
import { variableKey } from '../../template/placeholders/token.ts';
import { wallClock } from '../../wall-clock.ts';
import type { DraftLabel } from '../engine/messages.ts';
import { rowChunks } from './row-chunks.ts';
import type { RowTable } from './row-table.ts';

/** Labels of a table's rows, and how they are made. */
export interface MadeRows {
  readonly label: BatchLabel;
  readonly layout: RowLayout;
  /** The labels in the order of the rows. The consumer disposes of each part. */
  readonly rows: AsyncGenerator<BorrowedRows>;
}

/**
 * Makes the labels of a table's rows as `platen batch --local` does, in threads that end with the last row. Variables
 * without a column have the value of the draft.
 *
 * @param validates labels are made and discarded
 * @param signal ends the threads at once
 * @throws RequestRefusal (422) if no row can be printed on the label.
 */
export async function makeRows(
  draft: DraftLabel,
  table: RowTable,
  { format, validates, signal }: { format: BatchFormat; validates: boolean; signal: AbortSignal },
): Promise<MadeRows> {
  const [{ batchLabel }, { localMaker }] = await Promise.all([
    import('../../batch/local/label-file.ts'),
    import('../../batch/local/local-maker.ts'),
  ]);
  const [label, layout] = refusing(() => {
    if (draft.encoding === 'bytes') {
      throw new BatchStopped(
        'the label is not UTF-8, so its rows cannot be made here: write other bytes of ZPL as ^FH escapes',
      );
    }
    const { zpl, size, fieldTransforms, dynamicTokens } = draft;
    const made = batchLabel({ name: '', size, zpl, fieldTransforms, dynamicTokens });
    return [made, layoutOf(draft, table, made)] as const;
  });
  const now = draft.now === null ? wallClock(Date.now()) : new Date(draft.now);
  const threads = availableParallelism();
  const pieceRows = format === 'zpl' ? Number.POSITIVE_INFINITY : 1;
  return { label, layout, rows: make() };

  async function* make(): AsyncGenerator<BorrowedRows> {
    const maker = await localMaker({ label, layout, format, pieceRows, validates, threads, now });
    try {
      yield* maker.make(rowChunks(table, maker.chunkBytes), 1, signal);
    } finally {
      await maker.close();
    }
  }
}

function layoutOf(
  { variables }: DraftLabel,
  { kind, columns, rows }: RowTable,
  label: BatchLabel,
): RowLayout {
  const { layout } = layoutFor(
    { kind, delimiter: ',', columns, reportColumns: 0, count: rows.length },
    label,
    { map: [], set: [], copies: 1, copiesColumn: null, nameTemplate: null },
  );
  const tokens = new Map(label.tokens.map((token) => [variableKey(token), token]));
  const filled = new Set(columns.map(columnKey));
  const set = Object.entries(variables).flatMap(([name, value]) => {
    const token = tokens.get(variableKey(name));
    return token === undefined || value === '' || filled.has(columnKey(token)) ? [] : [[token, value]];
  });
  return { ...layout, set: Object.fromEntries(set) };
}

function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BatchStopped || error instanceof BatchUsage)) throw error;
    throw new RequestRefusal(422, error.message);
  }
}
