import { setMaxListeners } from 'node:events';
import { nameOf } from '../output/file-name.ts';
import {
  type BatchFormat,
  type BorrowedRows,
  failedInOrder,
  type Maker,
  type OutputPiece,
  outputBytes,
  type RowLayout,
} from '../stages.ts';
import { recordsPerJob, sendsJobs } from './estimate.ts';
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

/** The most bytes of results ahead of their turn; calls under way count as the largest result so far. */
const AHEAD_BYTES = 67_108_864;

/**
 * Makes rows of each item, several items at a time, and yields the rows in the order of the items. A failure of `items`
 * or `make` is thrown after the rows of all items before it; calls under way are aborted then.
 *
 * @param ahead returns how many items may be under way, or wait for their turn, at the moment
 */
async function* inOrder<T>(
  items: AsyncIterable<T>,
  make: (item: T, signal: AbortSignal) => Promise<BorrowedRows>,
  ahead: () => number,
  signal: AbortSignal,
): AsyncGenerator<BorrowedRows, void, undefined> {
  // Each request listens to this signal, which takes several times as long with one of `AbortSignal.any`.
  const leaving = new AbortController();
  const leave = (): void => leaving.abort(signal.reason);
  signal.addEventListener('abort', leave);
  setMaxListeners(0, leaving.signal);
  const iterator = items[Symbol.asyncIterator]();
  const queue: Promise<BorrowedRows>[] = [];
  let largest = 0;
  let failure: { readonly error: unknown } | null = null;
  /** Begins the next item; false if there is none. */
  const begin = async (): Promise<boolean> => {
    try {
      const { done, value } = await iterator.next();
      if (done === true) return false;
      queue.push(made(value));
      return true;
    } catch (error) {
      failure = { error };
      return false;
    }
  };
  const made = (item: T): Promise<BorrowedRows> => {
    const promise = make(item, leaving.signal).then((result) => {
      largest = Math.max(largest, outputBytes(result));
      return result;
    });
    // The promise is awaited in its turn.
    promise.catch(() => {});
    return promise;
  };
  const hasRoom = (): boolean =>
    queue.length === 0 || (queue.length < ahead() && (queue.length + 1) * largest <= AHEAD_BYTES);
  try {
    for (let hasMore = true; ; ) {
      while (hasMore && hasRoom()) {
        signal.throwIfAborted();
        hasMore = await begin();
      }
      const [first] = queue;
      if (first === undefined) break;
      const result = await first;
      void queue.shift();
      yield result;
    }
    if (failure !== null) throw (failure as { readonly error: unknown }).error;
  } finally {
    signal.removeEventListener('abort', leave);
    leaving.abort();
    await Promise.allSettled(queue);
    await iterator.return?.();
  }
}
