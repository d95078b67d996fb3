import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../../batch/run/batch-folder.ts';
import { PROGRAM } from '../../faults/batch/killed-runs.ts';
import { runs } from '../../support/runs.ts';
import { Job, type Pod, runJob } from './job-controller.ts';

/** The Jobs of the chart, as deploy/lint.sh renders them. */
const { CHART_JOBS: PATH = '' } = process.env;

const LABEL = {
  name: 'Box',
  width: 50,
  height: 25,
  dpi: 203,
  zpl: '^XA^FO20,20^A0N,30^FD{name} of {city} {datetime}^FS^FO20,80^BCN,40^FD{code}^FS^XZ',
};

describe.skipIf(PATH === '')('the Jobs of a batch', () => {
  const named = (name: string): Job => {
    const lines = readFileSync(PATH, 'utf8').trim().split('\n');
    const jobs = lines.map((line) => JSON.parse(line) as { readonly metadata: { readonly name: string } });
    return Job.parse(jobs.find(({ metadata }) => metadata.name === name));
  };
  let folder = '';
  const env = () => ({ PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` });
  const place = (text: string) => text.replace(/^\/(data|files|fonts)\b/, `${folder}/$1`);
  const path = (name: string) => join(folder, 'data', name);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-jobs-'));
    for (const name of ['bin', 'data', 'files', 'fonts']) mkdirSync(join(folder, name));
    symlinkSync(PROGRAM, join(folder, 'bin', 'platen'));
    writeFileSync(join(folder, 'files', 'label.json'), JSON.stringify(LABEL));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** One run over all rows, by which the shards are judged. */
  function oneRun(): void {
    const options = ['--label', join(folder, 'files/label.json'), '--local', '--set', 'city=Leeds'];
    const all = { ...process.env, SOURCE_DATE_EPOCH: '1000000000' };
    try {
      execFileSync(
        process.execPath,
        [PROGRAM, 'batch', path('rows.csv'), ...options, '-o', path('one.zpl')],
        { env: all, stdio: 'ignore' },
      );
    } catch (error) {
      expect(error).toMatchObject({ status: 3 });
    }
  }

  test('make what one run makes, though their pods are killed and their nodes are lost', async () => {
    writeFileSync(path('rows.csv'), rowsOf(60_000, [5, 31_000]));
    oneRun();
    const killed = new Map<number, number>();
    const kill = (pod: Pod): void => {
      const times = killed.get(pod.index) ?? 0;
      killed.set(pod.index, times + 1);
      // The first index fails as often as it may, and its node is lost as often again; the others once, or all with
      // FULL_RUNS=1, as each night.
      if (times >= (pod.index === 0 ? 6 : runs(6))) return;
      setTimeout(() => (times % 2 === 0 ? pod.evict() : pod.kill()), 100 + Math.random() * 900);
    };
    const merge = runJob(named('release-friday-merge'), place, env());
    expect(await runJob(named('release-friday'), place, env(), kill)).toMatchObject({ failed: null });
    expect(await merge).toEqual({ failed: null, pods: 1 });
    for (const name of ['labels.zpl', 'labels.zpl.failed.csv'])
      expect(readFileSync(path(name)).equals(readFileSync(path(name.replace('labels', 'one'))))).toBe(true);
  });

  test('end at once for options that no pod can meet', async () => {
    writeFileSync(path('rows.csv'), 'colour\nred\n'.repeat(20));
    writeFileSync(
      join(folder, 'files', 'label.json'),
      JSON.stringify({ ...LABEL, zpl: '^XA^FD{other}^FS^XZ' }),
    );
    const { failed, pods } = await runJob(named('release-friday'), place, env());
    expect(failed).toBe('job');
    expect(pods).toBeLessThanOrEqual(2);
  });

  test('try a task again no more often than they may, and let the others come to their end', async () => {
    writeFileSync(path('rows.csv'), `${rowsOf(500)}"not closed,x,y\n`);
    const pods: number[] = [];
    const outcome = await runJob(named('release-friday'), place, env(), ({ index }) => pods.push(index));
    expect(outcome.failed).toBe('index');
    const times = (wanted: number) => pods.filter((index) => index === wanted).length;
    expect([0, 1, 2, 3, 4].map(times)).toEqual([1, 1, 1, 1, 4]);
    expect(existsSync(path('labels.3-of-5.zpl'))).toBe(true);
  });
});
