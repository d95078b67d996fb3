import { appendFile, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useMakerHere } from '../local/making.ts';
import { LOCAL, rowsOf, useBatchFolder } from './batch-folder.ts';

useMakerHere();

const folder = useBatchFolder();

/** Runs every shard, and returns their exit statuses. */
async function runShards(count: number, args: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) {
    const { status } = await folder.batch([...LOCAL, ...args, '--shard', `${index}/${count}`]);
    statuses.push(status);
  }
  return statuses;
}

const merge = (out: string, count: number) =>
  folder.run(['batch', 'merge', folder.path(out), '--shards', `${count}`, '--json']);

test('make together what one run makes, byte for byte, with the numbers of the whole', async () => {
  await folder.write('rows.csv', rowsOf(500, [3, 77, 78, 480]));
  await folder.write(
    'label.zpl',
    '^XA^CI28^FO1,1^CFD,20^FD{name} of {city}^FS^FO20,80^BCN,40^FD{code}^FS^XZ',
  );
  expect((await folder.batch([...LOCAL, '-o', 'one.zpl'])).status).toBe(3);
  // The bad rows are in the first and the last.
  expect(await runShards(5, ['-o', 'all.zpl'])).toEqual([3, 0, 0, 0, 3]);
  const shown = (await folder.files()).filter((name) => name.startsWith('all'));
  expect(shown.slice(0, 3)).toEqual([
    'all.0-of-5.zpl',
    'all.0-of-5.zpl.failed.csv',
    'all.0-of-5.zpl.journal',
  ]);
  const { status, stdout } = await merge('all.zpl', 5);
  expect(status).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ shards: 5, rows: 500, labels: 496, failed: 4 });
  expect(await folder.read('all.zpl')).toBe(await folder.read('one.zpl'));
  expect(await folder.read('all.zpl.failed.csv')).toBe(await folder.read('one.zpl.failed.csv'));
  const { bytes } = JSON.parse(stdout) as { bytes: number };
  expect(bytes).toBe((await folder.read('one.zpl')).length);
});

test('are more than there are rows', async () => {
  await folder.write('rows.csv', rowsOf(2));
  await folder.batch([...LOCAL, '-o', 'one.zpl']);
  expect(await runShards(4, ['-o', 'all.zpl'])).toEqual(Array(4).fill(0));
  expect((await merge('all.zpl', 4)).status).toBe(0);
  expect(await folder.read('all.zpl')).toBe(await folder.read('one.zpl'));
  expect((await folder.files()).filter((name) => name.startsWith('all.zpl'))).toEqual(['all.zpl']);
});

test('go on with --resume as a whole run does, and not as another shard', async () => {
  await folder.write('rows.csv', rowsOf(300, [150]));
  await folder.batch([...LOCAL, '-o', 'one.zpl']);
  const args = [...LOCAL, '-o', 'all.zpl', '--on-error', 'stop'];
  const stopped = await folder.batch([...args, '--shard', '1/3']);
  expect(stopped.status).toBe(1);
  expect(stopped.stderr).toMatch(/row 150 failed .*--resume continues at row 150/);
  expect((await folder.batch([...LOCAL, '-o', 'all.zpl', '--shard', '1/3', '--resume'])).status).toBe(3);
  for (const shard of ['0/3', '2/3'])
    expect((await folder.batch([...LOCAL, '-o', 'all.zpl', '--shard', shard])).status).toBe(0);
  expect((await merge('all.zpl', 3)).status).toBe(3);
  expect(await folder.read('all.zpl')).toBe(await folder.read('one.zpl'));
  expect(await folder.read('all.zpl.failed.csv')).toContain(',150,');
});

test('keep folders and PDFs apart, whose failed rows are joined', async () => {
  await folder.write('rows.csv', rowsOf(60, [5, 55]));
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['parts', ['--split', '10']],
    ['named', ['--name-template', '{name}']],
    ['all.pdf', ['--format', 'pdf']],
  ];
  for (const [out, args] of cases) {
    expect(await runShards(2, ['-o', out, ...args])).toEqual([3, 3]);
    const { status, stdout } = await merge(out, 2);
    expect([status, JSON.parse(stdout)]).toEqual([3, expect.objectContaining({ rows: 60, failed: 2 })]);
    const failed = (await folder.read(`${out}.failed.csv`)).trimEnd().split('\n');
    expect(failed.map((line) => line.split(',')[3])).toEqual(['row', '5', '55']);
    expect(await folder.files()).not.toContain(out);
  }
  const files = await folder.files();
  expect(files).toContain('parts.0-of-2/000003.zpl');
  expect(files).toContain('parts.1-of-2/000004.zpl');
  expect(files).toContain('named.1-of-2/Ada 40.zpl');
});

