import { checkOptions } from '../api-client/client-options.ts';
import { STANDARD_INPUT } from '../batch/input/input-format.ts';
import { isObject, objectAddress } from '../batch/objects/object-address.ts';
import { printerAddress } from '../batch/printer/address.ts';
import type { BatchOptions, MakingPlace, MaxFailed } from '../batch/run/batch-options.ts';
import { SHARDS_MAX, type Shard, shardPath } from '../batch/shard.ts';
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
      | 'images'
      | 'fonts'
      | 'profile'
      | 'shard'
      | 'max-failed'
      | 'sheet',
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
  const shard = values.shard === undefined ? null : shardOf(values.shard, io);
  const options = {
    rows,
    shard,
    label: required(values.label, '--label'),
    size: { widthMm: size('width-mm'), heightMm: size('height-mm'), dpi: size('dpi') },
    format,
    split: counted('split', SPLIT_MAX),
    nameTemplate:
      values['name-template'] === undefined ? null : withoutEnding(values['name-template'], format),
    printer: values.printer ?? null,
    inputFormat: values['input-format'] ?? null,
    sheet: values.sheet ?? null,
    delimiter: values.delimiter ?? null,
    encoding: values.encoding ?? null,
    map: assignments(values.map, '--map', 'COLUMN=VARIABLE'),
    set: assignments(values.set, '--set', 'NAME=VALUE'),
    copies: copies ?? 1,
    copiesColumn: values['copies-column'] ?? null,
    images: values.images ?? null,
    onError: values['on-error'] ?? 'skip',
    allowUnresolved: values['allow-unresolved'],
    dryRun: values['dry-run'],
    preview: counted('preview', PREVIEW_MAX),
    concurrency: counted('concurrency', CONCURRENCY_MAX),
    resume: values.resume,
    fonts: values.fonts ?? null,
    profile: values.profile ?? null,
    maxFailed: values['max-failed'] === undefined ? null : maxFailedOf(values['max-failed']),
    now: clockOf(io),
  } as const;
  refuseContradictions(values, options);
  if (options.printer !== null) printerAddress(options.printer);
  for (const path of [rows, values.output]) if (isObject(path)) objectAddress(path);
  const out = outputOf(values);
  return {
    ...options,
    out: shard === null ? out : shardPath(out, shard),
    place: await placeOf(values, io),
  };
}

function refuseContradictions(
  values: BatchGiven['values'],
  {
    rows,
    shard,
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
    [
      values.profile !== undefined && !values.local,
      '--profile is for --local; a service draws with its own (PRINTER_PROFILE)',
    ],
    [shard !== null && rows === STANDARD_INPUT, '--shard reads its part of a file, and not standard input'],
    [shard !== null && /\.gz$/i.test(rows), `--shard reads its part of a plain file: unpack ${rows} first`],
    [shard !== null && preview !== null, '--shard and --preview exclude each other'],
    [
      isObject(values.output) && resume,
      `--resume needs the journal of a run, which -o ${values.output} has none of: run it again`,
    ],
    [
      isObject(values.output) && printer !== null,
      `--printer needs a journal, which -o ${values.output} has none of: name a file with -o`,
    ],
    [isObject(values.output) && preview !== null, '--preview writes a file: name one with -o'],
    [dryRun && resume, '--dry-run and --resume exclude each other'],
    [preview !== null && resume, '--preview and --resume exclude each other'],
    [preview !== null && dryRun, '--preview and --dry-run exclude each other'],
  ];
  for (const [isSo, why] of excluded) if (isSo) throw new UsageError(why);
}

/** The value of `--shard`: `I/N`, or `/N` where the number of a task of an indexed job stands for I. */
function shardOf(text: string, { env }: Io): Shard {
  const [, given = '', total = ''] = /^(\d*)\/(\d+)$/.exec(text) ?? [];
  const index = given === '' ? (env['JOB_COMPLETION_INDEX']?.trim() ?? '') : given;
  if (total !== '' && index === '') {
    throw new UsageError(
      `--shard ${text} leaves out the number of the shard, and JOB_COMPLETION_INDEX is not set`,
    );
  }
  const shard = { index: Number(index), count: Number(total) };
  const { count } = shard;
  if (/^\d+$/.test(index) && count >= 1 && count <= SHARDS_MAX && shard.index < count) return shard;
  const from = given === '' && total !== '' ? ` with JOB_COMPLETION_INDEX=${index}` : '';
  throw new UsageError(
    `--shard must be I/N with I from 0 to N - 1 and N from 1 to ${SHARDS_MAX}, not ${text}${from}`,
  );
}

function maxFailedOf(text: string): MaxFailed {
  const [, number = '', percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const value = Number(number);
  if (number !== '' && percent === '%' && value <= 100) return { unit: '%', value };
  if (/^\d+$/.test(text)) return { unit: 'rows', value };
  throw new UsageError(`--max-failed must be a number of rows, or a percentage up to 100%, not ${text}`);
}

/** The time that labels show, by the variable with which builds are made reproducible. */
function clockOf({ env }: Io): number | null {
  const seconds = env['SOURCE_DATE_EPOCH']?.trim() ?? '';
  if (seconds === '') return null;
  if (/^\d{1,11}$/.test(seconds)) return Number(seconds) * 1000;
  throw new UsageError(`SOURCE_DATE_EPOCH must be seconds since 1970, not ${seconds}`);
}

function isId(label: string): boolean {
  return LABEL_ID.test(label);
}

/** The name of a folder as it stands before the endings of other files. */
export function withoutSlash(path: string): string {
  return path.replace(/(?<=[^/])\/+$/, '');
}

/** A template of names, to which the ending of its format is added: one that it has already is the same. */
function withoutEnding(template: string, format: BatchOptions['format']): string {
  const ending = `.${format}`;
  return template.toLowerCase().endsWith(ending) ? template.slice(0, -ending.length) : template;
}

function outputOf({ output, split, 'name-template': nameTemplate }: BatchGiven['values']): string {
  const out = withoutSlash(output);
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
