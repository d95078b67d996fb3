import { BatchStopped } from '../batch-failure.ts';
import { openRowInput } from '../input/row-input.ts';
import { layoutFor } from '../input/row-layout.ts';
import { changes, type Fingerprint, fingerprintOf } from '../journal/fingerprint.ts';
import { Journal } from '../journal/journal.ts';
import type { Told } from '../journal/read-journal.ts';
import { RunLock } from '../journal/run-lock.ts';
import { refuseHostCommands } from '../printer/host-commands.ts';
import { refuseOpenFormat } from '../printer/open-format.ts';
import type { ProgressStream } from '../progress/bar.ts';
import { openProgress, type Progress } from '../progress/progress.ts';
import type { RowInput, RowLayout } from '../stages.ts';
import { type BatchOptions, journalOf } from './batch-options.ts';
import type { Opened } from './opened.ts';
import { refuseOwnFiles } from './own-files.ts';
import { refuseUnresolved } from './unresolved.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

/** What a batch has around it. */
export interface Surroundings {
  stdin(): AsyncIterable<Uint8Array>;
  /** Where progress is shown. */
  readonly stream: ProgressStream;
  /** Notes are all that is shown. */
  readonly quiet: boolean;
  /** Aborted when the batch is to end early; its reason says why. */
  readonly signal: AbortSignal;
}

/** All that is known before anything is made. */
export interface Preparation {
  /** Of the run to go on with; null for one that begins. */
  readonly told: Told | null;
  readonly fingerprint: Fingerprint;
  readonly input: RowInput;
  readonly layout: RowLayout;
  readonly workshop: Workshop;
  readonly progress: Progress;
}

/**
 * Opens the input and finds the label, and compares them with the journal that there may be. From here on no other run
 * uses the journal.
 *
 * @throws BatchStopped or BatchUsage; nothing was written then.
 */
export async function prepare(
  options: BatchOptions,
  { stdin, stream, quiet, signal }: Surroundings,
  opened: Opened,
): Promise<Preparation> {
  const { rows, out, inputFormat, delimiter, encoding, resume } = options;
  const path = journalOf(options);
  await refuseOwnFiles(options);
  opened.keep(await RunLock.take(path));
  const old = await Journal.read(path);
  refuseOther(options, old);
  const told = resume ? old : null;
  const input = opened.keep(
    await openRowInput({
      path: rows,
      format: inputFormat,
      delimiter,
      encoding,
      temporary: `${out}.input`,
      stdin,
      signal,
    }),
  );
  signal.throwIfAborted();
  const before = told?.done?.rows ?? 0;
  const progress = openProgress({ stream, rows: input.count, before, quiet });
  opened.keep({ close: () => progress.finish() });
  if (resume && told === null) progress.note(`there is no ${path} to resume from: the batch begins at row 1`);
  const workshop = opened.keep(await openWorkshop(options, progress, signal));
  if (options.printer !== null) {
    refuseHostCommands(workshop.label.zpl);
    refuseOpenFormat(workshop.label.zpl);
  }
  const fingerprint = fingerprintOf(input.digest, workshop.label, fixedOptions(options));
  const changed = told === null ? [] : changes(told.begin.fingerprint, fingerprint);
  if (changed.length > 0) {
    throw new BatchStopped(
      `the batch cannot continue: ${changed.join('; ')}. Restore the original, or delete ${path} to start again`,
    );
  }
  const { layout, notes } = layoutFor(input, workshop.label, options);
  // Of a run that is finished nothing is made.
  if (!options.allowUnresolved && !told?.end) await refuseUnresolved(input, layout, workshop, signal);
  for (const note of notes) progress.note(note);
  return { told, fingerprint, input, layout, workshop, progress };
}

/** Throws where the journal is of a run that must not be replaced. */
function refuseOther(options: BatchOptions, old: Told | null): void {
  const { resume, dryRun, preview, printer } = options;
  if (old === null || resume || preview !== null) return;
  const path = journalOf(options);
  if (old.end === null) {
    throw new BatchStopped(
      `${path} is of a run that is not finished, ${old.done?.rows ?? 0} rows are done: continue with --resume, ` +
        'or delete it to start again',
    );
  }
  if (dryRun) {
    throw new BatchStopped(
      `${path} is of a finished run, whose list of failed rows a dry run would replace: give another -o, ` +
        'or delete the journal',
    );
  }
  if (printer !== null) {
    throw new BatchStopped(`${path} is of a run that has printed everything: delete it to print again`);
  }
}

/** What the output depends on, as it was given. Where a service is, and by which key, does not matter. */
function fixedOptions(options: BatchOptions): Fingerprint['options'] {
  const { place, format, split, nameTemplate, printer, inputFormat, delimiter, encoding } = options;
  return {
    '--local': place.kind === 'local',
    '--format': format,
    '--split': split,
    '--name-template': nameTemplate,
    '--printer': printer,
    '--input-format': inputFormat,
    '--delimiter': delimiter,
    '--encoding': encoding,
    '--map': options.map,
    '--set': options.set,
    '--copies': options.copies,
    '--copies-column': options.copiesColumn,
    '--fonts': options.fonts,
  };
}
