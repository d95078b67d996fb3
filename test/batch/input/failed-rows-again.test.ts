import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layoutFor } from '../../../src/batch/input/row-layout.ts';
import { openFailedFile } from '../../../src/batch/output/failed-file.ts';
import { filePlace } from '../../../src/batch/output/growing-file.ts';
import type { FailedRow, Row, RowInput } from '../../../src/batch/stages.ts';
import { freshFolder, opened, rowsOf } from './opened.ts';

const OPTIONS = { map: [], set: ['status=FRESH'], copies: 1, copiesColumn: null, nameTemplate: null };

/** The table that a run writes of rows that all fail. */
async function failedFileOf(input: RowInput, rows: readonly Row[]): Promise<string> {
  const out = join(freshFolder(), 'out');
  const file = await openFailedFile({
    place: filePlace(`${out}.failed.csv`),
    columns: input.columns,
    others: false,
    onto: null,
  });
  const failed = rows.map(
    ({ cells }, index): FailedRow => ({
      row: index + 1,
      cells,
      others: '',
      status: 422,
      reason: 'no, "never"',
      fields: [],
    }),
  );
  await file.write(failed);
  await file.finish();
  return readFileSync(`${out}.failed.csv`, 'utf8');
}

async function allOf(input: RowInput): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const row of rowsOf(input)) rows.push(row);
  return rows;
}

test('a list of failed rows is read as the rows that they were, however often they fail', async () => {
  let input = await opened('rows.csv', 'row,sku\n7,A\n"8,5",B\n');
  const cells = [
    ['7', 'A'],
    ['8,5', 'B'],
  ];
  for (let time = 0; time < 3; time++) {
    expect(input.columns).toEqual(['row', 'sku']);
    const rows = await allOf(input);
    expect(rows.map((row) => row.cells)).toEqual(cells);
    expect(rows.map(({ fault }) => fault)).toEqual([null, null]);
    input = await opened('rows.csv', await failedFileOf(input, rows));
  }
});

test('what a list says of failed rows is no value of a label', async () => {
  const input = await opened('rows.csv', 'sku,row,status,reason,fields\nA,1,422,why,\n');
  const { layout, notes } = layoutFor(input, { tokens: ['sku', 'status'] }, OPTIONS);
  expect(layout.variables).toEqual({ sku: 'sku' });
  expect(notes).toEqual([
    'the input is a list of failed rows: its last columns, row, status, reason, fields, are ignored',
  ]);
});

test('a row of a list of failed rows has all of its cells', async () => {
  const input = await opened('rows.csv', 'sku,row,status,reason,fields\nA,1,422,why\n');
  const [row] = await allOf(input);
  expect(row?.fault).toMatch('it has 4 cells and the header 5 columns');
});
