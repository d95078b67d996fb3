import { randomUUID } from 'node:crypto';
import { fstat, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { timeZone } from '../../wall-clock.ts';
import { BatchStopped, BatchUsage } from '../batch-failure.ts';
import { STANDARD_INPUT } from '../input/input-format.ts';
import { openRowInput } from '../input/row-input.ts';
import { layoutFor } from '../input/row-layout.ts';
import { Journal, type JournalState } from '../journal/journal.ts';
import { changes, type Fingerprint, fingerprintOf } from '../journal/record.ts';
import { RunLock } from '../journal/run-lock.ts';
import { isObject } from '../objects/object-address.ts';
import { sideFileOf } from '../output/document.ts';
import { partialOf } from '../output/growing-file.ts';
import { openProgress, type ProgressDisplay, type ProgressStream } from '../progress/progress.ts';
import type { RunTrace } from '../run-trace.ts';
import { SHARD_OPTION } from '../shard.ts';
import type { RowInput, RowLayout } from '../stages.ts';
import { type BatchOptions, failedRowsOf, inputCopyOf, journalOf, previewOf } from './batch-options.ts';
import { type LabelProvider, openLabelProvider } from './label-provider.ts';
import type { ResourceStack } from './resource-stack.ts';
import { refuseUnresolved } from './unresolved.ts';

/** The surroundings of a batch in its process. */
export interface BatchEnvironment {
  stdin(): AsyncIterable<Uint8Array>;
  /** The stream of progress. */
  readonly stream: ProgressStream;
  /** Whether only notes are shown. */
  readonly quiet: boolean;
  /** Aborted to end the batch early; its reason says why. */
  readonly signal: AbortSignal;
  readonly trace: RunTrace;
}

/** The facts and parts of a run before its first label is made. */
export interface Preparation {
  /** The run to resume; null for a new one. */
  readonly resumedFrom: JournalState | null;
  readonly fingerprint: Fingerprint;
  readonly input: RowInput;
  readonly layout: RowLayout;
  readonly provider: LabelProvider;
  readonly progress: ProgressDisplay;
}

/**
 * Opens the input and finds the label, and compares them with the journal if there is one. From then on no other run
 * can use the journal.
 *
 * @param opened keeps what has to be closed at the end
 * @throws BatchStopped or BatchUsage, with nothing written
 */
export async function prepare(
  options: BatchOptions,
  { stdin, stream, quiet, signal, trace }: BatchEnvironment,
  opened: ResourceStack,
): Promise<Preparation> {
  const { rows, shard, out, inputFormat, sheet, delimiter, encoding, resume } = options;
  const path = journalOf(options);
  await refuseOwnFiles(options);
  const isFile = !isObject(out);
  if (isFile) opened.keep(await RunLock.take(path));
  const old = isFile ? await Journal.read(path) : null;
  refuseOther(options, old);
  const resumedFrom = resume ? old : null;
  const input = opened.keep(
    await openRowInput({
      path: rows,
      shard,
      format: inputFormat,
      sheet,
      delimiter,
      encoding,
      temporary: isFile ? inputCopyOf(options) : join(tmpdir(), `platen-${randomUUID()}.input`),
      stdin,
      signal,
    }),
  );
  signal.throwIfAborted();
  const before = resumedFrom?.done?.rows ?? 0;
  const progress = openProgress({ stream, rows: input.count, before, quiet });
  opened.keep({ close: () => progress.finish() });
  if (resume && resumedFrom === null)
    progress.note(`there is no ${path} to resume from: the batch begins at row ${input.firstRow}`);
  const provider = opened.keep(await openLabelProvider(options, progress, trace, signal));
  if (options.printer !== null) {
    const { refuseHostCommands, refuseOpenFormat } = await import('../printer/check-label.ts');
    refuseHostCommands(provider.label.zpl);
    refuseOpenFormat(provider.label.zpl);
  }
  const fingerprint = fingerprintOf(input.digest, provider.label, fixedOptions(options));
  const changed = resumedFrom === null ? [] : changes(resumedFrom.begin.fingerprint, fingerprint);
  if (changed.length > 0) {
    throw new BatchStopped(
      `the batch cannot continue: ${changed.join('; ')}. Restore the original, or delete ${path} to start again`,
    );
  }
  const { layout: columns, notes } = layoutFor(input, provider.label, options);
  const layout = await withPictureFiles(columns, options, provider);
  // A finished run makes no more labels.
  if (!options.allowUnresolved && !resumedFrom?.end) await refuseUnresolved(input, layout, provider, signal);
  progress.begin();
  for (const note of notes) progress.note(note);
  return { resumedFrom, fingerprint, input, layout, provider, progress };
}

/** The layout with the files of `--images`, if there are any. */
async function withPictureFiles(
  layout: RowLayout,
  { images }: BatchOptions,
  { label }: LabelProvider,
): Promise<RowLayout> {
  if (images === null) return layout;
  const { pictureFiles } = await import('../input/row-pictures.ts');
  return { ...layout, pictures: pictureFiles(images, label) };
}

/** Throws `BatchStopped` if the journal is of a run that must not be replaced. */
function refuseOther(options: BatchOptions, old: JournalState | null): void {
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

/**
 * Options on which the output depends, with the values that were given; null or false if absent, since a journal of an
 * older version may lack them. The address of a service and its key do not matter.
 */
function fixedOptions(options: BatchOptions): Fingerprint['options'] {
  const { place, shard, format, split, nameTemplate, printer, inputFormat, sheet, delimiter, encoding } =
    options;
  return {
    ...(shard === null ? {} : { [SHARD_OPTION]: `${shard.index}/${shard.count}` }),
    '--local': place.kind === 'local',
    '--format': format,
    '--split': split,
    '--name-template': nameTemplate,
    '--printer': printer,
    '--input-format': inputFormat,
    '--sheet': sheet,
    '--delimiter': delimiter,
    '--encoding': encoding,
    '--map': options.map,
    '--set': options.set,
    '--copies': options.copies,
    '--copies-column': options.copiesColumn,
    '--images': options.images,
    '--fonts': options.fonts,
    '--profile': options.profile,
    // A service fills in the time by its own clock.
    ...(place.kind === 'local' && timeZone() !== 'UTC' ? { TIME_ZONE: timeZone() } : {}),
  };
}

/** Every file that a run may write or remove. */
function ownFiles(out: string): readonly string[] {
  const previews = (['png', 'pdf'] as const).map((format) => previewOf({ out, format }));
  const wholeFiles = [out, journalOf({ out }), failedRowsOf({ out }), ...previews];
  return [
    ...wholeFiles.flatMap((path) => [path, partialOf(path)]),
    sideFileOf(partialOf(out)),
    inputCopyOf({ out }),
  ];
}

/**
 * Throws `BatchUsage` if the batch would write or remove a file that it reads, under any name: the rows of
 * `OUT.failed.csv`, corrected in place, would be gone before they are printed.
 */
async function refuseOwnFiles({ rows, label, place, out }: BatchOptions): Promise<void> {
  const read = [rows, place.kind === 'local' ? label : place.keyFile];
  const written = ownFiles(out);
  const found = await Promise.all(written.map(statOf));
  for (const path of read) {
    if (isObject(path) && written.includes(path)) {
      throw new BatchUsage(`${path} is read, and the batch writes or removes it: give another -o`);
    }
    const file = await (path === STANDARD_INPUT ? ofStandardInput() : statOf(path));
    const at = found.findIndex((other) => file !== null && other?.ino === file.ino && other.dev === file.dev);
    if (at >= 0) {
      throw new BatchUsage(
        `${path === STANDARD_INPUT ? 'standard input' : path} is read, and the batch writes or removes ` +
          `${written[at]}, which is the same file: copy it, or give another -o`,
      );
    }
  }
}

/** The status of standard input, which may be a file, a terminal or a pipe; null if there is none. */
async function ofStandardInput(): Promise<Stats | null> {
  return await promisify(fstat)(0).catch(() => null);
}

/** The status of a path; null if the system does not give it, which opening the file will explain. */
async function statOf(path: string): Promise<Stats | null> {
  return await stat(path).catch(() => null);
}
