import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { findPart } from '../../src/batch/input/record-file.ts';
import { shardPath } from '../../src/batch/shard.ts';
import { PROGRAM } from '../../test/faults/batch/killed-runs.ts';
import { atLeast, atMost, binding, type Options, type Row, type Suite } from '../harness/suite.ts';
import { USAGE, type Usage } from './command.ts';

const SHARDS = 16;
/** Shards that run at the same time. */
const AT_ONCE = 2;
/** Kills of each shard, if it lasts. */
const KILLS = 2;

const LABEL = '^XA^FO9,9^A0N,30^FD{code} {name}^FS^XZ';

/** One input in 16 shards, beside one run over all of it. */
export const batchShards: Suite = {
  name: 'batch-shards',
  what: `an input in ${SHARDS} shards, ${AT_ONCE} at a time, and one run over all of it`,
  method:
    'Rows of two columns, some quoted with line ends, on a small label, of which starts and places of shards are the largest share. ' +
    'The run has a thread for each core, a shard a single one (`--concurrency 1`), as where each has a core. ' +
    '`processor time` is that of all shards and of the merge together; the starts are those of as many shards of one row. Then each shard is killed (SIGKILL) up to ' +
    `${KILLS} times at a random moment and continued by --resume. Both merged outputs are compared with that of the run ` +
    'by SHA-256.',
  run,
};

async function run({ quick }: Options): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-shards-bench-'));
  const count = quick ? 2_000_000 : 100_000_000;
  try {
    writeFileSync(join(folder, 'label.zpl'), LABEL);
    await writeRows(join(folder, 'rows.csv'), count);
    await writeRows(join(folder, 'row.csv'), 1);
    const start = await used(folder, ['row.csv', ...OPTIONS, ...ONE_CORE, '-o', 'row.zpl']);
    const one = await used(folder, ['rows.csv', ...OPTIONS, '-o', 'one.zpl']);
    const expected = await digestOf(join(folder, 'one.zpl'));
    rmSync(join(folder, 'one.zpl'));

    const shards = await inTurns((index) => used(folder, [...shardOf(index), '-o', 'all.zpl']));
    const merge = await used(folder, ['merge', 'all.zpl', '--shards', String(SHARDS)]);
    const same = (await digestOf(join(folder, 'all.zpl'))) === expected;
    for (let index = 0; index < SHARDS; index++) removeShard(join(folder, 'all.zpl'), index);
    rmSync(join(folder, 'all.zpl'));

    const wallMs = Math.max(...shards.map((shard) => shard.wallMs));
    const kills = await inTurns((index) => killed(folder, [...shardOf(index), '-o', 'kills.zpl'], wallMs));
    await used(folder, ['merge', 'kills.zpl', '--shards', String(SHARDS)]);
    const sameAfterKills = (await digestOf(join(folder, 'kills.zpl'))) === expected;

    const sum = [...shards, merge].reduce((total, { processorUs }) => total + processorUs, 0);
    const peakKb = Math.max(...shards.map((shard) => shard.peakKb));
    return [
      {
        name: `${count} rows, processor time`,
        value: sum / 1e6,
        unit: 's',
        ratio: sum / one.processorUs,
        of: 'one run',
        marks: [atMost(1.05, 'ratio')],
        detail: {
          's of the starts': (SHARDS * start.processorUs) / 1e6,
          's of the merge': merge.processorUs / 1e6,
          's of one run': one.processorUs / 1e6,
        },
      },
      {
        name: 'peak memory of a shard',
        value: peakKb / 1024,
        unit: 'MB',
        ratio: peakKb / one.peakKb,
        of: 'one run',
        marks: [atMost(1.1, 'ratio')],
      },
      await findingRow(join(folder, 'rows.csv')),
      differences('merged outputs that differ', same ? 0 : 1),
      {
        ...differences('merged outputs that differ after kills', sameAfterKills ? 0 : 1),
        detail: { kills: kills.reduce((total, each) => total + each, 0) },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const SIZE = ['--width-mm', '50', '--height-mm', '25', '--dpi', '203'];
const OPTIONS = ['--local', '--label', 'label.zpl', ...SIZE, '--json'];
const ONE_CORE = ['--concurrency', '1'];

function shardOf(index: number): readonly string[] {
  return ['rows.csv', ...OPTIONS, ...ONE_CORE, '--shard', `${index}/${SHARDS}`];
}

function differences(name: string, value: number): Row {
  return { name, value, unit: 'outputs', marks: [binding(atMost(0))] };
}

/** The speed at which the last shard finds its place. */
async function findingRow(path: string): Promise<Row> {
  const handle = await open(path);
  const { size } = await handle.stat();
  const file = { handle, bytes: size, end: size, modifiedMs: 0, mayBeQuoted: true };
  const before = process.cpuUsage();
  const { start } = await findPart(
    file,
    0,
    { index: SHARDS - 1, count: SHARDS },
    new AbortController().signal,
  );
  const { user, system } = process.cpuUsage(before);
  await handle.close();
  return {
    name: 'finding the place of the last shard',
    value: start / (user + system) / 1000,
    unit: 'GB/s of processor time',
    marks: [atLeast(1)],
    detail: { 'GB before it': start / 1e9 },
  };
}

async function writeRows(path: string, count: number): Promise<void> {
  const file = createWriteStream(path, { highWaterMark: 1 << 22 });
  file.write('code,name\n');
  for (let number = 1; number <= count; ) {
    const lines: string[] = [];
    for (; lines.length < 10_000 && number <= count; number++) {
      const name = number % 9 === 0 ? `"Ada, ${number % 977}\nByron"` : `Li Wei ${number % 977}`;
      lines.push(`C${number},${name}\n`);
    }
    if (!file.write(lines.join(''))) await once(file, 'drain');
  }
  file.end();
  await finished(file);
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(block as Buffer);
  return hash.digest('hex');
}

function removeShard(out: string, index: number): void {
  const path = shardPath(out, { index, count: SHARDS });
  for (const ending of ['', '.journal']) rmSync(path + ending);
}

/** Does something for every shard, some at a time. */
async function inTurns<T>(work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < SHARDS; index = next++) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}

/** Runs `platen batch` to its end, and returns what it used. */
async function used(folder: string, args: readonly string[]): Promise<Usage> {
  const file = join(folder, `usage-${Math.random()}.json`);
  const child = start(folder, ['--import', USAGE, PROGRAM, 'batch', ...args], { USAGE_FILE: file });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`platen batch ${args.join(' ')} ended with ${status}`);
  const usage = JSON.parse(readFileSync(file, 'utf8')) as Usage;
  rmSync(file);
  return usage;
}

/** Runs it, killed at random moments of about the time that it takes, to its end. Returns the number of kills. */
async function killed(folder: string, args: readonly string[], wallMs: number): Promise<number> {
  for (let kills = 0; ; kills++) {
    const child = start(folder, [PROGRAM, 'batch', ...args, '--resume'], {});
    const ended = once(child, 'exit') as Promise<[number | null]>;
    if (kills < KILLS) {
      await Promise.race([ended, delay(Math.random() * wallMs)]);
      child.kill('SIGKILL');
    }
    const [status] = await ended;
    if (status === 0) return kills;
    if (status !== null) throw new Error(`platen batch ${args.join(' ')} ended with ${status}`);
  }
}

function start(folder: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, ...env } });
}
