import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MakerThreadData } from '../../src/batch/local/chunk-messages.ts';
import type { BatchFormat } from '../../src/batch/stages.ts';
import { median } from '../harness/statistics.ts';
import { atLeast, atMost, type Mark, type Options, type Row, type Suite } from '../harness/suite.ts';
import { CARRIER_VARIABLES, carrierLabel } from '../labels/carrier.ts';
import { type RowsFormat, writeCarrierRows } from './carrier-rows.ts';
import { runLocalBatch, type Usage } from './command.ts';
import { runEngine, threadStart } from './engine-alone.ts';

export const batch: Suite = {
  name: 'batch',
  what: 'platen batch with the engine, next to the engine alone',
  method:
    'The whole command as built: it reads rows from a file, makes labels in a thread for each core, and writes, syncs and keeps its journal. Next to it as many threads that make the same labels of rows in memory and throw them away, as a request makes them: of values that are strings. `of plain rows` is the ratio to the same threads when they make them as the batch makes most rows, of the bytes of values. In turns. Neither counts its start: what the same command uses for one row is taken off, and what the other threads use to start. Ratios are of processor time, which other programs on the machine disturb least. Beside them stand the ratios with the start of the command in it.',
  run,
};

const ROUNDS = 3;
const THREADS = availableParallelism();
/** With fewer rows one thread may be all that starts. */
const ALL_THREADS_ROWS = 2000;
/** Rows of the small run whose memory that of many rows is compared with: enough for all threads. */
const FEW = 10_000;

/** A way to write labels; `names` are the command's options for it. */
interface Case {
  readonly name: string;
  readonly format: BatchFormat;
  readonly rows: number;
  readonly options: readonly string[];
  readonly input?: RowsFormat;
  readonly marks?: readonly Mark[];
}

async function run({ quick }: Options): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-batch-bench-'));
  const many = quick ? 100_000 : 1_000_000;
  const images = quick ? 2000 : 20_000;
  const png = ['--format', 'png', '--split', '1'];
  const cases: Case[] = [
    { name: `${many} rows, ZPL`, format: 'zpl', rows: many, options: [], marks: [atLeast(0.8, 'ratio')] },
    { name: `${FEW} rows, ZPL`, format: 'zpl', rows: FEW, options: [] },
    {
      name: `${images} rows, PNG`,
      format: 'png',
      rows: images,
      options: png,
      marks: [atLeast(0.9, 'ratio')],
    },
    { name: `${images} rows, PDF`, format: 'pdf', rows: images, options: ['--format', 'pdf'] },
    {
      name: `${many / 10} rows, ZPL, quoted cells`,
      format: 'zpl',
      rows: many / 10,
      options: [],
      input: 'csv, quoted',
    },
    {
      name: `${many / 10} rows, ZPL, JSON Lines`,
      format: 'zpl',
      rows: many / 10,
      options: [],
      input: 'jsonl',
    },
    {
      name: `${many / 100} rows, ZPL, a file a row`,
      format: 'zpl',
      rows: many / 100,
      options: ['--split', '1'],
    },
  ];
  try {
    const rows: Row[] = [];
    const peaks = new Map<string, number>();
    for (const each of cases) {
      const measured = await measure(folder, each, quick ? 1 : ROUNDS);
      rows.push(measured.row);
      peaks.set(each.name, measured.peakKb);
    }
    const [large = 0, small = 0] = peaks.values();
    return [
      ...rows,
      {
        name: 'peak memory, many rows by few',
        value: large / 1024,
        unit: 'MB',
        ratio: large / small,
        of: 'few rows',
        marks: [atMost(1.1, 'ratio')],
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  folder: string,
  { name, format, rows, options, input = 'csv', marks = [] }: Case,
  rounds: number,
): Promise<{ row: Row; peakKb: number }> {
  const ending = input === 'jsonl' ? 'jsonl' : 'csv';
  const path = join(folder, `rows.${ending}`);
  const oneRow = join(folder, `one.${ending}`);
  await writeCarrierRows(path, rows, input);
  await writeCarrierRows(oneRow, 1, input);
  const data: MakerThreadData = {
    label: label(),
    layout: LAYOUT,
    format,
    validates: false,
    now: Date.now(),
    slots: [],
  };
  const commands: Usage[] = [];
  const starts: Usage[] = [];
  const threadStarts: number[] = [];
  const engines: Pick<Usage, 'processorUs' | 'wallMs'>[] = [];
  const plains: typeof engines = [];
  const isPlain = format === 'zpl' && input !== 'jsonl';
  for (let round = 0; round < rounds; round++) {
    engines.push(await runEngine(data, rows, THREADS, 'strings'));
    if (isPlain) plains.push(await runEngine(data, rows, THREADS, 'bytes'));
    starts.push(runOnce(folder, oneRow, options));
    threadStarts.push(await threadStart(data));
    commands.push(runOnce(folder, path, options));
  }
  rmSync(path);
  rmSync(oneRow);
  const middle = <U>(usages: readonly U[], of: (usage: U) => number): number => median(usages.map(of));
  const wallMs = middle(commands, (usage) => usage.wallMs);
  const processorUs = middle(commands, (usage) => usage.processorUs);
  const others = rows < ALL_THREADS_ROWS ? 0 : THREADS - 1;
  const startUs = middle(starts, (usage) => usage.processorUs) + others * median(threadStarts);
  const engineUs = middle(engines, (usage) => usage.processorUs);
  const plainUs = isPlain ? middle(plains, (usage) => usage.processorUs) : Number.NaN;
  const row = {
    name,
    value: (rows / wallMs) * 1000,
    unit: 'labels/s',
    ratio: engineUs / (processorUs - startUs),
    of: 'engine alone, start not counted',
    marks,
    detail: {
      ...(isPlain && {
        'of plain rows': plainUs / (processorUs - startUs),
        'plain rows, µs a row': plainUs / rows,
      }),
      'engine, µs a row': engineUs / rows,
      'with start': engineUs / processorUs,
      'wall ratio with start': middle(engines, (usage) => usage.wallMs) / wallMs,
      'start, ms': startUs / 1000,
      'µs a row': (processorUs - startUs) / rows,
      'peak MB': middle(commands, (usage) => usage.peakKb) / 1024,
    },
    samples: commands.map((usage) => (rows / usage.wallMs) * 1000),
  };
  return { row, peakKb: middle(commands, (usage) => usage.peakKb) };
}

/**
 * Runs the command, and removes a file that it wrote. A folder is left until the end: a file system without a journal
 * looks at every file that was removed in the last minutes before it makes a new one, which then takes ten times as
 * long.
 */
function runOnce(folder: string, path: string, options: readonly string[]): Usage {
  const out = join(mkdtempSync(join(folder, 'run-')), 'out');
  const usage = runLocalBatch(folder, path, out, options);
  if (statSync(out).isFile()) rmSync(out);
  return usage;
}

function label(): MakerThreadData['label'] {
  const { name, size, zpl } = carrierLabel();
  const tokens = CARRIER_VARIABLES;
  return {
    id: null,
    revision: null,
    name,
    size,
    zpl: zpl ?? '',
    fieldTransforms: [],
    tokens,
    stateReset: new Uint8Array(0),
  };
}

const LAYOUT: MakerThreadData['layout'] = {
  kind: 'cells',
  delimiter: ',',
  columns: CARRIER_VARIABLES,
  variables: {},
  set: {},
  reportColumns: 0,
  copies: 1,
  copiesColumn: null,
  nameTemplate: null,
};
