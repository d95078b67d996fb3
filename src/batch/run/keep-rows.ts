import type { BorrowedRows, Sink } from '../stages.ts';
import type { Ledger } from './ledger.ts';
import { splitByPiece } from './split-by-piece.ts';

/**
 * Gives a sink what is made, with a checkpoint now and then, also where nothing more comes for a while. Without a sink
 * everything is counted and thrown away. What remains to be checkpointed at the end is the caller's.
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
 * Yields the items. Where the next one has not come after `idleMs`, which is asked again for each, `attend` is called
 * while it is waited for, once; the item is yielded after that.
 */
export async function* withIdleCheckpoint<T>(
  items: AsyncIterable<T>,
  idleMs: () => number,
  attend: () => Promise<void>,
): AsyncGenerator<T, void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = iterator.next();
      if (await isLate(next, idleMs())) await attend();
      const { done, value } = await next;
      if (done === true) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Whether the work is not done in this time. */
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
