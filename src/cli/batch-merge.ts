import { type MergeSummary, mergeShards } from '../batch/run/merge-shards.ts';
import { SHARDS_MAX } from '../batch/shard.ts';
import { required, whole } from './arguments.ts';
import { withoutSlash } from './batch-options.ts';
import { PARTLY } from './command.ts';
import { counted, faultsInWords } from './counted.ts';
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
  const out = withoutSlash(operands[0]);
  const summary = await untilStopped((signal) => mergeShards(out, count, signal));
  answer(io, json, summary, () => inWords(summary, out));
  return summary.failed > 0 || summary.unresolved > 0 ? PARTLY : undefined;
}

function inWords(summary: MergeSummary, out: string): string {
  const { shards, rows, labels, bytes } = summary;
  return [
    counted(shards, 'shard'),
    counted(rows, 'row'),
    counted(labels, 'label'),
    ...faultsInWords(summary, out),
    counted(bytes, 'byte'),
  ].join(', ');
}
