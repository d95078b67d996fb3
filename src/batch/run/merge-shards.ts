import { readFirstRecord } from '../../delimited/delimited-records.ts';
import { TABLE_LIMITS } from '../../limits.ts';
import { BatchStopped } from '../batch-failure.ts';
import type { RunState } from '../journal/journal.ts';
import { changes, type End, type Fingerprint, type ShardRecord } from '../journal/record.ts';
import { RunLock } from '../journal/run-lock.ts';
import { isObject } from '../objects/object-address.ts';
import type { NamedFile, NamedPlace } from '../output/growing-file.ts';
import { SHARD_OPTION, shardPath } from '../shard.ts';
import { failedRowsOf, journalOf } from './batch-options.ts';
import type { Summary } from './ledger.ts';
import { ResourceStack } from './resource-stack.ts';
import { localShards, type ShardFiles } from './shard-files.ts';

/** The sums over all shards. */
export interface MergeSummary extends Omit<Summary, 'run_seconds' | 'resumed'> {
  readonly shards: number;
}

/** A shard whose run is finished. */
interface FinishedShard {
  /** The path of its output. */
  readonly out: string;
  readonly record: ShardRecord;
  readonly fingerprint: Fingerprint;
  readonly end: End;
  /** Bytes of its table of failed rows. */
  readonly failedBytes: number;
}

/**
 * Joins the outputs of all shards of a run to one: a file of ZPL, and the table of failed rows. PDFs and folders are
 * checked, and stay apart. Existing files of these names are replaced at the end, or not at all.
 *
 * @param out the `-o` of each shard
 * @throws BatchStopped that names the shards that are missing, not finished, or not of one run.
 */
export async function mergeShards(out: string, count: number, signal: AbortSignal): Promise<MergeSummary> {
  const opened = new ResourceStack();
  try {
    if (!isObject(out)) opened.keep(await RunLock.take(journalOf({ out })));
    const files = isObject(out) ? (await import('../objects/object-shards.ts')).objectShards : localShards;
    const shards = await finishedShards(out, count, files);
    refuseOthers(shards);
    const kind = kindOf(shards[0] as FinishedShard);
    for (const shard of shards) await checkOutput(shard, kind, files);
    const join = async (path: string, write: (file: NamedFile) => Promise<void>): Promise<JoinedFile> => {
      const joined = opened.keep(await JoinedFile.open(files.placeOf(path)));
      await write(joined.file);
      await joined.file.sync();
      return joined;
    };
    const failed = await join(failedRowsOf({ out }), (file) => joinFailed(file, shards, files, signal));
    const whole = kind === 'zpl' ? await join(out, (file) => joinOutputs(file, shards, files, signal)) : null;
    await failed.finish();
    await whole?.finish();
    const sum = (figure: (end: End) => number): number =>
      shards.reduce((total, { end }) => total + figure(end), 0);
    return {
      shards: count,
      rows: sum(({ rows }) => rows),
      labels: sum(({ labels }) => labels),
      failed: sum((end) => end.failed),
      unresolved: sum(({ unresolved }) => unresolved),
      bytes: whole?.file.length ?? sum(({ bytes }) => bytes),
      seconds: sum(({ seconds }) => seconds),
    };
  } finally {
    await opened.close();
  }
}

/** A joined file, which gets its name at the end or is removed. */
class JoinedFile {
  readonly file: NamedFile;
  readonly #place: NamedPlace;
  #isFinished = false;

  private constructor(file: NamedFile, place: NamedPlace) {
    this.file = file;
    this.#place = place;
  }

  static async open(place: NamedPlace): Promise<JoinedFile> {
    return new JoinedFile(await place.open(0), place);
  }

  /** Gives the file its name. An empty file is not kept; a file of an earlier run is removed then. */
  async finish(): Promise<void> {
    const isEmpty = this.file.length === 0;
    if (!isEmpty) await this.file.finish();
    this.#isFinished = !isEmpty;
    if (isEmpty) await this.#place.clear(null);
  }

