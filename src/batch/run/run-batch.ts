import { wallClock } from '../../wall-clock.ts';
import { BatchStopped, BatchUsage, InputFault } from '../batch-failure.ts';
import { rowsAt } from '../input/read-rows.ts';
import { Journal, type JournalState } from '../journal/journal.ts';
import { type Begin, type Done, type End, toLine, VERSION } from '../journal/record.ts';
import { isObject } from '../objects/object-address.ts';
import { openFailedFile } from '../output/failed-file.ts';
import { filePlace, type NamedPlace } from '../output/growing-file.ts';
import { openSink } from '../output/open-sink.ts';
import type { Shard } from '../shard.ts';
import { type BatchLabel, type RowInput, type Sink, type SinkState, warned } from '../stages.ts';
import { type BatchOptions, failedRowsOf, journalOf, mostFailed, shardRecordOf } from './batch-options.ts';
import { keepRows } from './keep-rows.ts';
import { type BatchOutcome, Ledger, NOTHING_DONE, type Summary } from './ledger.ts';
import { type BatchEnvironment, type Preparation, prepare } from './preparation.ts';
import { giveUpSent, type PrintRun, printRows } from './print-rows.ts';
import { ResourceStack } from './resource-stack.ts';

/**
 * Makes a label of every row, and keeps or prints it. If the batch ends early, its journal has exactly the rows that
 * are done.
 *
 * @throws BatchUsage for options that do not fit the label, the input or the output; any other failure is in the
 *   outcome.
 */
export async function runBatch(options: BatchOptions, environment: BatchEnvironment): Promise<BatchOutcome> {
  const opened = new ResourceStack();
  try {
    if (options.preview !== null) {
      // The canvas takes 0.1 s to load, and a run without a preview does not need it.
      const { previewBatch } = await import('./preview-batch.ts');
      return { summary: await previewBatch(options, options.preview, environment, opened), stopped: null };
    }
    const preparation = await prepare(options, environment, opened);
    const end = preparation.resumedFrom?.end;
    if (end) return { summary: summaryOf(end), stopped: null };
    return await make(options, preparation, opened, environment.signal);
  } catch (error) {
    if (error instanceof BatchUsage) throw error;
    return {
      summary: summaryOf({ ...NOTHING_DONE, resumed: options.resume }),
      stopped: describeStop(error, null),
    };
  } finally {
    await opened.close();
  }
}

async function make(
  options: BatchOptions,
  { resumedFrom, fingerprint, input, layout, provider, progress }: Preparation,
  opened: ResourceStack,
  signal: AbortSignal,
): Promise<BatchOutcome> {
  const { out, dryRun, format, printer: address, shard } = options;
  const { label } = provider;
  const done = resumedFrom?.done ?? null;
  const now = resumedFrom?.begin.now ?? options.now ?? Date.now();
  const left = input.count - (done?.rows ?? 0);
  const maker = opened.keep(await provider.open({ layout, rows: left, now: wallClock(now) }));
  const sink =
    dryRun || address !== null ? null : opened.keep(await openSinkOf(options, label, done?.sink ?? null));
  const begin = { fingerprint, now, ...shardRecord(shard, input, label) };
  const isFile = !isObject(out);
  const journal = dryRun || !isFile ? null : opened.keep(await openJournal(options, resumedFrom, begin));
  // Opened after the journal, since it removes the list of failed rows of an earlier run.
  const failedFile = opened.keep(
    await openFailedFile({
      place: await placeOf(failedRowsOf(options)),
      columns: input.columns,
      others: input.kind === 'json',
      onto: done?.failedBytes ?? null,
    }),
  );
  const confirm = (by: AbortSignal) => maker.confirm(by);
  const ledger = new Ledger({
    journal,
    failedFile,
    steps: {
      confirm,
      sync: async () => (await sink?.sync()) ?? null,
      commit: async () => await sink?.commit(),
    },
    done,
    start: input.start,
    firstRow: input.firstRow,
    mostFailed: mostFailed(options.maxFailed, input.count),
    startedMs: progress.startedMs,
    stopsOnFailure: options.onError === 'stop',
    worthwhileRows: provider.worthwhileRows,
    update: (counts) => progress.update(counts),
  });

  const secondsBefore = resumedFrom === null ? null : (done?.seconds ?? 0);

  try {
    const printing: PrintRun | null =
      address === null || dryRun
        ? null
        : {
            printer: opened.keep(
              (await import('../printer/printer.ts')).openPrinter({ address, watcher: progress }),
            ),
            ledger,
            watcher: progress,
            stateReset: label.stateReset,
            confirm,
            nextRows: (count) => rowsAt(input, layout, ledger.position, ledger.nextRow, count),
          };
    if (resumedFrom?.sending && printing !== null) {
      await giveUpSent(resumedFrom.sending, printing);
      await ledger.checkpoint(signal);
    }
    const { nextRow, position } = ledger;
    const chunks = input.chunks(position.offset, nextRow - position.skip, maker.chunkBytes);
    const rendered = maker.make(chunks, nextRow, signal);
    const all = format === 'zpl' ? rendered : warned(rendered, (line) => progress.note(line));
    if (printing === null) await keepRows(all, sink, ledger, signal);
    else await printRows(all, printing, signal);
    await ledger.checkpoint(signal);
    // Without a journal there are no checkpoints.
    if (!isFile && !dryRun) await maker.confirm(signal);
    const bytes = sink === null ? ledger.progress.bytes : await sink.finish();
    const failedBytes = await failedFile.sync();
    await failedFile.finish();
    const end = { ...ledger.progress, bytes, resumed: resumedFrom !== null };
    await journal?.append({ kind: 'end', ...end });
    if (!isFile && !dryRun && shard !== null)
      await keepShardRecord(options, { ...begin, ...end, failedBytes });
    return { summary: summaryOf(end, secondsBefore), stopped: null };
  } catch (error) {
    await ledger.leave();
    const { saved } = ledger;
    const stopped = describeStop(
      error,
      journal === null ? null : { path: journal.path, row: input.firstRow + saved.rows },
    );
    // Output files get their names at the end of the batch.
    const bytes = sink === null ? saved.bytes : 0;
    return { summary: summaryOf({ ...saved, bytes, resumed: resumedFrom !== null }, secondsBefore), stopped };
  }
}

