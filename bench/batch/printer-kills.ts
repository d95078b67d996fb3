import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { type FakePrinter, startFakePrinter } from '../../test/support/fake-printer.ts';
import { random } from '../harness/random.ts';
import { atMost, binding, type Suite } from '../harness/suite.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));
const LABEL = '^XA^FO20,20^A0N,40^FDserial {serial}.^FS^XZ';
const ROWS = 60;
const BATCHES = 30;
const BLOWS = 4;
/** Speeds of the printer, in bytes a second. */
const SPEEDS = [Number.POSITIVE_INFINITY, 20_000, 4000];

/** The result of a batch that was killed, and whose printer broke off, again and again. */
export interface PrintedBatch {
  readonly kills: number;
  readonly breaks: number;
  /** Rows that were reported as doubtful. */
  readonly doubtful: number;
  /** Serials of which labels are missing, and of which nothing was reported. */
  readonly lost: readonly number[];
  /** Serials of which more labels came out than they have copies. */
  readonly twice: readonly number[];
}

/**
 * Prints rows while the program is killed (SIGKILL) or the printer breaks off at moments that the seed chooses, goes on
 * with `--resume` until all is done, and counts the labels.
 *
 * @param blows that it gets, unless it is done before.
 */
export async function printThroughBlows(seed: number, blows: number): Promise<PrintedBatch> {
  const below = random(seed);
  const folder = mkdtempSync(join(tmpdir(), 'platen-printer-kills-'));
  const printer = await startFakePrinter();
  printer.bytesPerSecond = SPEEDS[below(SPEEDS.length)] as number;
  const copies = Array.from({ length: ROWS }, () => 1 + below(2));
  const rows = copies.map((count, index) => `${index + 1},${count}\n`);
  writeFileSync(join(folder, 'label.zpl'), LABEL);
  writeFileSync(join(folder, 'rows.csv'), `serial,copies\n${rows.join('')}`);
  let kills = 0;
  let breaks = 0;
  let run = start(folder, printer);
  try {
    for (let blow = 0; blow < blows; blow++) {
      await moment(run, printer, below);
      if (run.exitCode !== null) break;
      if (below(2) === 0) {
        breaks++;
        await breakOff(printer, below);
        continue;
      }
      kills++;
      await killed(run);
      run = start(folder, printer, '--resume');
    }
    if (run.exitCode === null) await once(run, 'exit');
    if (run.exitCode !== 0 && run.exitCode !== 3) {
      throw new Error(
        `platen batch ended with ${run.exitCode} (seed ${seed}): ${readFileSync(join(folder, 'log'), 'utf8')}`,
      );
    }
    return {
      kills,
      breaks,
      ...found(printer.labels, copies, join(folder, 'labels.failed.csv')),
    };
  } finally {
    await killed(run);
    await printer.switchOff();
    rmSync(folder, { recursive: true });
  }
}

function start(folder: string, printer: FakePrinter, ...more: string[]): ChildProcess {
  const label = ['--local', '--label', 'label.zpl', '--width-mm', '50', '--height-mm', '30', '--dpi', '203'];
  const printing = ['--printer', printer.address, '-o', 'labels', '--copies-column', 'copies'];
  const options = ['batch', 'rows.csv', ...label, ...printing, ...more];
  const log = openSync(join(folder, 'log'), 'a');
  const run = spawn(process.execPath, [PROGRAM, ...options], { cwd: folder, stdio: ['ignore', log, log] });
  closeSync(log);
  return run;
}

async function killed(run: ChildProcess): Promise<void> {
  if (run.exitCode !== null || run.signalCode !== null) return;
  run.kill('SIGKILL');
  await once(run, 'exit');
}

/** Some labels later, between two or within one; or at any time, also before the first. */
async function moment(
  run: ChildProcess,
  printer: FakePrinter,
  below: (bound: number) => number,
): Promise<void> {
  if (below(4) === 0) {
    await delay(below(1500));
    return;
  }
  const labels = printer.labels.length + below(ROWS / 2);
  while (run.exitCode === null && printer.labels.length < labels) await delay(1);
  await delay(below(8));
}

/** In the middle of what it reads next, at once, or by being away for a while. */
async function breakOff(printer: FakePrinter, below: (bound: number) => number): Promise<void> {
  const way = below(3);
  if (way === 0) printer.breakAfterBytes = 1 + below(150);
  else if (way === 1) printer.breakConnections();
  else {
    await printer.switchOff();
    await delay(below(200));
    await printer.switchOn();
  }
}

function found(
  labels: readonly string[],
  copies: readonly number[],
  failedFile: string,
): Pick<PrintedBatch, 'doubtful' | 'lost' | 'twice'> {
  const failed: Record<string, string>[] = existsSync(failedFile)
    ? parse(readFileSync(failedFile), { columns: true })
    : [];
  const doubtful = new Set(
    failed.filter(({ status }) => status === 'doubtful').map(({ serial }) => Number(serial)),
  );
  const printed = copies.map(() => 0);
  for (const label of labels) {
    const serials = label.match(/(?<=serial )\d+(?=\.)/g) ?? [];
    // A label with no serial, or with two of them, is none of ours.
    const serial = serials.length === 1 ? Number(serials[0]) : 0;
    printed[serial - 1] = (printed[serial - 1] ?? 0) + 1;
  }
  const serials = copies.map((_, index) => index + 1);
  const differenceOf = (serial: number): number =>
    (printed[serial - 1] as number) - (copies[serial - 1] as number);
  return {
    doubtful: doubtful.size,
    lost: serials.filter((serial) => differenceOf(serial) < 0 && !doubtful.has(serial)),
    twice: serials.filter((serial) => differenceOf(serial) > 0),
  };
}

export const printerKills: Suite = {
  name: 'printer-kills',
  what: 'labels that `platen batch --printer` prints while it is killed and the printer breaks off',
  method:
    'Each batch of 60 rows is hit four times, by SIGKILL or a connection that breaks, at once, within what is read next or ' +
    'by a printer that cannot be reached; then it goes on with `--resume` until all is done, and labels are counted at the printer.',
  run: async ({ quick }) => {
    const all: PrintedBatch[] = [];
    for (let seed = 1; seed <= (quick ? 5 : BATCHES); seed++) all.push(await printThroughBlows(seed, BLOWS));
    const sum = (count: (batch: PrintedBatch) => number): number =>
      all.reduce((total, batch) => total + count(batch), 0);
    const none = [binding(atMost(0))];
    const blows = {
      batches: all.length,
      kills: sum(({ kills }) => kills),
      'broken connections': sum(({ breaks }) => breaks),
    };
    return [
      {
        name: 'printed twice',
        value: sum(({ twice }) => twice.length),
        unit: 'rows',
        marks: none,
        detail: blows,
      },
      { name: 'lost unreported', value: sum(({ lost }) => lost.length), unit: 'rows', marks: none },
      { name: 'reported as doubtful', value: sum(({ doubtful }) => doubtful), unit: 'rows' },
    ];
  },
};
