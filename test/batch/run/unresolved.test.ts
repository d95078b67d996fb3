import { beforeAll, describe, expect, test } from 'vitest';
import { type TestAccount, useDatabase, useService } from '../../support/service.ts';
import { useMakerHere } from '../local/making.ts';
import { useFront } from '../service/front.ts';
import { LABEL, LOCAL, rowsOf, useBatchFolder } from './batch-folder.ts';

useMakerHere();

const service = useService({}, useDatabase());
const front = useFront(service);
const folder = useBatchFolder();
const ROWS = 'name,code\nAda,C1\nBob,C2\n';
const REFUSAL =
  'platen batch: nothing fills {city} of the label; the columns of the input are name, code. ' +
  'Give --map COLUMN=VARIABLE or --set NAME=VALUE, or print placeholders as they are with --allow-unresolved';

let account: TestAccount;
beforeAll(async () => {
  account = await service.account();
});

/** Options of a label that the service has. */
async function there(label: Parameters<TestAccount['label']>[0]): Promise<string[]> {
  const { id } = await account.label(label);
  await folder.write('key', `${account.key}\n`);
  return ['--label', id, '--url', front.url, '--key-file', 'key'];
}

describe.each(['here', 'through a service'])(
  'a label with a placeholder that nothing fills, made %s',
  (place) => {
    const options = () => (place === 'here' ? Promise.resolve(LOCAL) : there({ zpl: LABEL }));

    test.each([[[]], [['--format', 'pdf']], [['--dry-run']], [['--preview', '1']], [['--resume']]])(
      'is refused before anything is made: %j',
      async (more) => {
        await folder.write('rows.csv', ROWS);
        const args = [...(await options()), '-o', 'out', ...more];
        const { status, stdout, stderr } = await folder.batch([...args, '--json']);
        expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
        expect(stderr).toContain(REFUSAL);
        expect((await folder.files()).filter((name) => name.startsWith('out'))).toEqual([]);
        expect(front.asked.filter(({ path }) => /print|render(?!\?validate)/.test(path))).toEqual([]);
      },
    );

    test.each([
      ['ZPL', [], 3],
      ['PDF', ['--format', 'pdf'], 3],
      ['a dry run', ['--dry-run'], 3],
    ])('is made with --allow-unresolved, which the end says: %s', async (_, more, status) => {
      await folder.write('rows.csv', ROWS);
      const args = [...(await options()), '-o', 'out', '--allow-unresolved', ...more];
      const done = await folder.batch([...args, '--json']);
      expect({ status: done.status, ...JSON.parse(done.stdout) }).toMatchObject({
        status,
        rows: 2,
        labels: 2,
        failed: 0,
        unresolved: 2,
      });
      const said = await folder.batch(args);
      expect(said.stdout).toMatch(/^2 rows.*, 2 labels, 2 placeholders without a value, /);
      expect(said.stderr).toContain('{city} has no column: it will be printed unchanged');
    });

    test('is drawn by a preview with --allow-unresolved', async () => {
      await folder.write('rows.csv', ROWS);
      const args = [...(await options()), '-o', 'out', '--allow-unresolved', '--preview', '1'];
      const { status, stdout } = await folder.batch(args);
      expect(status).toBe(3);
      expect(stdout).toMatch(/^2 rows on .*out\.preview\.png, 2 placeholders without a value$/m);
    });

    test('is made where a column, --map or --set fills it', async () => {
      await folder.write('rows.csv', ROWS);
      for (const more of [
        ['--set', 'CITY=London'],
        ['--map', 'name=city', '--set', 'name=Ada'],
      ]) {
        const { status, stdout } = await folder.batch([...(await options()), '-o', 'out', '--json', ...more]);
        expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 0, labels: 2, unresolved: 0 });
      }
    });
  },
);

test('goes on with a run that was allowed it, and says so at its end', async () => {
  const rows = rowsOf(60, [41])
    .split('\n')
    .map((line) => line.replace(/,[^,]*,/, ','));
  await folder.write('rows.csv', rows.join('\n'));
  const args = [...LOCAL, '-o', 'out', '--json'];
  const stopped = await folder.batch([...args, '--allow-unresolved', '--on-error', 'stop']);
  expect(JSON.parse(stopped.stdout)).toMatchObject({ rows: 40, unresolved: 40 });
  const refused = await folder.batch([...args, '--resume']);
  expect({ status: refused.status, stderr: refused.stderr }).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--allow-unresolved'),
  });
  const done = await folder.batch([...args, '--resume', '--allow-unresolved']);
  expect({ status: done.status, ...JSON.parse(done.stdout) }).toMatchObject({
    status: 3,
    rows: 60,
    failed: 1,
    unresolved: 59,
    resumed: true,
  });
  // Nothing is made any more.
  expect(JSON.parse((await folder.batch([...args, '--resume'])).stdout)).toMatchObject({ unresolved: 59 });
});

