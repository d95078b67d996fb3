import { expect, test } from 'vitest';
import { LOCAL, rowsOf, useBatchFolder } from './batch-folder.ts';

const folder = useBatchFolder();

test('prints all rows in order, and a table of those that failed', async () => {
  await folder.write('rows.csv', rowsOf(300, [7, 300]));
  const { status, stdout } = await folder.batch([...LOCAL, '-o', 'out.zpl', '--json']);
  expect(status).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ rows: 300, labels: 298, failed: 2, resumed: false });
  const printed = [...(await folder.read('out.zpl')).matchAll(/FDAda (\d+) /g)].map(([, row]) => Number(row));
  expect(printed).toEqual(
    Array.from({ length: 300 }, (_, index) => index + 1).filter((row) => row !== 7 && row !== 300),
  );
  const failed = (await folder.read('out.zpl.failed.csv')).trimEnd().split('\n');
  expect(failed[0]).toBe('name,city,code,row,status,reason,fields');
  expect(failed.slice(1).map((line) => line.split(',')[3])).toEqual(['7', '300']);
  expect(await folder.files()).toEqual(['out.zpl', 'out.zpl.failed.csv', 'out.zpl.journal']);
});
