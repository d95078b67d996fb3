import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

async function expectSurvival(rows: number, args: readonly string[]): Promise<void> {
  writeFileSync(join(folder, 'rows.csv'), rowsWithFailures(rows));
  const batch = ['rows.csv', '--json', ...args];
  const began = performance.now();
  const whole = await startBatch(folder, [...batch, '-o', 'whole']).ended;
  expect(whole).toMatchObject({ status: 3, stderr: '' });
  const ms = performance.now() - began;
  const moments = [anyMoment(ms), anyMoment(ms)];
  const survived = await surviving(folder, [...batch, '-o', 'out'], moments);
  const about = `killed at ${JSON.stringify(moments)}: ${survived.stderr}`;
  expect(survived.status, about).toBe(3);
  expect(JSON.parse(survived.stdout), about).toMatchObject({ rows, failed: JSON.parse(whole.stdout).failed });
  expect(difference(await filesOf(folder, 'whole'), await filesOf(folder, 'out')), about).toBeNull();
}

test.each<[number, readonly string[]]>([
  [10_000, []],
  [10_000, ['--split', '700']],
  [200, ['--format', 'pdf']],
  [200, ['--format', 'png', '--name-template', '{name}']],
])('%i rows here, %j, come to the same bytes after kill -9', async (rows, args) => {
  await expectSurvival(rows, [...LOCAL, ...args]);
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

  test.each<[number, readonly string[]]>([
    [2000, []],
    [150, ['--format', 'pdf']],
  ])('%i rows, %j, come to the same bytes after kill -9', async (rows, args) => {
    await expectSurvival(rows, [...place, ...args]);
  });
});
