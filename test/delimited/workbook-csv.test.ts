import { readFileSync } from 'node:fs';
import { writeXlsx } from 'hucre';
import { expect, it } from 'vitest';
import { workbookCsv } from '../../src/delimited/workbook-csv.ts';

/** Written by XlsxWriter: a hidden sheet, then `Parcels` with a format for each column, then `Returns`. */
const PARCELS = readFileSync(new URL('../batch/input/workbooks/parcels.xlsx', import.meta.url));

const reasonFor = async (bytes: Uint8Array, sheet: string | null = null): Promise<unknown> =>
  Object.values(await workbookCsv({ bytes, sheet })).at(-1);

it('writes values as Excel shows them, of the first sheet that is not hidden', async () => {
  const rows = await workbookCsv({ bytes: PARCELS, sheet: null });
  expect(rows).toEqual({
    ok: true,
    csv:
      'name,zip,shipped,price,ean,when,formula,flag,lot,share,system,note\n' +
      '"Zoë ""1"", Ltd",01235,31.01.2026,"1,234.50 EUR",4006381333931,2026-01-02 13:05,A-1,TRUE,00123,12.5%,2026-01-02,"line one\nline two"\n' +
      '"Zoë ""0"", Ltd",01234,30.01.2026,0.00 EUR,4006381333931,2026-01-01 13:05,A-0,FALSE,00123,12.5%,2026-01-01,\n',
  });
});

it('reads the sheet of a name, also a hidden one', async () => {
  expect(await workbookCsv({ bytes: PARCELS, sheet: 'Returns' })).toEqual({
    ok: true,
    csv: 'name,zip\nAda,7\n',
  });
  expect(await workbookCsv({ bytes: PARCELS, sheet: 'Draft' })).toEqual({ ok: true, csv: 'hidden\n' });
});

it.each<[number, string]>([
  [0.1 + 0.2, '0.3'],
  [-0, '0'],
  [123456789012345, '123456789012345'],
  [1e21, '1000000000000000000000'],
  [1.5e-7, '1.5e-7'],
])('writes %d without a format as %s', async (value, text) => {
  const bytes = await writeXlsx({ sheets: [{ name: 'Rows', rows: [['n'], [value]] }] });
  expect(await workbookCsv({ bytes, sheet: null })).toEqual({ ok: true, csv: `n\n${text}\n` });
});

it('names the sheets if the wanted one is missing', async () => {
  expect(await reasonFor(PARCELS, 'Orders')).toBe(
    'the workbook lacks a sheet "Orders"; its sheets are "Draft", "Parcels", "Returns"',
  );
});

it('gives the reason for a file that is no workbook', async () => {
  expect(await reasonFor(Buffer.from('name,zip\n'))).toMatch(/^the workbook cannot be read: /);
  expect(await reasonFor(PARCELS.subarray(0, 3000))).toMatch(/^the workbook cannot be read: /);
  const encrypted = await writeXlsx({
    sheets: [{ name: 'Rows', rows: [['a']] }],
    encryption: { password: 'secret', spinCount: 10 },
  });
  expect(await reasonFor(encrypted)).toBe('the workbook is encrypted with a password: save it without one');
});

it('refuses two cells at the far corners of a sheet, before it makes room for what is between', async () => {
  const bytes = await writeXlsx({
    sheets: [{ name: 'Rows', cells: new Map([['1048575,16383', { value: 1 }]]) }],
  });
  expect(await reasonFor(bytes)).toMatch(/spans 1048576 rows x 16384 columns .*over the 20000000 limit/);
});
