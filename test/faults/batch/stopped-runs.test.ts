import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { difference, filesOf, LABEL_ZPL, PROGRAM, rowsWithFailures, startBatch } from './killed-runs.ts';

const LOCAL = ['--local', '--label', 'label.zpl', '--width-mm', '50', '--height-mm', '25', '--dpi', '203'];

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-stopped-'));
  writeFileSync(join(folder, 'label.zpl'), LABEL_ZPL);
  writeFileSync(join(folder, 'rows.csv'), rowsWithFailures(3000));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A run that reads standard input, which does not end, so that it has the journal and does not go on. */
async function waitingRun() {
  const run = startBatch(folder, ['-', '--input-format', 'csv', ...LOCAL, '--json', '-o', 'out']);
  run.child.stdin?.write('name,code\nAda,1\n');
  while (!existsSync(join(folder, 'out.input'))) await delay(20);
  return run;
}

test('a second run is refused while the first lives, and at once no more when it was killed', async () => {
  const first = await waitingRun();
  const args = ['rows.csv', ...LOCAL, '--json', '-o', 'out'];
  const second = await startBatch(folder, args).ended;
  expect(second.status).toBe(1);
  expect(second.stderr).toContain('another run uses out.journal');
  first.child.kill('SIGKILL');
  await first.ended;
  expect(await startBatch(folder, args).ended).toMatchObject({ status: 3, stderr: '' });
});

test('what a run of another machine left of its lock goes once nobody has touched it for five seconds', async () => {
  const left = `out.journal.lock-00000000-${'0'.repeat(16)}`;
  writeFileSync(join(folder, left), '');
  const began = performance.now();
  const run = await startBatch(folder, ['rows.csv', ...LOCAL, '--json', '-o', 'out']).ended;
  expect(run).toMatchObject({ status: 3, stderr: '' });
  expect(performance.now() - began).toBeGreaterThanOrEqual(5000);
  expect(readdirSync(folder).filter((name) => name.includes('.lock-'))).toEqual([]);
});

test('a signal ends a run that waits for its input, with a summary and nothing left behind', async () => {
  const run = await waitingRun();
  run.child.kill('SIGINT');
  const { status, stdout, stderr } = await run.ended;
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'platen batch: stopped by SIGINT\n' });
  expect(JSON.parse(stdout)).toMatchObject({ rows: 0, labels: 0, resumed: false });
  expect((await filesOf(folder, 'out')).size).toBe(0);
});

test.each(['without a writer', 'whose writer is silent'])(
  'a signal ends a run that reads a named pipe %s',
  async (kind) => {
    const pipe = join(folder, 'pipe.csv');
    spawnSync('mkfifo', [pipe]);
    const run = startBatch(folder, ['pipe.csv', ...LOCAL, '--json', '-o', 'out']);
    // Opened for both, so that it does not wait for the reader.
    const writer = kind === 'without a writer' ? null : openSync(pipe, 'r+');
    while (!existsSync(join(folder, 'out.input'))) await delay(20);
    run.child.kill('SIGTERM');
    const { status, stderr } = await run.ended;
    if (writer !== null) closeSync(writer);
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'platen batch: stopped by SIGTERM\n' });
    expect((await filesOf(folder, 'out')).size).toBe(0);
  },
);

test('a disk without room stops a run with a true journal, from which it goes on to the same bytes', async () => {
  const args = ['rows.csv', ...LOCAL, '--json'];
  const whole = await startBatch(folder, [...args, '-o', 'whole']).ended;
  const limited = [
    '-c',
    'ulimit -f 100; exec "$@"',
    'bash',
    process.execPath,
    PROGRAM,
    'batch',
    ...args,
    '-o',
    'out',
  ];
  const { status, stdout, stderr } = spawnSync('bash', limited, { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^platen batch: cannot write out\.part: .*--resume continues at row \d+\n$/);
  expect(JSON.parse(stdout)).toMatchObject({ bytes: 0, resumed: false });
  expect(existsSync(join(folder, 'out'))).toBe(false);
  const last = await startBatch(folder, [...args, '-o', 'out', '--resume']).ended;
  expect(last.status).toBe(3);
  expect(JSON.parse(last.stdout)).toMatchObject({ labels: JSON.parse(whole.stdout).labels, resumed: true });
  expect(difference(await filesOf(folder, 'whole'), await filesOf(folder, 'out'))).toBeNull();
});
