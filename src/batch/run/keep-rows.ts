import type { BorrowedRows, Sink } from '../stages.ts';
import type { Ledger } from './ledger.ts';
import { splitByPiece } from './split-by-piece.ts';

/**
 * Writes rendered rows to a sink, with a checkpoint now and then, also while no rows come. Without a sink the rows are
 * counted and dropped. The caller makes the last checkpoint.
 */
export async function keepRows(
  all: AsyncIterable<BorrowedRows>,
  sink: Sink | null,
  ledger: Ledger,
  signal: AbortSignal,
): Promise<void> {
  const waited = withIdleCheckpoint(
    all,
    () => ledger.idleMs,
    () => ledger.checkpoint(signal),
  );
  for await (using rendered of waited) {
    for (const part of ledger.stopsOnFailure ? splitByPiece(rendered, ledger.position) : [rendered]) {
      await ledger.take(part, async () => (await sink?.write(part)) ?? []);
    }
    if (ledger.isDue) await ledger.checkpoint(signal);
  }
}

/**
 * Yields the items. If the next one has not come after `idleMs()`, which is called for each, `checkpoint` is called
 * once, and the item is yielded after that.
 */
export async function* withIdleCheckpoint<T>(
  items: AsyncIterable<T>,
  idleMs: () => number,
  checkpoint: () => Promise<void>,
): AsyncGenerator<T, void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = iterator.next();
      if (await isLate(next, idleMs())) await checkpoint();
      const { done, value } = await next;
      if (done === true) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Whether the work takes longer than this time. */
async function isLate(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<true>((resolve) => {
    timer = setTimeout(resolve, ms, true);
  });
  try {
    return await Promise.race([work.then(() => false), late]);
  } finally {
    clearTimeout(timer);
  }
}
