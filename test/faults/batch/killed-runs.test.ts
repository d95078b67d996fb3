import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startFakePrinter } from '../../support/fake-printer.ts';
import { useDatabase, useService } from '../../support/service.ts';
import { difference, filesOf, type Moment, startBatch, surviving } from './killed-runs.ts';

const ZPL = '^XA^FO20,20^A0N,30,30^FDHello {name}^FS^FO20,80^BCN,40^FD{code}^FS^XZ';
const LOCAL = ['--local', '--label', 'label.zpl', '--width-mm', '50', '--height-mm', '25', '--dpi', '203'];

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-killed-'));
  writeFileSync(join(folder, 'label.zpl'), ZPL);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** One row of 97 has a value that no barcode can have. */
function writeRows(count: number): void {
  const rows = Array.from(
    { length: count },
    (_, index) => `Ada ${index},${index % 97 === 5 ? 'ö' : index}\n`,
  );
  writeFileSync(join(folder, 'rows.csv'), `name,code\n${rows.join('')}`);
}

/** Two kills: at any time, and at a change of a file. */
function twoMoments(ms: number): Moment[] {
  return [
    { ms: Math.random() * ms },
    { changes: 1 + Math.floor(Math.random() * 10), ms: Math.random() * 10 },
  ];
}

async function expectSurvival(rows: number, args: readonly string[]): Promise<void> {
  writeRows(rows);
  const batch = ['rows.csv', '--json', ...args];
  const began = performance.now();
  const whole = await startBatch(folder, [...batch, '-o', 'whole']).ended;
  expect(whole).toMatchObject({ status: 3, stderr: '' });
  const moments = twoMoments(performance.now() - began);
  const survived = await surviving(folder, [...batch, '-o', 'out'], moments);
  const about = `killed at ${JSON.stringify(moments)}: ${survived.stderr}`;
  expect(survived.status, about).toBe(3);
  expect(JSON.parse(survived.stdout), about).toMatchObject({ rows, failed: JSON.parse(whole.stdout).failed });
  expect(difference(await filesOf(folder, 'whole'), await filesOf(folder, 'out')), about).toBeNull();
}

test.each<[number, readonly string[]]>([
  [10_000, []],
  [10_000, ['--split', '700']],
  [400, ['--format', 'pdf']],
  [400, ['--format', 'png', '--name-template', '{name}']],
])('%i rows here, %j, come to the same bytes after kill -9', async (rows, args) => {
  await expectSurvival(rows, [...LOCAL, ...args]);
});

describe('through a service', () => {
  const service = useService({}, useDatabase());
  let place: string[] = [];
  let key = '';
  beforeAll(async () => {
    const account = await service.account();
    const { id } = await account.label({ zpl: ZPL, dynamicTokens: ['name', 'code'] });
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
    [300, ['--format', 'pdf']],
  ])('%i rows, %j, come to the same bytes after kill -9', async (rows, args) => {
    await expectSurvival(rows, [...place, ...args]);
  });
});

test('a printer gets no label twice, and lacks none but those that are reported', async () => {
  writeRows(300);
  const printer = await startFakePrinter();
  try {
    const batch = ['rows.csv', '--json', ...LOCAL, '--printer', printer.address, '-o', 'out'];
    const survived = await surviving(folder, batch, [{ ms: 700 }, ...twoMoments(1500)]);
    expect(survived.status, survived.stderr).toBe(3);
    const printed = printer.labels.map((label) => Number(/Ada (\d+)/.exec(label)?.[1]));
    expect(new Set(printed).size).toBe(printed.length);
    const failed = [...(await filesOf(folder, 'out')).values()].join('').split('\n').slice(1, -1);
    const reported = failed.map((line) => Number(/Ada (\d+)/.exec(line)?.[1]));
    expect(failed.filter((line) => line.includes('doubtful')).length).toBeLessThanOrEqual(survived.kills);
    expect([...new Set([...printed, ...reported])].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 300 }, (_, index) => index),
    );
  } finally {
    await printer.switchOff();
  }
});
