import { extname } from 'node:path';
import { labelJson } from '../http/label-json.ts';
import { number, oneOf, parseArguments, required } from './arguments.ts';
import { BundleError, type Bundles, parseBundles, toBundle } from './bundle.ts';
import { CommandFailure, UsageError } from './failure.ts';
import { answer, type Io } from './io.ts';
import { fileName, readText } from './read-file.ts';
import { reviewLabel } from './review-label.ts';
import { withReadyStore } from './store-session.ts';
import { table } from './table.ts';

const BARE_ZPL_OPTIONS = {
  id: { type: 'string' },
  name: { type: 'string' },
  'width-mm': { type: 'string' },
  'height-mm': { type: 'string' },
  dpi: { type: 'string' },
  'output-format': { type: 'string' },
} as const;

type BareZplValues = { readonly [O in keyof typeof BARE_ZPL_OPTIONS]?: string };

export async function importLabels(argv: readonly string[], io: Io): Promise<void> {
  const options = { account: { type: 'string' }, force: { type: 'boolean' }, ...BARE_ZPL_OPTIONS } as const;
  const { values, json, all: files } = parseArguments(argv, options, ['FILE...']);
  const account = required(values.account, '--account');
  // Everything is read and checked before the store is opened: where one fails, nothing is imported.
  const bundles = await readFiles(files, values, io);
  review(bundles, values.force === true, io);
  const saved = await withReadyStore(io, (store) =>
    store.importLabels(
      account,
      bundles.flatMap(({ labels }) => labels),
    ),
  );
  const labels = saved.map(labelJson);
  const single = bundles.length === 1 && bundles[0]?.single === true;
  answer(io, json, single ? labels[0] : labels, () => table(labels, ''));
}

/** Reasons not to import that are shown. */
const FAILURES_SHOWN = 20;

/** Says what is wrong with the labels; throws when that keeps one of them out. */
function review(bundles: readonly FileOfBundles[], force: boolean, io: Io): void {
  const reviews = bundles.flatMap(({ file, single, labels }) =>
    labels.map((label, index) => reviewLabel(label, single ? file : `${file}: index ${index}`)),
  );
  const failures = reviews.flatMap(({ failures }) => failures);
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
  files: readonly string[],
  values: BareZplValues,
  io: Io,
): Promise<readonly FileOfBundles[]> {
  const [file = ''] = files;
  const bare = Object.keys(BARE_ZPL_OPTIONS).some(
    (option) => values[option as keyof BareZplValues] !== undefined,
  );
  if (files.some((name) => extname(name).toLowerCase() === '.zpl') || bare) {
    if (files.length > 1)
      throw new UsageError('a bare .zpl file is imported by itself, with its own --name and size');
    return [{ file: fileName(file), ...(await readBareZpl(file, values, io)) }];
  }
  const bundles: FileOfBundles[] = [];
  for (const name of files) {
    try {
      bundles.push({ file: fileName(name), ...parseBundles(await readText(name, io)) });
    } catch (error) {
      if (error instanceof BundleError)
        throw new CommandFailure(`${fileName(name)}: ${error.message}; nothing was imported`);
      throw error;
    }
  }
  return bundles;
}

async function readBareZpl(file: string, values: BareZplValues, io: Io): Promise<Bundles> {
  const label = {
    ...(values.id === undefined ? {} : { id: values.id }),
    name: required(values.name, '--name'),
    size: {
      widthMm: number(required(values['width-mm'], '--width-mm'), '--width-mm'),
      heightMm: number(required(values['height-mm'], '--height-mm'), '--height-mm'),
      dpi: number(required(values.dpi, '--dpi'), '--dpi'),
    },
    outputFormat: oneOf(values['output-format'] ?? 'vector', ['vector', 'bitmap'], '--output-format'),
    zpl: await readText(file, io),
    dynamicTokens: [],
    fieldTransforms: [],
    teamId: null,
  };
  return { single: true, labels: [label] };
}

export async function exportLabel(argv: readonly string[], io: Io): Promise<void> {
  const { operands, json } = parseArguments(argv, {}, ['LABEL_ID']);
  const label = await withReadyStore(io, (store) => store.exportLabel(operands[0]));
  if (label === null) {
    throw new CommandFailure(`there is no label ${operands[0]}; platen labels list shows them`);
  }
  const bundle = toBundle(label);
  answer(io, json, bundle, () => JSON.stringify(bundle, null, 2));
}

export async function list(argv: readonly string[], io: Io): Promise<void> {
  const { values, json } = parseArguments(argv, { account: { type: 'string' } }, []);
  const labels = await withReadyStore(io, (store) => store.listAllLabels(values.account ?? null));
  answer(io, json, labels.map(labelJson), () =>
    table(
      labels.map((label) => ({ ...labelJson(label), account_id: label.accountId, team_id: label.teamId })),
      'There are no labels; `platen labels import FILE --account ID` saves some.',
    ),
  );
}

export async function remove(argv: readonly string[], io: Io): Promise<void> {
  const { operands, json } = parseArguments(argv, {}, ['LABEL_ID']);
  const label = labelJson(await withReadyStore(io, (store) => store.deleteLabel(operands[0])));
  answer(io, json, label, () => `Deleted ${label.id} ${JSON.stringify(label.name)}.`);
}
