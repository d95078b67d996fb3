import { createReadStream } from 'node:fs';
import { readFirstRecord } from '../../delimited/delimited-records.ts';
import { TABLE_LIMITS } from '../../limits.ts';
import { BatchStopped } from '../batch-failure.ts';
import { changes, type Fingerprint } from '../journal/fingerprint.ts';
import { Journal } from '../journal/journal.ts';
import type { JournalState } from '../journal/read-journal.ts';
import type { Done, End, ShardRecord } from '../journal/record.ts';
import { RunLock } from '../journal/run-lock.ts';
import { AppendedFile } from '../output/appended-file.ts';
import { giveName, removeIfThere, statOf } from '../output/durable-files.ts';
import { shardPath } from '../shard.ts';
import { journalOf } from './batch-options.ts';
import type { Summary } from './ledger.ts';
import { SHARD_OPTION } from './preparation.ts';

/** The sums over all shards. */
export interface MergeSummary extends Omit<Summary, 'run_seconds' | 'resumed'> {
  readonly shards: number;
}

/** A shard whose run came to its end. */
interface FinishedShard {
  /** The path of its output. */
  readonly out: string;
  readonly record: ShardRecord;
  readonly fingerprint: Fingerprint;
  readonly end: End;
  /** Null where the input had no rows for it. */
  readonly done: Done | null;
}

/** Shards that a message names; the others are counted. */
const NAMED = 10;

/**
 * Joins the outputs of all shards of a run to one: a file of ZPL, and the table of failed rows. PDFs and folders are
 * checked, and stay apart. What was there under these names is replaced at the end, or not at all.
 *
 * @param out as each shard was given it with `-o`
 * @throws BatchStopped that names the shards that are missing, not finished, or not of one run.
 */
export async function mergeShards(out: string, count: number, signal: AbortSignal): Promise<MergeSummary> {
  const lock = await RunLock.take(journalOf({ out }));
  try {
    const shards = await finishedShards(out, count);
    refuseOthers(shards);
    const kind = kindOf(shards[0] as FinishedShard);
    for (const shard of shards) await checkOutput(shard, kind);
    const failed = await joinFailed(`${out}.failed.csv`, shards, signal);
    const whole = kind === 'zpl' ? await joinOutputs(out, shards, signal) : null;
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
      bytes: whole?.bytes ?? sum(({ bytes }) => bytes),
      seconds: sum(({ seconds }) => seconds),
    };
  } finally {
    lock.close();
  }
}

/** The journals of all shards. */
async function finishedShards(out: string, count: number): Promise<readonly FinishedShard[]> {
  const shards: FinishedShard[] = [];
  const missing: string[] = [];
  const unfinished: string[] = [];
  for (let index = 0; index < count; index++) {
    const path = shardPath(out, { index, count });
    const state = await Journal.read(journalOf({ out: path }));
    const finished = state === null ? null : finishedShard(path, state);
    if (finished !== null) shards.push(finished);
    else (state === null ? missing : unfinished).push(String(index));
  }
  const wrong = [
    ...(missing.length === 0 ? [] : [`${named(missing)} missing: there is no journal`]),
    ...(unfinished.length === 0
      ? []
      : [`${named(unfinished)} not finished: run the same command with --resume`]),
  ];
  if (wrong.length > 0) throw new BatchStopped(wrong.join('; '));
  return shards;
}

function finishedShard(out: string, { begin, done, end }: JournalState): FinishedShard | null {
  const { shard: record, fingerprint } = begin;
  if (record === undefined) throw new BatchStopped(`${journalOf({ out })} is of a run without --shard`);
  return end === null ? null : { out, record, fingerprint, end, done };
}

function named(numbers: readonly string[]): string {
  const more = numbers.length - NAMED;
  const listed = numbers.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return numbers.length === 1 ? `shard ${listed} is` : `shards ${listed} are`;
}

/** Throws for shards that are not the parts of one input, or were made with other options or another label. */
function refuseOthers([first, ...others]: readonly FinishedShard[]): void {
  if (first === undefined) return;
  const common = ({ fingerprint }: FinishedShard): Fingerprint => {
    const { [SHARD_OPTION]: _, ...options } = fingerprint.options;
    // Each has rows of its own; whether they are parts of one input is compared below.
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

/** Throws where the output of a finished shard is not as the shard left it. */
async function checkOutput({ out, record, end }: FinishedShard, kind: OutputKind): Promise<void> {
  if (kind === 'printer' || end.labels === 0) return;
  const found = await statOf(out);
  if (found === null)
    throw new BatchStopped(`shard ${record.index} is finished, and its output ${out} is gone`);
  if (kind === 'folder' ? found.isDirectory() : found.size === end.bytes) return;
  throw new BatchStopped(
    `${out} was changed since shard ${record.index} was finished: it has ${found.size} bytes and had ${end.bytes}`,
  );
}

/** A file that is joined, and gets its name at the end. */
interface JoinedFile {
  readonly bytes: number;
  /** Gives the file its name; an empty one is not kept, and what has its name is removed. */
  finish(): Promise<void>;
}

function joinOutputs(
  out: string,
  shards: readonly FinishedShard[],
  signal: AbortSignal,
): Promise<JoinedFile> {
  return joined(out, async (file) => {
    for (const { out: path, end, record } of shards) {
      if (end.bytes === 0) continue;
      if (file.length > 0) await file.append(Buffer.from(record.stateReset, 'base64'));
      await appendFile(file, path, 0, signal);
    }
  });
}

/** The tables of failed rows under one header. */
function joinFailed(
  path: string,
  shards: readonly FinishedShard[],
  signal: AbortSignal,
): Promise<JoinedFile> {
  return joined(path, async (file) => {
    for (const { out, record, end, done } of shards) {
      if (end.failed === 0) continue;
      const table = `${out}.failed.csv`;
      const size = (await statOf(table))?.size;
      if (size !== done?.failedBytes) {
        throw new BatchStopped(
          size === undefined
            ? `the failed rows of shard ${record.index} are missing: there is no ${table}`
            : `${table} was changed since shard ${record.index} was finished`,
        );
      }
      await appendFile(file, table, file.length === 0 ? 0 : await headerBytes(table), signal);
    }
  });
}

async function joined(path: string, write: (file: AppendedFile) => Promise<void>): Promise<JoinedFile> {
  const partial = `${path}.part`;
  const file = await AppendedFile.open(partial, 0);
  try {
    await write(file);
    await file.sync();
  } catch (error) {
    await file.close();
    await removeIfThere(partial);
    throw error;
  }
  await file.close();
  return {
    bytes: file.length,
    async finish() {
      if (file.length > 0) await giveName(partial, path);
      else for (const each of [partial, path]) await removeIfThere(each);
    },
  };
}

const BLOCK = 1_048_576;

async function appendFile(
  file: AppendedFile,
  path: string,
  start: number,
  signal: AbortSignal,
): Promise<void> {
  for await (const block of createReadStream(path, {
    start,
    highWaterMark: BLOCK,
  }) as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    await file.append(block);
  }
}

/** The bytes of a table's first record, whose names of columns may have line ends. */
async function headerBytes(path: string): Promise<number> {
  // A header is read as a row is, which has no more bytes.
  const stream = createReadStream(path, { end: TABLE_LIMITS.rowBytes, highWaterMark: BLOCK });
  const blocks: Buffer[] = [];
  for await (const block of stream as AsyncIterable<Buffer>) blocks.push(block);
  const first = readFirstRecord(Buffer.concat(blocks), ',');
  if (first === null || 'wrong' in first) throw new BatchStopped(`${path} is no table of failed rows`);
  return first.end;
}
