import { type MergeSummary, mergeShards } from '../batch/run/merge-shards.ts';
import { SHARDS_MAX } from '../batch/shard.ts';
import { required, whole } from './arguments.ts';
import { withoutSlash } from './batch-options.ts';
import { PARTLY } from './command.ts';
import { counted } from './counted.ts';
import { answer, type Io } from './io.ts';
import { untilStopped } from './stop-signal.ts';

interface ToMerge {
  readonly values: { readonly shards: string };
  readonly operands: readonly [out: string];
  readonly json: boolean;
}

/** Joins the outputs of shards. */
export async function batchMerge(
  { values, operands, json }: ToMerge,
  io: Io,
): Promise<typeof PARTLY | undefined> {
  const count = whole(required(values.shards, '--shards'), '--shards', 1, SHARDS_MAX);
  const [out] = operands;
  const summary = await untilStopped((signal) => mergeShards(withoutSlash(out), count, signal));
  answer(io, json, summary, () => inWords(summary, out));
  return summary.failed > 0 || summary.unresolved > 0 ? PARTLY : undefined;
}

function inWords({ shards, rows, labels, failed, unresolved, bytes }: MergeSummary, out: string): string {
  return [
    counted(shards, 'shard'),
    counted(rows, 'row'),
    counted(labels, 'label'),
    ...(failed === 0 ? [] : [`${counted(failed, 'failed row')} (${out}.failed.csv)`]),
    ...(unresolved === 0 ? [] : [`${counted(unresolved, 'placeholder')} without a value`]),
    counted(bytes, 'byte'),
  ].join(', ');
}
