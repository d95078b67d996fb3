import type { Made, Sink } from '../stages.ts';
import { attended } from './attended.ts';
import type { Ledger } from './ledger.ts';
import { partsOf } from './parts.ts';

/**
 * Gives a sink what is made, with a checkpoint now and then, also where nothing more comes for a while. Without a sink
 * everything is counted and thrown away. What remains to be checkpointed at the end is the caller's.
 */
export async function keepRows(
  all: AsyncIterable<Made>,
  sink: Sink | null,
  ledger: Ledger,
  signal: AbortSignal,
): Promise<void> {
  const waited = attended(
    all,
    () => ledger.idleMs,
    () => ledger.checkpoint(signal),
  );
  for await (const made of waited) {
    try {
      for (const part of ledger.stopsOnFailure ? partsOf(made, ledger.position) : [made]) {
        await ledger.take(part, async (placed) => (await sink?.write(part, placed)) ?? []);
      }
    } finally {
      made.release();
    }
    if (ledger.isDue) await ledger.checkpoint(signal);
  }
}
