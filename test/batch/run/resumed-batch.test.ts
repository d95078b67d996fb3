import { rename } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { toLine } from '../../../src/batch/journal/record.ts';
import { useMakerHere } from '../local/making.ts';
import { LABEL, LOCAL, rowsOf, useBatchFolder } from './batch-folder.ts';

useMakerHere();

const folder = useBatchFolder();
const OUT = [...LOCAL, '-o', 'out.zpl'];

/** A run of 60 rows that ended before row 41. */
async function stopped(): Promise<void> {
  await folder.write('rows.csv', rowsOf(60, [41, 50]));
  expect(await folder.batch([...OUT, '--on-error', 'stop'])).toMatchObject({ status: 1 });
}

test('stops at the first failed row, and goes on from there to what an uninterrupted run writes', async () => {
  await folder.write('rows.csv', rowsOf(60, [41, 50]));
  expect(await folder.batch([...LOCAL, '-o', 'whole.zpl'])).toMatchObject({ status: 3 });

  const first = await folder.batch([...OUT, '--on-error', 'stop', '--json']);
  expect(first.status).toBe(1);
  expect(first.stderr).toMatch(/^platen batch: row 41 failed \(422\): .*; --resume continues at row 41\n$/);
  expect(JSON.parse(first.stdout)).toMatchObject({
    rows: 40,
    labels: 40,
    failed: 0,
    bytes: 0,
    resumed: false,
  });
  expect(await folder.files()).not.toContain('out.zpl');

  const again = await folder.batch([...OUT, '--on-error', 'stop', '--resume', '--json']);
  expect(again).toMatchObject({ status: 1, stderr: first.stderr });

  const last = await folder.batch([...OUT, '--resume', '--json']);
  expect(last.status).toBe(3);
  expect(JSON.parse(last.stdout)).toMatchObject({ rows: 60, labels: 58, failed: 2, resumed: true });
  for (const ending of ['', '.failed.csv']) {
    expect(await folder.read(`out.zpl${ending}`)).toBe(await folder.read(`whole.zpl${ending}`));
  }
});

test('says where --resume goes on, whatever words the label has', async () => {
  await folder.write('label.zpl', '^XA^FO20,80^BCN,40^FD{code} --resume^FS^XZ');
  await folder.write('rows.csv', rowsOf(3, [2]));
  const { stderr } = await folder.batch([...OUT, '--on-error', 'stop']);
  expect(stderr).toMatch(
    /^platen batch: row 2 failed \(422\): .* --resume".*; --resume continues at row 2$/m,
  );
});

test('says what this run took, and what all of them took', async () => {
  await stopped();
  const { stdout } = await folder.batch([...OUT, '--resume']);
  expect(stdout).toMatch(/, \d+\.\d s \(\d+\.\d s with the runs before\)$/m);
  await folder.write('rows.csv', rowsOf(60, [41, 50]));
  const before = await folder.batch([...LOCAL, '-o', 'q.zpl', '--on-error', 'stop', '--json']);
  expect(before.status).toBe(1);
  const { seconds, run_seconds: run } = JSON.parse(
    (await folder.batch([...LOCAL, '-o', 'q.zpl', '--resume', '--json'])).stdout,
  );
  expect(run).toBeGreaterThan(0);
  expect(seconds).toBeCloseTo(JSON.parse(before.stdout).seconds + run, 2);
  const whole = await folder.batch([...LOCAL, '-o', 'whole.zpl', '--json']);
  expect(JSON.parse(whole.stdout)).not.toHaveProperty('run_seconds');
});

test('refuses to begin, or to check rows, where a run is not finished', async () => {
  await stopped();
  const before = await folder.files();
  for (const more of [[], ['--dry-run']]) {
    const { status, stderr } = await folder.batch([...OUT, ...more]);
    expect(status).toBe(1);
    expect(stderr).toContain(
      'is of a run that is not finished, 40 rows are done: continue with --resume, or delete it',
    );
  }
  expect(await folder.files()).toEqual(before);
});

test('refuses to go on with another input, label or option, and says what changed', async () => {
  await stopped();
  const refused = async (args: readonly string[], words: string) => {
    const { status, stderr } = await folder.batch([...args, '--resume']);
    expect(status).toBe(1);
    expect(stderr).toContain(words);
  };
  await refused(
    [...OUT, '--copies', '2'],
    'the batch cannot continue: --copies was 1, is 2. Restore the original',
  );
  await refused(
    [...OUT, '--set', 'a=b', '--split', '5'],
    '--split was not given, is 5; --set was not given, is a=b',
  );
  await folder.write('label.zpl', LABEL.replace('FO20', 'FO21'));
  await refused(OUT, 'label label is not as it was');
  await folder.write('label.zpl', LABEL);
  await folder.write('rows.csv', rowsOf(60, [41]));
  await refused(OUT, 'the input is not the one that the journal is of');
  await folder.write('rows.csv', rowsOf(60, [41, 50]));
  expect(await folder.batch([...OUT, '--resume'])).toMatchObject({ status: 3 });
});

