import type { Made, Sink } from '../stages.ts';
import type { Ledger } from './ledger.ts';
import { partsOf } from './parts.ts';

/**
 * Gives a sink what is made, with a checkpoint now and then. Without a sink everything is counted and thrown away. What
 * remains to be checkpointed at the end is the caller's.
 */
export async function keepRows(
  all: AsyncIterable<Made>,
  sink: Sink | null,
  ledger: Ledger,
  signal: AbortSignal,
): Promise<void> {
  for await (const made of all) {
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
