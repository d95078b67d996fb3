import { checkOptions } from '../api-client/client-options.ts';
import { printerAddress } from '../batch/printer/address.ts';
import type { BatchOptions, MakingPlace } from '../batch/run/batch-options.ts';
import { LABEL_ID } from '../label-id.ts';
import { positive, required, whole } from './arguments.ts';
import { UsageError } from './failure.ts';
import type { Io } from './io.ts';
import { readKey } from './read-file.ts';

/** Options and operands of `platen batch`. */
export interface BatchGiven {
  readonly values: Readonly<
    Record<
      | 'url'
      | 'key-file'
      | 'split'
      | 'name-template'
      | 'printer'
      | 'delimiter'
      | 'encoding'
      | 'copies'
      | 'copies-column'
      | 'preview'
      | 'concurrency'
      | 'width-mm'
      | 'height-mm'
      | 'dpi'
      | 'fonts',
      string | undefined
    >
  > & {
    readonly label: string;
    readonly output: string;
    readonly local: boolean;
    readonly format: BatchOptions['format'] | undefined;
    readonly 'input-format': NonNullable<BatchOptions['inputFormat']> | undefined;
    readonly map: readonly string[];
    readonly set: readonly string[];
    readonly 'on-error': BatchOptions['onError'] | undefined;
    readonly 'allow-unresolved': boolean;
    readonly 'dry-run': boolean;
    readonly resume: boolean;
  };
  readonly operands: readonly [rows: string];
  readonly json: boolean;
}

/** Files in folders of more rows than this are no help to anybody. */
const SPLIT_MAX = 100_000_000;
const COPIES_MAX = 100;
const PREVIEW_MAX = 100;
const CONCURRENCY_MAX = 256;

const SIZE = ['width-mm', 'height-mm', 'dpi'] as const;

/**
 * The options of a batch. Nothing is read but the key's file, and nothing is written.
 *
 * @throws UsageError for what cannot be, or excludes one another.
 * @throws CommandFailure for a key's file that cannot be read.
 */
export async function batchOptions({ values, operands: [rows] }: BatchGiven, io: Io): Promise<BatchOptions> {
  const format = values.format ?? 'zpl';
  const counted = (name: 'split' | 'copies' | 'preview' | 'concurrency', most: number): number | null =>
    values[name] === undefined ? null : whole(values[name], `--${name}`, 1, most);
  const size = (name: (typeof SIZE)[number]): number | null =>
    values[name] === undefined ? null : positive(values[name], `--${name}`);
  const copies = counted('copies', COPIES_MAX);
  const options = {
    rows,
    label: required(values.label, '--label'),
    size: { widthMm: size('width-mm'), heightMm: size('height-mm'), dpi: size('dpi') },
    format,
    split: counted('split', SPLIT_MAX),
    nameTemplate: values['name-template'] ?? null,
    printer: values.printer ?? null,
    inputFormat: values['input-format'] ?? null,
    delimiter: values.delimiter ?? null,
    encoding: values.encoding ?? null,
    map: assignments(values.map, '--map', 'COLUMN=VARIABLE'),
    set: assignments(values.set, '--set', 'NAME=VALUE'),
    copies: copies ?? 1,
    copiesColumn: values['copies-column'] ?? null,
    onError: values['on-error'] ?? 'skip',
    allowUnresolved: values['allow-unresolved'],
    dryRun: values['dry-run'],
    preview: counted('preview', PREVIEW_MAX),
    concurrency: counted('concurrency', CONCURRENCY_MAX),
    resume: values.resume,
    fonts: values.fonts ?? null,
  } as const;
  refuseContradictions(values, options);
  if (options.printer !== null) printerAddress(options.printer);
  return { ...options, out: outputOf(values), place: await placeOf(values, io) };
}

function refuseContradictions(
  values: BatchGiven['values'],
  {
    label,
    format,
    split,
    nameTemplate,
    printer,
    copiesColumn,
    preview,
    dryRun,
    resume,
  }: Omit<BatchOptions, 'out' | 'place'>,
): void {
  const isZpl = /\.(zpl|prn)$/i.test(label);
  const excluded: readonly (readonly [boolean, string])[] = [
    [values.local && values.url !== undefined, '--local and --url exclude each other'],
    [
      !values.local && values.url === undefined,
      'say where labels are made: --url URL with --key-file FILE, or --local',
    ],
    [values.url !== undefined && values['key-file'] === undefined, '--url needs --key-file'],
    [values.local && values['key-file'] !== undefined, '--key-file is for --url, not for --local'],
    [values.local && isId(label), `--label ${label} is an id, which needs --url; with --local name a file`],
    [
      !values.local && !isId(label),
      `--label ${label} is no id (a UUID), which --url needs; a file needs --local`,
    ],
    [
      SIZE.some((name) => values[name] !== undefined) && !(values.local && isZpl),
      '--width-mm, --height-mm and --dpi are for a label in a .zpl file; bundles and saved labels have their own size',
    ],
    [printer !== null && format !== 'zpl', `--printer takes ZPL, not --format ${format}`],
    [printer !== null && split !== null, '--printer and --split exclude each other'],
    [printer !== null && nameTemplate !== null, '--printer and --name-template exclude each other'],
    [split !== null && nameTemplate !== null, '--split and --name-template exclude each other'],
    [nameTemplate?.trim() === '', '--name-template is empty'],
    [
      format === 'png' && preview === null && split !== 1 && nameTemplate === null,
      '--format png makes a file a row: give --split 1 or --name-template as well',
    ],
    [
      format === 'png' && (values.copies !== undefined || copiesColumn !== null),
      `--format png has no copies: leave ${values.copies === undefined ? '--copies-column' : '--copies'} out`,
    ],
    [
      values.fonts !== undefined && !values.local,
      '--fonts is for --local; a service has its own (FONTS_DIR)',
    ],
    [dryRun && resume, '--dry-run and --resume exclude each other'],
    [preview !== null && resume, '--preview and --resume exclude each other'],
    [preview !== null && dryRun, '--preview and --dry-run exclude each other'],
  ];
  for (const [isSo, why] of excluded) if (isSo) throw new UsageError(why);
}

function isId(label: string): boolean {
  return LABEL_ID.test(label);
}

function outputOf({ output, split, 'name-template': nameTemplate }: BatchGiven['values']): string {
  const out = output.replace(/(?<=[^/])\/+$/, '');
  if (/^(-|\/|\.{1,2}|.*\/\.{1,2})$/.test(out)) {
    throw new UsageError(`-o ${output} has no file name, from which the other files of the run take theirs`);
  }
  if (out !== output && split === undefined && nameTemplate === undefined) {
    throw new UsageError(`-o ${output} is a folder; it needs --split or --name-template, or name a file`);
  }
  return out;
}

async function placeOf({ url, 'key-file': keyFile }: BatchGiven['values'], io: Io): Promise<MakingPlace> {
  if (url === undefined) return { kind: 'local' };
  const path = keyFile as string;
  const key = await readKey(path, io);
  try {
    return { kind: 'service', url: checkOptions({ url, key }).url, key, keyFile: path };
  } catch (error) {
    throw new UsageError(`--url ${url} with --key-file ${path}: ${(error as Error).message}`);
  }
}

function assignments(given: readonly string[], option: string, form: string): readonly string[] {
  for (const each of given) {
    if (!/^[^=]+=/.test(each)) throw new UsageError(`${option} must be ${form}, not ${JSON.stringify(each)}`);
  }
  return given;
}
