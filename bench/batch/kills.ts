import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open.ts';
import {
  anyMoment,
  difference,
  filesOf,
  LABEL_ZPL,
  rowsWithFailures,
  startBatch,
  surviving,
} from '../../test/faults/batch/killed-runs.ts';
import { atMost, binding, type Options, type Row, type Suite } from '../harness/suite.ts';
import { serve } from '../http/service/served.ts';

/** The most kills of a batch, if it lasts. */
const KILLS = 4;
/** Kills of each format, here and through a service. */
const KILLS_EACH = 20;

/** Rows that keep one run at work for a second or two, and options. */
const FORMATS: readonly (readonly [name: string, rows: number, args: readonly string[]])[] = [
  ['ZPL', 30_000, []],
  ['ZPL in parts', 30_000, ['--split', '700']],
  ['PDF', 1500, ['--format', 'pdf']],
  ['PDF in parts', 1500, ['--format', 'pdf', '--split', '70']],
  ['PNG', 1500, ['--format', 'png', '--name-template', '{name}']],
];
/** A service makes fewer in that time. */
const THROUGH_SERVICE = 0.3;

/** `platen batch` killed (SIGKILL) at random moments, and resumed. */
export const batchKills: Suite = {
  name: 'batch-kills',
  what: 'batches killed at random moments, resumed, and compared with one that was not',
  method:
    `Each batch is killed up to ${KILLS} times, at a random time or at a change of its files, goes on with --resume, and is ` +
    'compared byte for byte, failed rows included, with one that was left alone.',
  async run(options) {
    const folder = mkdtempSync(join(tmpdir(), 'platen-batch-kills-'));
    writeFileSync(join(folder, 'label.zpl'), LABEL_ZPL);
    const here = ['--local', '--label', 'label.zpl', '--width-mm', '50', '--height-mm', '25', '--dpi', '203'];
    const service = await startService(folder);
    try {
      const rows: Row[] = [];
      for (const [name, count, args] of FORMATS) {
        rows.push(await killed(`${name}, here`, folder, count, [...here, ...args], options));
        const fewer = Math.round(count * THROUGH_SERVICE);
        rows.push(
          await killed(`${name}, through a service`, folder, fewer, [...service.args, ...args], options),
        );
      }
      return rows;
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

async function killed(
  name: string,
  folder: string,
  rows: number,
  args: readonly string[],
  { quick }: Options,
): Promise<Row> {
  writeFileSync(join(folder, 'rows.csv'), rowsWithFailures(rows));
  const batch = ['rows.csv', '--json', ...args];
  const began = performance.now();
  const whole = await startBatch(folder, [...batch, '-o', 'whole']).ended;
  const ms = performance.now() - began;
  if (whole.status !== 3) throw new Error(`${name}: ended with ${whole.status}: ${whole.stderr}`);
  const expected = await filesOf(folder, 'whole');
  let kills = 0;
  const different: string[] = [];
  while (kills < (quick ? KILLS : KILLS_EACH)) {
    const moments = Array.from({ length: KILLS }, () => anyMoment(ms));
    const survived = await surviving(folder, [...batch, '-o', 'out'], moments);
    const found =
      survived.status === 3 ? difference(expected, await filesOf(folder, 'out')) : survived.stderr;
    if (found !== null) different.push(`${JSON.stringify(moments)}: ${found}`);
    kills += survived.kills;
    remove(folder, 'out');
  }
  remove(folder, 'whole');
  for (const each of different) console.error(`${name}: ${each}`);
  return {
    name,
    value: different.length,
    unit: 'outputs that differ',
    marks: [binding(atMost(0))],
    claim: 'A batch that was killed and resumed makes the same bytes as one that ran through',
    detail: { kills, rows, 'ms a run': Math.round(ms) },
  };
}

function remove(folder: string, out: string): void {
  for (const ending of ['', '.part', '.input', '.failed.csv', '.failed.csv.part', '.journal']) {
    rmSync(join(folder, out + ending), { recursive: true, force: true });
  }
}

/** A service with the label, and the options of a batch through it. */
async function startService(folder: string) {
  const dataDir = join(folder, 'data');
  const store = await openStore({ databaseUrl: null, dataDir, onError: console.error });
  const { id: account } = await store.createAccount('Batch', 'pro');
  const { value: key } = await store.createKey(account, 'full');
  const label = {
    name: 'Killed',
    size: { widthMm: 50, heightMm: 25, dpi: 203 },
    outputFormat: 'vector',
    zpl: LABEL_ZPL,
    dynamicTokens: ['name', 'code'],
    fieldTransforms: [],
    teamId: null,
  } as const;
  const [saved] = await store.importLabels(account, [label]);
  await store.close();
  writeFileSync(join(folder, 'key'), key);
  const { port, basePath, stop } = await serve(dataDir);
  const url = `http://127.0.0.1:${port}${basePath}`;
  return { args: ['--label', saved?.id ?? '', '--url', url, '--key-file', 'key'], stop };
}