  async close(): Promise<void> {
    await this.file.close();
    if (!this.#isFinished) await this.#place.clear(0);
  }
}

/** Shards that a message names; the rest is counted. */
const NAMED = 10;

/** The records of all shards. */
async function finishedShards(
  out: string,
  count: number,
  files: ShardFiles,
): Promise<readonly FinishedShard[]> {
  const shards: FinishedShard[] = [];
  const missing: number[] = [];
  const unfinished: number[] = [];
  for (let index = 0; index < count; index++) {
    const path = shardPath(out, { index, count });
    const state = await files.stateOf(path);
    if (state === null) missing.push(index);
    else if (state.end === null) unfinished.push(index);
    else shards.push(finishedShard(path, state, state.end, files));
  }
  const wrong = [
    ...(missing.length === 0
      ? []
      : [
          `${named(missing)} missing: there is no ${files.recordOf({ out: shardPath(out, { index: missing[0] ?? 0, count }) })}`,
        ]),
    ...(unfinished.length === 0
      ? []
      : [`${named(unfinished)} not finished: run the same command with --resume`]),
  ];
  if (wrong.length > 0) throw new BatchStopped(wrong.join('; '));
  return shards;
}

function finishedShard(out: string, { begin, done }: RunState, end: End, files: ShardFiles): FinishedShard {
  const { shard: record, fingerprint } = begin;
  if (record === undefined) throw new BatchStopped(`${files.recordOf({ out })} is of a run without --shard`);
  return { out, record, fingerprint, end, failedBytes: done?.failedBytes ?? 0 };
}

function named(numbers: readonly number[]): string {
  const more = numbers.length - NAMED;
  const listed = numbers.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return numbers.length === 1 ? `shard ${listed} is` : `shards ${listed} are`;
}

/** Throws for shards that are not the parts of one input, or were made with other options or another label. */
function refuseOthers([first, ...others]: readonly FinishedShard[]): void {
  if (first === undefined) return;
  const common = ({ fingerprint }: FinishedShard): Fingerprint => {
    const { [SHARD_OPTION]: _, ...options } = fingerprint.options;
    // Each shard has rows of its own. The loop below finds out whether they are parts of one input.
    return { ...fingerprint, input: '', options };
  };
  let before = first;
  for (const shard of others) {
    const { index } = shard.record;
    const different = changes(common(first), common(shard));
    if (different.length > 0) {
      throw new BatchStopped(
        `shard ${index} differs from shard ${first.record.index}: ${different.join('; ')}`,
      );
    }
    const isNext =
      shard.record.file === first.record.file &&
      shard.record.start === before.record.end &&
      shard.record.firstRow === before.record.firstRow + before.end.rows;
    if (!isNext) {
      throw new BatchStopped(`shard ${index} is of another input than shard ${before.record.index}`);
    }
    before = shard;
  }
}

type OutputKind = 'zpl' | 'file' | 'folder' | 'printer';

function kindOf({ fingerprint: { options } }: FinishedShard): OutputKind {
  if ((options['--printer'] ?? null) !== null) return 'printer';
  if ((options['--split'] ?? null) !== null || (options['--name-template'] ?? null) !== null) return 'folder';
  return options['--format'] === 'zpl' ? 'zpl' : 'file';
}

/** Throws `BatchStopped` if the output of a finished shard is gone, or was changed. */
async function checkOutput(
  { out, record, end }: FinishedShard,
  kind: OutputKind,
  files: ShardFiles,
): Promise<void> {
  if (kind === 'printer' || end.labels === 0) return;
  const bytes = kind === 'folder' ? null : await files.sizeOf(out);
  if (kind === 'folder' ? !(await files.hasFolder(out)) : bytes === null) {
    throw new BatchStopped(`shard ${record.index} is finished, but its output ${out} is missing`);
  }
  if (bytes === null || bytes === end.bytes) return;
  throw new BatchStopped(
    `${out} was changed since shard ${record.index} was finished: it has ${bytes} bytes and had ${end.bytes}`,
  );
}

async function joinOutputs(
  file: NamedFile,
  shards: readonly FinishedShard[],
  files: ShardFiles,
  signal: AbortSignal,
): Promise<void> {
  for (const { out, end, record } of shards) {
    if (end.bytes === 0) continue;
    if (file.length > 0) await file.append(Buffer.from(record.stateReset, 'base64'));
    await files.append(file, out, 0, signal);
  }
}

/** The tables of failed rows under one header. */
async function joinFailed(
  file: NamedFile,
  shards: readonly FinishedShard[],
  files: ShardFiles,
  signal: AbortSignal,
): Promise<void> {
  for (const { out, record, end, failedBytes } of shards) {
    if (end.failed === 0) continue;
    const table = failedRowsOf({ out });
    const bytes = await files.sizeOf(table);
    if (bytes !== failedBytes) {
      throw new BatchStopped(
        bytes === null
          ? `the failed rows of shard ${record.index} are missing: there is no ${table}`
          : `${table} was changed since shard ${record.index} was finished`,
      );
    }
    await files.append(file, table, file.length === 0 ? 0 : await headerBytes(table, files), signal);
  }
}

/** Bytes of a table's first record. The names of its columns may contain line ends. */
async function headerBytes(path: string, files: ShardFiles): Promise<number> {
  // A header has no more bytes than a row may have.
  const first = readFirstRecord(await files.beginningOf(path, TABLE_LIMITS.rowBytes + 1), ',');
  if (first === null || 'wrong' in first) throw new BatchStopped(`${path} is no table of failed rows`);
  return first.end;
}