test('says of a finished run what it said, and replaces it only without --resume', async () => {
  await folder.write('rows.csv', rowsOf(60, [41]));
  const first = await folder.batch([...OUT, '--json']);
  const again = await folder.batch([...OUT, '--json', '--resume']);
  expect(again).toEqual(first);

  await folder.write('rows.csv', rowsOf(5));
  expect(await folder.batch(OUT)).toMatchObject({ status: 0 });
  expect((await folder.read('out.zpl')).match(/\^XA/g)).toHaveLength(5);
  expect(await folder.files()).toEqual(['out.zpl', 'out.zpl.journal']);
});

test('begins at row 1 with --resume where there is no journal, and says so', async () => {
  await folder.write('rows.csv', rowsOf(5));
  const { status, stderr, stdout } = await folder.batch([...OUT, '--resume', '--json']);
  expect(status).toBe(0);
  expect(stderr).toMatch(/^there is no .*out\.zpl\.journal to resume from: the batch begins at row 1\n$/);
  expect(JSON.parse(stdout)).toMatchObject({ rows: 5, resumed: false });
});

test('refuses a damaged journal, and one that is something else', async () => {
  await stopped();
  const journal = await folder.read('out.zpl.journal');
  await folder.write('out.zpl.journal', journal.replace('"--copies":1', '"--copies":2'));
  const damaged = await folder.batch([...OUT, '--resume']);
  expect(damaged.status).toBe(1);
  expect(damaged.stderr).toContain('out.zpl.journal is damaged in line 1');
  await rename(folder.path('rows.csv'), folder.path('out.zpl.journal'));
  const foreign = await folder.batch(OUT);
  expect(foreign.status).toBe(1);
  expect(foreign.stderr).toContain('out.zpl.journal is not a journal of platen batch');
});

test('refuses a journal whose last record is of another kind of output', async () => {
  await stopped();
  const lines = (await folder.read('out.zpl.journal'))
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(9));
  const records = lines.map((json) => JSON.parse(json));
  records.at(-1).sink = { row: 3 };
  await folder.write('out.zpl.journal', records.map(toLine).join(''));
  const { status, stderr } = await folder.batch([...OUT, '--resume']);
  expect(status).toBe(1);
  expect(stderr).toContain(
    "platen batch: the journal's last record is of another kind of output; delete the journal",
  );
});

test('a dry run checks all rows, and leaves no more than a table of those that fail', async () => {
  await folder.write('rows.csv', rowsOf(60, [41]));
  const { status, stdout } = await folder.batch([...OUT, '--dry-run', '--json']);
  expect(status).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ rows: 60, labels: 59, failed: 1, bytes: 0, resumed: false });
  expect(await folder.files()).toEqual(['out.zpl.failed.csv']);
  await folder.write('rows.csv', rowsOf(60));
  expect(await folder.batch([...OUT, '--dry-run'])).toMatchObject({ status: 0 });
  expect(await folder.files()).toEqual([]);
});

test('a dry run leaves the list of a finished run, and is refused', async () => {
  await folder.write('rows.csv', rowsOf(60, [41]));
  expect(await folder.batch(OUT)).toMatchObject({ status: 3 });
  const failed = await folder.read('out.zpl.failed.csv');
  await folder.write('rows.csv', rowsOf(5));
  const { status, stderr } = await folder.batch([...OUT, '--dry-run']);
  expect(status).toBe(1);
  expect(stderr).toContain('is of a finished run, whose list of failed rows a dry run would replace');
  expect(await folder.read('out.zpl.failed.csv')).toBe(failed);
});

test('a preview is one picture', async () => {
  await folder.write('rows.csv', rowsOf(60));
  const { status, stdout } = await folder.batch([...OUT, '--preview', '3', '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ rows: 5, labels: 5, failed: 0 });
  expect(await folder.files()).toEqual(['out.zpl.preview.png']);
});

test('reads standard input, and goes on when it comes again', async () => {
  const rows = rowsOf(60, [41]);
  const args = ['-', '--input-format', 'csv', ...OUT];
  expect(await folder.batch([...args, '--on-error', 'stop'], rows)).toMatchObject({ status: 1 });
  expect(await folder.batch([...args, '--resume'], rows)).toMatchObject({ status: 3 });
  expect(await folder.files()).toEqual(['out.zpl', 'out.zpl.failed.csv', 'out.zpl.journal']);
});

test('stops where the output cannot be, with nothing left behind', async () => {
  await folder.write('rows.csv', rowsOf(5));
  const missing = await folder.batch([...LOCAL, '-o', 'none/out.zpl']);
  expect(missing.status).toBe(1);
  expect(missing.stderr).toContain('the folder of');
  expect(await folder.files()).toEqual([]);
});

test.each([
  ['a quote that is not closed', '"Ada 61,London,C61\nAda 62,London,C62\n'],
  ['a quote inside a value', 'Ada "61,London,C61"\nAda 62,London,C62\n'],
])('ends at %s again, however often it is resumed', async (_, rest) => {
  await folder.write('rows.csv', rowsOf(60) + rest);
  for (const again of [[], ['--resume'], ['--resume']]) {
    const { status, stderr } = await folder.batch([...OUT, ...again]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('row 61: column 1 ("name") has a quote')]);
  }
  expect(await folder.files()).not.toContain('out.zpl');
});
