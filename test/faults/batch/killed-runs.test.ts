import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FULL_RUNS } from '../../support/runs.ts';
import { useDatabase, useService } from '../../support/service.ts';
import {
  anyMoment,
  difference,
  filesOf,
  LABEL_ZPL,
  rowsWithFailures,
  startBatch,
  surviving,
} from './killed-runs.ts';

const LOCAL = ['--local', '--label', 'label.zpl', '--width-mm', '50', '--height-mm', '25', '--dpi', '203'];

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-killed-'));
  writeFileSync(join(folder, 'label.zpl'), LABEL_ZPL);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A second kill meets a run that resumes; each night it comes to all kinds of runs. */
async function expectSurvival(kills: number, rows: number, args: readonly string[]): Promise<void> {
  writeFileSync(join(folder, 'rows.csv'), rowsWithFailures(rows));
  const batch = ['rows.csv', '--json', ...args];
  const began = performance.now();
  const whole = await startBatch(folder, [...batch, '-o', 'whole']).ended;
  expect(whole).toMatchObject({ status: 3, stderr: '' });
  const ms = performance.now() - began;
  const moments = Array.from({ length: FULL_RUNS ? 2 : kills }, () => anyMoment(ms));
  const survived = await surviving(folder, [...batch, '-o', 'out'], moments);
  const about = `killed at ${JSON.stringify(moments)}: ${survived.stderr}`;
  expect(survived.status, about).toBe(3);
  expect(JSON.parse(survived.stdout), about).toMatchObject({ rows, failed: JSON.parse(whole.stdout).failed });
  expect(difference(await filesOf(folder, 'whole'), await filesOf(folder, 'out')), about).toBeNull();
}

test.each<{ rows: number; args: readonly string[]; kills: number }>([
  { rows: 10_000, args: [], kills: 2 },
  { rows: 10_000, args: ['--split', '700'], kills: 1 },
  { rows: 200, args: ['--format', 'pdf'], kills: 1 },
  { rows: 200, args: ['--format', 'png', '--name-template', '{name}'], kills: 1 },
])('$rows rows here, $args, come to the same bytes after kill -9', async ({ rows, args, kills }) => {
  await expectSurvival(kills, rows, [...LOCAL, ...args]);
});

describe('through a service', () => {
  const service = useService({}, useDatabase());
  let place: string[] = [];
  let key = '';
  beforeAll(async () => {
    const account = await service.account();
    const { id } = await account.label({ zpl: LABEL_ZPL, dynamicTokens: ['name', 'code'] });
    key = account.key;
    place = [
      '--label',
      id,
      '--url',
      `http://127.0.0.1:${service.service.port}/label-api`,
      '--key-file',
      'key',
    ];
  });
  beforeEach(() => writeFileSync(join(folder, 'key'), key));

  test.each<{ rows: number; args: readonly string[]; kills: number }>([
    { rows: 2000, args: [], kills: 2 },
    { rows: 150, args: ['--format', 'pdf'], kills: 1 },
  ])('$rows rows, $args, come to the same bytes after kill -9', async ({ rows, args, kills }) => {
    await expectSurvival(kills, rows, [...place, ...args]);
  });
});
