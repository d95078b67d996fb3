import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { BatchStopped, BatchUsage } from '../../../src/batch/batch-failure.ts';
import { TABLE_LIMITS } from '../../../src/limits.ts';
import { allRows, opened } from './opened.ts';

const PARCELS = readFileSync(new URL('workbooks/parcels.xlsx', import.meta.url));

it('reads rows of a workbook, numbered without the empty ones', async () => {
  const input = await opened('rows.xlsx', PARCELS);
  expect({ count: input.count, columns: input.columns.slice(0, 2) }).toEqual({
    count: 2,
    columns: ['name', 'zip'],
  });
  const rows = await allRows(input);
  expect(rows.map(({ variables }) => variables['zip'])).toEqual(['01235', '01234']);
  expect(rows[0]?.variables['note']).toBe('line one\nline two');
});

it.each([
  ['by its ending, compressed', 'rows.xlsx.gz', gzipSync(PARCELS), {}],
  ['by the option', 'rows.bin', PARCELS, { format: 'xlsx' }],
] as const)('knows a workbook %s', async (_, name, content, options) => {
  const rows = await allRows(await opened(name, content, { ...options, sheet: 'Returns' }));
  expect(rows.map(({ variables }) => variables)).toEqual([{ name: 'Ada', zip: '7' }]);
});

it.each([
  [{ shard: { index: 0, count: 2 } }, /^.*rows\.xlsx is a workbook, and --shard has to find its rows in it/],
  [{ delimiter: ';' }, /^--delimiter is for CSV and TSV, not for workbooks$/],
  [{ encoding: 'utf-16le' }, /^--encoding is for text, not for workbooks$/],
] as const)('refuses %j', async (options, message) => {
  const refused = opened('rows.xlsx', PARCELS, options);
  await expect(refused).rejects.toThrow(BatchUsage);
  await expect(refused).rejects.toThrow(message);
});

it('refuses --sheet for other inputs', async () => {
  await expect(opened('rows.csv', 'a\n1\n', { sheet: 'Returns' })).rejects.toThrow(
    new BatchUsage('--sheet is for workbooks (.xlsx)'),
  );
});

it.each([
  ['a sheet that is missing', PARCELS, { sheet: 'Orders' }, /^the workbook lacks a sheet "Orders"/],
  ['text', Buffer.from('name\nAda\n'), {}, /^the workbook cannot be read: /],
  ['an empty file', Buffer.alloc(0), {}, /^the input is empty: a workbook/],
  [
    'a file that is too large',
    Buffer.alloc(TABLE_LIMITS.workbookBytes + 1),
    {},
    /^the workbook has more than 67108864 bytes: save its sheet as CSV/,
  ],
] as const)('stops at %s', async (_, content, options, message) => {
  const stopped = opened('rows.xlsx', content, options);
  await expect(stopped).rejects.toThrow(BatchStopped);
  await expect(stopped).rejects.toThrow(message);
});
