import { BatchUsage } from '../batch/batch-failure.ts';
import { type BatchOptions, previewOf } from '../batch/run/batch-options.ts';
import type { Summary } from '../batch/run/ledger.ts';
import { runBatch } from '../batch/run/run-batch.ts';
import { RunTrace } from '../batch/run-trace.ts';
import { type BatchGiven, batchOptions } from './batch-options.ts';
import { PARTLY } from './command.ts';
import { counted, faultsInWords, unfilledInWords } from './counted.ts';
import { CommandFailure, UsageError } from './failure.ts';
import { answer, type Io } from './io.ts';
import { holdPrinterOf } from './printer-options.ts';
import { untilStopped } from './stop-signal.ts';
import { keepTime } from './time-zone.ts';

/** `batch`: makes a label of each row of a file. Resolves to `PARTLY` if rows failed or placeholders stayed. */
export async function batch(given: BatchGiven, io: Io): Promise<typeof PARTLY | undefined> {
  try {
    return await printed(given, io);
  } catch (error) {
    throw error instanceof BatchUsage ? new UsageError(error.message) : error;
  }
}

async function printed(given: BatchGiven, io: Io): Promise<typeof PARTLY | undefined> {
  const { json } = given;
  const options = await batchOptions(given, io);
  if (options.place.kind === 'local') {
    keepTime(io);
    await holdPrinterOf(given.values, io);
  }
  const trace = await RunTrace.begin();
  const run = untilStopped((signal) =>
    runBatch(options, { stdin: () => io.stdin(), stream: io.errors, quiet: json, signal, trace }),
  );
  const { summary, stopped } = await run.catch(async (error: unknown) => {
    await trace.end({}, error as Error);
    throw error;
  });
  const { rows, labels, failed, unresolved } = summary;
  const counts = { rows, labels, failed, unresolved };
  await trace.end(
    Object.fromEntries(Object.entries(counts).map(([name, count]) => [`platen.${name}`, count])),
    stopped,
  );
  // A run without any result needs only its reason.
  if (json || stopped === null || summary.rows > 0)
    answer(io, json, summary, () => inWords(summary, options));
  if (stopped !== null) throw new CommandFailure(stopped.message);
  return summary.failed > 0 || summary.unresolved > 0 ? PARTLY : undefined;
}

function inWords(summary: Summary, options: BatchOptions): string {
  const { rows, labels, failed, unresolved, bytes, seconds, run_seconds: runSeconds } = summary;
  const { out, dryRun, preview } = options;
  if (preview !== null) {
    const faults = `${failed === 0 ? '' : `, ${failed} of them failed`}${unresolved === 0 ? '' : `, ${unfilledInWords(unresolved)}`}`;
    return `${counted(rows, 'row')} on ${previewOf(options)}${faults}`;
  }
  return [
    `${counted(rows, 'row')}${dryRun ? ' checked' : ''}`,
    counted(labels, 'label'),
    ...faultsInWords(summary, out),
    ...(dryRun ? [] : [counted(bytes, 'byte')]),
    runSeconds === undefined
      ? `${seconds.toFixed(1)} s`
      : `${runSeconds.toFixed(1)} s (${seconds.toFixed(1)} s with the runs before)`,
  ].join(', ');
}
