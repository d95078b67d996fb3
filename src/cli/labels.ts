import { extname } from 'node:path';
import { BundleError, type Bundles, parseBundles, toBundle } from '../bundle.ts';
import { labelJson } from '../http/label-json.ts';
import { quotedId } from '../store/input-checks.ts';
import type { LabelInput, OutputFormat, StoredLabel } from '../store/store.ts';
import { isJson } from '../zpl/is-json.ts';
import { number, required } from './arguments.ts';
import { CommandFailure, UsageError } from './failure.ts';
import { readStreams, type StreamImport, type StreamValues } from './import-stream.ts';
import { answer, type Io } from './io.ts';
import { type LabelThread, withLabelThread } from './label-thread.ts';
import { fileName, readText } from './read-file.ts';
import { type Review, reviewLabel } from './review-label.ts';
import { withReadyStore } from './store-session.ts';
import { table, withoutControls } from './table.ts';

/** Options that a bundle answers by itself. */
const BARE_ZPL_OPTIONS = ['id', 'name', 'width-mm', 'height-mm', 'dpi', 'output-format'] as const;

const OPTIONS_IN_WORDS = BARE_ZPL_OPTIONS.map((option) => `--${option}`).join(', ');

interface BareZplValues extends Readonly<Record<(typeof BARE_ZPL_OPTIONS)[number], string | undefined>> {
  readonly 'output-format': OutputFormat | undefined;
}

interface ToImport {
  readonly values: BareZplValues &
    StreamValues & {
      readonly account: string | undefined;
      readonly force: boolean;
      readonly fields: boolean;
      readonly 'dry-run': boolean;
    };
  readonly operands: readonly [string, ...string[]];
  readonly json: boolean;
}

/**
 * `labels import`: saves the labels of bundles, of bare ZPL or of printer streams, all or none. @throws UsageError,
 * CommandFailure, StoreFailure with what to do.
 */
export async function importLabels({ values, operands: files, json }: ToImport, io: Io): Promise<void> {
  const account = values['dry-run'] ? null : required(values.account, '--account');
  // Everything is read and checked before the store is opened: where one fails, nothing is imported.
  if (!values.fields) refuseStreamOptions(values);
  const { streams, bundles, reviews } = await withLabelThread((thread) => read(files, values, io, thread));
  const failures = streams.flatMap(({ failures }) => failures);
  review(reviews, values.force, io, failures);
  const inputs = bundles.flatMap(({ labels }) => labels);
  const saved = account === null ? null : await save(account, inputs, io);
  const reports = streams.flatMap(({ reports }) => reports);
  const labels = (saved ?? inputs.map(toBundle)).map((label, index) => ({
    ...label,
    ...reports[index],
  }));
  const single = bundles.length === 1 && bundles[0]?.single === true;
  answer(io, json, single ? labels[0] : labels, () =>
    [...streams.flatMap(({ lines }) => lines), saved === null ? 'Nothing was saved.' : table(saved, '')].join(
      '\n',
    ),
  );
}

interface Read {
  /** With `--fields`. */
  readonly streams: readonly StreamImport[];
  readonly bundles: readonly Bundles[];
  readonly reviews: readonly Review[];
}

async function read(
  files: ToImport['operands'],
  values: ToImport['values'],
  io: Io,
  thread: LabelThread,
): Promise<Read> {
  const reviews: Review[] = [];
  if (values.fields) {
    const streams = await readStreams(files, values, io, thread);
    for (const label of streams.flatMap(({ labels }) => labels)) {
      // Lines are those of the ZPL that was made, which the source has not.
      reviews.push(await reviewLabel(label, withoutControls(`label ${JSON.stringify(label.name)}`), thread));
    }
    return { streams, bundles: streams, reviews };
  }
  const bundles = await readFiles(files, values, io);
  for (const { file, single, labels } of bundles) {
    for (const [index, label] of labels.entries()) {
      reviews.push(await reviewLabel(label, single ? file : `${file}: index ${index}`, thread));
    }
  }
  return { streams: [], bundles, reviews };
}

async function save(
  account: string,
  inputs: readonly LabelInput[],
  io: Io,
): Promise<readonly ReturnType<typeof labelJson>[]> {
  const saved = await withReadyStore(io, (store) => store.importLabels(account, inputs));
  return saved.map(labelJson);
}

/** Options of streams are rejected for bundles. */
function refuseStreamOptions(values: ToImport['values']): void {
  for (const option of ['remove-setup', 'keep-placeholders', 'rasters'] as const) {
    if (values[option]) throw new UsageError(`--${option} needs --fields`);
  }
}

/** Reasons not to import that are shown. */
const FAILURES_SHOWN = 20;

