import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { decodeFrames } from '../../src/studio/frames.ts';
import type { CheckedRows } from '../../src/studio/rows/check-rows.ts';
import type { RowTable } from '../../src/studio/rows/row-table.ts';
import { LABEL, LOCAL, rowsOf, useBatchFolder } from '../batch/run/batch-folder.ts';
import { DRAFT, enteredInto } from './entered.ts';
import { useStudio } from './open-studio.ts';

const studio = useStudio();
const EAN = '^XA^CI28^FO9,9^A0N,30^FD{name}^FS^FO9,50^BEN,50^FD{ean}^FS^XZ';
const CELLS: RowTable = {
  kind: 'cells',
  columns: ['Name ', 'EAN', 'note'],
  rows: [
    ['a', '4006381333931', ''],
    ['b', 'no digits', ''],
    ['', '4006381333931', ''],
    ['c', '4006381333931'],
    ['x'.repeat(1001), '4006381333931', ''],
  ],
};

/** All that comes of a request about rows. */
async function asked(path: string, body: object) {
  const { post } = await enteredInto(studio());
  const answer = await post(path, body);
  if (!answer.ok) return { status: answer.status, text: await answer.text(), messages: [], file: '' };
  const messages: (Partial<CheckedRows> & { readonly error?: string })[] = [];
  const parts: Uint8Array[] = [];
  const pieces = answer.body as unknown as AsyncIterable<Uint8Array>;
  for await (const frame of decodeFrames<CheckedRows>(pieces)) {
    if (frame.kind === 'bytes') parts.push(frame.bytes);
    else messages.push(frame.message);
  }
  return { status: answer.status, text: '', messages, file: Buffer.concat(parts).toString('latin1') };
}

async function failed(change: object, table: RowTable) {
  const { messages, ...answer } = await asked('/api/rows/check', { draft: { ...DRAFT, ...change }, table });
  expect(answer).toMatchObject({ status: 200 });
  return messages.flatMap((message) => message.failed ?? []);
}

it('checks all rows, and says what fails in each in the words of the service', async () => {
  expect(await failed({ zpl: EAN }, CELLS)).toEqual([
    [2, expect.stringContaining('Barcode content is invalid')],
    [4, expect.stringContaining('it has 2 cells and the header 3 columns')],
    [5, 'column 1 ("Name ") has a value of 1001 characters; at most 1000 are allowed'],
  ]);
});

it('names placeholders that nothing fills, unless the draft has a value and no column does', async () => {
  const table: RowTable = { kind: 'json', columns: ['name'], rows: [['a'], [null], ['']] };
  const zpl = '^XA^FO9,9^A0N,30^FD{name} {lot} {DATE}^FS^XZ';
  expect(await failed({ zpl }, table)).toEqual([
    [1, 'nothing fills {lot}'],
    [2, 'nothing fills {name}, {lot}'],
    [3, 'nothing fills {lot}'],
  ]);
  const variables = { LOT: '7', name: 'typed' };
  expect(await failed({ zpl, variables }, table)).toEqual([[2, 'nothing fills {name}']]);
});

it.each([
  ['a label that is not UTF-8', { draft: { ...DRAFT, encoding: 'bytes' } }, 422, 'not UTF-8'],
  ['transforms that are none', { draft: { ...DRAFT, fieldTransforms: [{}] } }, 422, 'variable'],
  [
    '50,001 rows',
    { table: { ...CELLS, rows: Array.from({ length: 50_001 }, () => ['']) } },
    400,
    'table.rows',
  ],
])('refuses %s', async (_, change, status, words) => {
  const answer = await asked('/api/rows/check', { draft: DRAFT, table: CELLS, ...change });
  expect(answer).toMatchObject({ status, text: expect.stringContaining(words) });
});

describe('a file of all rows', () => {
  const folder = useBatchFolder();

  it.each(['zpl', 'pdf'] as const)(
    'is the %s of platen batch, and says which rows it lacks',
    async (format) => {
      const bad = [8, 70, 128];
      await folder.write('rows.csv', rowsOf(130, bad));
      await folder.batch([...LOCAL, '--format', format, '-o', 'out']);
      const [columns = [], ...rows] = rowsOf(130, bad)
        .trim()
        .split('\n')
        .map((line) => line.split(','));
      const draft = { ...DRAFT, zpl: LABEL, now: null };
      const table: RowTable = { kind: 'cells', columns, rows };
      const { messages, file } = await asked('/api/rows/file', { draft, table, format });
      expect(file.length).toBeGreaterThan(5000);
      expect(file === (await readFile(folder.path('out'), 'latin1'))).toBe(true);
      expect(messages.flatMap((message) => (message.failed ?? []).map(([row]) => row))).toEqual(bad);
      expect(messages.reduce((sum, { rows: count = 0 }) => sum + count, 0)).toBe(130);
    },
  );
});

it('makes nothing for a page without a session', async () => {
  const body = JSON.stringify({ draft: DRAFT, table: CELLS, format: 'zpl' });
  for (const path of ['check', 'file', 'jobs']) {
    expect((await fetch(`${studio().url}/api/rows/${path}`, { method: 'POST', body })).status).toBe(401);
  }
});

it('ends the threads of a check that nobody waits for, and takes another', async () => {
  const rows = Array.from({ length: 50_000 }, () => ['a', '4006381333931', '']);
  const body = JSON.stringify({ draft: { ...DRAFT, zpl: EAN }, table: { ...CELLS, rows } });
  const { authorization, url } = await enteredInto(studio());
  for (let time = 0; time < 5; time++) {
    const left = new AbortController();
    const answer = await fetch(`${url}/api/rows/check`, {
      method: 'POST',
      headers: { authorization },
      body,
      signal: left.signal,
    });
    expect(answer.status).toBe(200);
    await answer.body?.getReader().read();
    left.abort();
  }
  // Five at a time would be refused if those before had not ended.
  await expect
    .poll(async () => (await asked('/api/rows/check', { draft: DRAFT, table: CELLS })).status)
    .toBe(200);
});