test('are not joined while one is missing, unfinished, changed or made otherwise', async () => {
  await folder.write('rows.csv', rowsOf(90));
  await folder.write('all.zpl', 'from before');
  expect((await merge('all.zpl', 3)).stderr).toContain('shards 0, 1, 2 are missing');
  await folder.batch([...LOCAL, '-o', 'all.zpl', '--shard', '0/3']);
  await folder.batch([...LOCAL, '-o', 'all.zpl', '--shard', '1/3', '--set', 'city=Paris']);
  expect(await merge('all.zpl', 3)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('shard 2 is missing') as string,
  });
  await folder.batch([...LOCAL, '-o', 'all.zpl', '--shard', '2/3']);
  expect((await merge('all.zpl', 3)).stderr).toContain('shard 1 differs from shard 0: --set was not given');
  const again = async (shard: string): Promise<void> => {
    await rm(folder.path(`all.${shard.replace('/', '-of-')}.zpl.journal`));
    expect((await folder.batch([...LOCAL, '-o', 'all.zpl', '--shard', shard])).status).toBe(0);
  };
  await again('1/3');
  await appendFile(folder.path('all.1-of-3.zpl'), 'x');
  expect((await merge('all.zpl', 3)).stderr).toContain('was changed since shard 1 was finished');
  await again('1/3');
  // Rows that were added meanwhile: the parts are no longer those of one file.
  await folder.write('rows.csv', rowsOf(91));
  await again('1/3');
  expect((await merge('all.zpl', 3)).stderr).toContain('shard 1 is of another input than shard 0');
  expect(await folder.read('all.zpl')).toBe('from before');
  expect((await folder.files()).filter((name) => name.includes('.part'))).toEqual([]);
  await folder.write('label.zpl', '^XA^FO1,1^FD{name}^FS^XZ');
  await again('0/3');
  expect((await merge('all.zpl', 3)).stderr).toMatch(
    /shard 1 differs from shard 0: label .* is not as it was/,
  );
});

test('are named by the task of an indexed job', async () => {
  await folder.write('rows.csv', rowsOf(10));
  const args = [...LOCAL, '-o', 'all.zpl', '--shard'];
  const inJob = (index: string, shard: string) =>
    folder.batch([...args, shard], '', { JOB_COMPLETION_INDEX: index });
  expect((await inJob('1', '/2')).status).toBe(0);
  // A number that is given counts more.
  expect((await inJob('7', '0/2')).status).toBe(0);
  expect((await merge('all.zpl', 2)).status).toBe(0);
  for (const [index, shard] of [
    ['', '/2'],
    ['2', '/2'],
    ['-1', '/2'],
    ['0', '2/2'],
    ['0', '0/0'],
    ['0', '0/100001'],
    ['0', '1'],
    ['0', 'a/2'],
  ] as const) {
    expect([shard, (await inJob(index, shard)).status]).toEqual([shard, 2]);
  }
});

test('need a plain file', async () => {
  await folder.write('rows.csv', rowsOf(10));
  const shard = ['--shard', '0/2', '-o', 'all.zpl', ...LOCAL];
  await writeFile(folder.path('rows.csv.gz'), gzipSync(rowsOf(10)));
  await writeFile(folder.path('rows.packed.csv'), gzipSync(rowsOf(10)));
  for (const args of [
    ['-', '--input-format', 'csv'],
    [folder.path('rows.csv.gz')],
    [folder.path('rows.packed.csv')],
    ['--preview', '2'],
  ]) {
    expect([args, (await folder.batch([...args, ...shard])).status]).toEqual([args, 2]);
  }
  expect(await folder.files()).toEqual([]);
});

test.each([
  ['2', 3],
  ['1', 1],
  ['4%', 3],
  ['3.9%', 1],
  ['0', 1],
])('--max-failed %s ends a run of 50 rows with 2 failed ones by %i', async (most, status) => {
  await folder.write('rows.csv', rowsOf(50, [10, 20]));
  const run = await folder.batch([...LOCAL, '-o', 'out.zpl', '--max-failed', most]);
  expect(run.status).toBe(status);
  if (status === 3) return;
  expect(run.stderr).toContain('failed, which is more than --max-failed allows; --resume continues at row');
  expect(await folder.files()).toEqual(['out.zpl.failed.csv.part', 'out.zpl.journal', 'out.zpl.part']);
  const resumed = await folder.batch([...LOCAL, '-o', 'out.zpl', '--resume', '--max-failed', '2']);
  expect(resumed.status).toBe(3);
  expect(await folder.files()).toEqual(['out.zpl', 'out.zpl.failed.csv', 'out.zpl.journal']);
});

test('the clock of labels is SOURCE_DATE_EPOCH where that is set', async () => {
  await folder.write('rows.csv', rowsOf(1));
  await folder.write('label.zpl', '^XA^FO1,1^FD{name} {datetime:YYYY-MM-DD HH:mm:ss}^FS^XZ');
  const at = (seconds: string) =>
    folder.batch([...LOCAL, '-o', 'out.zpl'], '', { SOURCE_DATE_EPOCH: seconds });
  expect((await at('1000000000')).status).toBe(0);
  expect(await folder.read('out.zpl')).toContain('2001-09-09 01:46:40');
  expect((await at('yesterday')).status).toBe(2);
});

test('a local batch shows the time of TIME_ZONE, and resumes in the same zone only', async () => {
  await folder.write('rows.csv', rowsOf(50, [10, 20]));
  await folder.write('label.zpl', '^XA^FO1,1^FD{datetime:YYYY-MM-DD HH:mm:ss}^FS^BCN,40^FD{code}^FS^XZ');
  const inZone = (zone: string, ...more: string[]) =>
    folder.batch([...LOCAL, '-o', 'out.zpl', ...more], '', {
      SOURCE_DATE_EPOCH: '1000000000',
      TIME_ZONE: zone,
    });
  expect(await inZone('Mars/Base')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('IANA name'),
  });
  expect((await inZone('Europe/Berlin', '--max-failed', '0')).status).toBe(1);
  const other = await inZone('', '--resume');
  expect(other).toMatchObject({ status: 1, stderr: expect.stringContaining('TIME_ZONE was Europe/Berlin') });
  expect((await inZone('Europe/Berlin', '--resume')).status).toBe(3);
  expect(await folder.read('out.zpl')).toContain('2001-09-09 03:46:40');
});