describe('a label that uses no column', () => {
  const SAME =
    'the label uses no column of the input, and would be the same for all rows; the columns of the input are a, b';

  test.each([
    ['^XA^FO9,9^A0N,30^FDFragile^FS^XZ', []],
    ['^XA^FO9,9^A0N,30^FD{DATE}^FS^XZ', []],
    ['^XA^FO9,9^A0N,30^FD{name}^FS^XZ', ['--set', 'name=Ada']],
    ['^XA^FO9,9^A0N,30^FD{name}^FS^XZ', ['--set', 'name=Ada', '--map', 'a=other']],
  ])('is refused, and made with --allow-unresolved: %s %j', async (zpl, more) => {
    await folder.write('label.zpl', zpl);
    await folder.write('rows.csv', 'a,b\n1,2\n3,4\n');
    for (const place of [LOCAL, await there({ zpl })]) {
      const args = [...place, '-o', 'out', ...more];
      const { status, stderr } = await folder.batch(args);
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(SAME) });
      const { status: allowed, stdout } = await folder.batch([...args, '--allow-unresolved', '--json']);
      expect({ allowed, ...JSON.parse(stdout) }).toMatchObject({ allowed: 0, labels: 2, unresolved: 0 });
    }
  });

  test('is made where a column says how many, and where there are no rows', async () => {
    await folder.write('label.zpl', '^XA^FO9,9^A0N,30^FDFragile^FS^XZ');
    await folder.write('rows.csv', 'n\n2\n3\n');
    const copies = await folder.batch([...LOCAL, '-o', 'out', '--copies-column', 'n', '--json']);
    expect({ status: copies.status, ...JSON.parse(copies.stdout) }).toMatchObject({ status: 0, labels: 5 });
    await folder.write('rows.csv', 'a,b\n');
    expect(await folder.batch([...LOCAL, '-o', 'none'])).toMatchObject({ status: 0 });
  });
});

test('takes members of any object of JSON for columns', async () => {
  const lines = (...objects: object[]) => objects.map((object) => `${JSON.stringify(object)}\n`).join('');
  const some = { name: 'Ada', code: 'C1' };
  const run = (rows: string, ...more: string[]) =>
    folder.batch(['-', '--input-format', 'jsonl', ...LOCAL, '-o', 'out', '--json', ...more], rows);
  const later = await run(
    lines(some, ...Array.from({ length: 3000 }, () => some), { ...some, city: 'London' }),
  );
  expect({ status: later.status, ...JSON.parse(later.stdout) }).toMatchObject({
    status: 3,
    unresolved: 3001,
  });
  const never = await run(lines(some, some));
  expect({ status: never.status, stderr: never.stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('nothing fills {city} of the label'),
  });
  const other = await run(lines({ a: 1 }, { b: 2 }), '--set', 'name=a', '--set', 'city=b', '--set', 'code=c');
  expect({ status: other.status, stderr: other.stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('the label uses no column of the input'),
  });
});

test('knows saved names that the label does not show, and transforms that give a value', async () => {
  await folder.write('rows.csv', ROWS);
  const given = [{ variable: 'CITY', steps: [{ op: 'default', text: 'London' }] }];
  const bundle = { name: 'Shelf', width: 50, height: 25, dpi: 203, zpl: LABEL, field_transforms: given };
  await folder.write('label.json', JSON.stringify(bundle));
  const zpl = LABEL.replace('{city}', 'London');
  for (const place of [
    ['--label', 'label.json', '--local'],
    await there({ zpl: LABEL, fieldTransforms: given }),
    await there({ zpl, dynamicTokens: ['name', 'city', 'colour'] }),
  ]) {
    const { status, stdout, stderr } = await folder.batch([...place, '-o', 'out', '--json']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
    expect(JSON.parse(stdout)).toMatchObject({ labels: 2, unresolved: 0 });
  }
});