/** The facts of a shard for its journal; none for a run of all rows. */
function shardRecord(
  shard: Shard | null,
  { part, start, firstRow }: RowInput,
  { stateReset }: BatchLabel,
): Pick<Begin, 'shard'> {
  if (shard === null || part === null) return {};
  const reset = Buffer.from(stateReset).toString('base64');
  return { shard: { ...shard, ...part, firstRow, start: start.offset, stateReset: reset } };
}

/** Notes that a shard of object storage is finished, for the merge. */
async function keepShardRecord(
  options: BatchOptions,
  { fingerprint, now, shard, failedBytes, ...end }: ShardEnd,
): Promise<void> {
  const lines = [
    toLine({ kind: 'begin', version: VERSION, fingerprint, now, shard }),
    toLine({ kind: 'done', position: { offset: 0, skip: 0 }, ...end, failedBytes, sink: null }),
    toLine({ kind: 'end', ...end }),
  ];
  const { objectStore } = await import('../objects/object-store.ts');
  await (await objectStore()).put(shardRecordOf(options), Buffer.from(lines.join('')));
}

type ShardEnd = Omit<Begin, 'kind' | 'version'> & Omit<End, 'kind'> & Pick<Done, 'failedBytes'>;

async function placeOf(path: string): Promise<NamedPlace> {
  return isObject(path) ? (await import('../objects/object-upload.ts')).objectPlace(path) : filePlace(path);
}

async function openSinkOf(
  { out, shard, format, split, nameTemplate }: BatchOptions,
  { stateReset, size }: BatchLabel,
  onto: SinkState | null,
): Promise<Sink> {
  const rows = split === null ? null : ({ kind: 'parts', rows: split } as const);
  const files = nameTemplate === null ? (rows ?? ({ kind: 'one' } as const)) : ({ kind: 'row' } as const);
  const sink = { out, format, files, stateReset, size };
  if (!isObject(out)) return await openSink({ ...sink, onto });
  const { openObjectSink } = await import('../objects/object-sink.ts');
  return await openObjectSink({ ...sink, keepsEmpty: shard !== null });
}

function openJournal(
  options: BatchOptions,
  resumedFrom: JournalState | null,
  begin: Omit<Begin, 'kind' | 'version'>,
): Promise<Journal> {
  const path = journalOf(options);
  return resumedFrom === null ? Journal.create(path, begin) : Journal.open(path, resumedFrom);
}

/** @param secondsBefore seconds of the runs that this one resumed; null for a run that resumed none, or did nothing */
function summaryOf(end: Omit<End, 'kind'>, secondsBefore: number | null = null): Summary {
  const { rows, labels, failed, unresolved, bytes, seconds, resumed } = end;
  const time = {
    seconds: rounded(seconds),
    ...(secondsBefore === null ? {} : { run_seconds: rounded(seconds - secondsBefore) }),
  };
  return { rows, labels, failed, unresolved, bytes, ...time, resumed };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/**
 * Why the batch stopped, and what to do.
 *
 * @param journal with the row that `--resume` begins with; null if there is no run to resume
 */
function describeStop(
  error: unknown,
  journal: { readonly path: string; readonly row: number } | null,
): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof InputFault) {
    const after =
      journal === null
        ? ''
        : `; the rows before it are done, but once corrected the input differs: delete ${journal.path} to start again`;
    return new BatchStopped(`row ${error.row}: ${message}${after}`);
  }
  const saysResume = error instanceof BatchStopped && error.saysResume;
  if (journal === null || saysResume) return new BatchStopped(message);
  return new BatchStopped(`${message}; --resume continues at row ${journal.row}`);
}