/** Says what is wrong with the labels; throws when that keeps one of them out. */
function review(reviews: readonly Review[], force: boolean, io: Io, errors: readonly string[]): void {
  const failures = [...errors, ...reviews.flatMap(({ failures }) => failures)];
  const warnings = reviews.flatMap(({ warnings }) => warnings);
  for (const line of force ? [...failures, ...warnings] : warnings) io.stderr(`${line}\n`);
  if (failures.length > 0 && !force) {
    const more = failures.length - FAILURES_SHOWN;
    const shown = [...failures.slice(0, FAILURES_SHOWN), ...(more > 0 ? [`${more} more`] : [])];
    throw new CommandFailure(`${shown.join('; ')}; nothing was imported: --force imports it as it is`);
  }
}

interface FileOfBundles extends Bundles {
  /** As messages call it. */
  readonly file: string;
}

async function readFiles(
  files: ToImport['operands'],
  values: BareZplValues,
  io: Io,
): Promise<readonly FileOfBundles[]> {
  const [file] = files;
  const bare = BARE_ZPL_OPTIONS.some((option) => values[option] !== undefined);
  if (files.some((name) => extname(name).toLowerCase() === '.zpl') || bare) {
    if (files.length > 1)
      throw new UsageError('a bare .zpl file is imported by itself, with its own --name and size');
    return [{ file: fileName(file), ...(await readBareZpl(file, values, io)) }];
  }
  const bundles: FileOfBundles[] = [];
  for (const name of files) {
    const text = await readText(name, io);
    try {
      bundles.push({ file: fileName(name), ...parseBundles(text) });
    } catch (error) {
      if (!(error instanceof BundleError)) throw error;
      const help = /^\s*\^XA/i.test(text) ? '; --fields imports ZPL as a program sends it to a printer' : '';
      throw new CommandFailure(`${fileName(name)}: ${error.message}; nothing was imported${help}`);
    }
  }
  return bundles;
}

async function readBareZpl(file: string, values: BareZplValues, io: Io): Promise<Bundles> {
  const meta = {
    ...(values.id === undefined ? {} : { id: values.id }),
    name: required(values.name, '--name'),
    size: {
      widthMm: number(required(values['width-mm'], '--width-mm'), '--width-mm'),
      heightMm: number(required(values['height-mm'], '--height-mm'), '--height-mm'),
      dpi: number(required(values.dpi, '--dpi'), '--dpi'),
    },
    outputFormat: values['output-format'] ?? 'vector',
    dynamicTokens: [],
    fieldTransforms: [],
    teamId: null,
  };
  const zpl = await readText(file, io);
  if (isJson(zpl)) {
    throw new UsageError(
      `${fileName(file)} is JSON; a bundle has its name and size itself, so leave out ${OPTIONS_IN_WORDS}`,
    );
  }
  return { single: true, labels: [{ ...meta, zpl }] };
}

interface ForOne {
  readonly operands: readonly [labelId: string];
  readonly json: boolean;
}

async function find(labelId: string, io: Io): Promise<StoredLabel> {
  const label = await withReadyStore(io, (store) => store.exportLabel(labelId));
  if (label !== null) return label;
  throw new CommandFailure(`there is no label ${quotedId(labelId)}; platen labels list shows them`);
}

/** `labels show`: prints the properties of a label, or with `--json` what the API answers. */
export async function show({ operands: [labelId], json }: ForOne, io: Io): Promise<void> {
  const label = await find(labelId, io);
  // Compiling takes a while to load.
  const { showLabel } = await import('./show-label.ts');
  const { detail, lines } = showLabel(label);
  answer(io, json, detail, () => lines);
}

interface ToExport extends ForOne {
  readonly values: { readonly dpi: string | undefined };
}

/**
 * `labels export`: prints a bundle of a label, scaled to another resolution if asked. @throws CommandFailure for an
 * unknown label.
 */
export async function exportLabel({ values, operands: [labelId], json }: ToExport, io: Io): Promise<void> {
  const label = await find(labelId, io);
  const bundle = toBundle(values.dpi === undefined ? label : await scaled(label, Number(values.dpi), io));
  answer(io, json, bundle, () => JSON.stringify(bundle, null, 2));
}

async function scaled(label: StoredLabel, dpi: number, io: Io): Promise<StoredLabel> {
  // Drawing takes a while to load.
  const { scaledLabel } = await import('./scaled-label.ts');
  return scaledLabel(label, dpi, withoutControls(label.name), io);
}

interface ToList {
  readonly values: { readonly account: string | undefined };
  readonly json: boolean;
}

/** `labels list`: prints labels, those of teams too; those changed last come first. */
export async function list({ values, json }: ToList, io: Io): Promise<void> {
  const labels = await withReadyStore(io, (store) => store.listAllLabels(values.account ?? null));
  answer(io, json, labels.map(labelJson), () =>
    table(
      labels.map((label) => ({ ...labelJson(label), account_id: label.accountId, team_id: label.teamId })),
      'There are no labels; `platen labels import FILE --account ID` saves some.',
    ),
  );
}

/** `labels delete`: deletes a label. */
export async function remove({ operands: [labelId], json }: ForOne, io: Io): Promise<void> {
  const label = labelJson(await withReadyStore(io, (store) => store.deleteLabel(labelId)));
  answer(io, json, label, () => `Deleted ${label.id} ${JSON.stringify(label.name)}.`);
}
