import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { DroppedStream } from '../../src/studio/engine/dropped-stream.ts';
import type { ReadBarcode } from '../../src/studio/engine/read-barcodes.ts';
import type { RowTable } from '../../src/studio/rows/row-table.ts';
import { DRAFT, enteredInto } from './entered.ts';
import { useStudio } from './open-studio.ts';

describe('files and rows', () => {
  const studio = useStudio();

  it('makes ZPL, PNG and PDF of a draft', async () => {
    const { post } = await enteredInto(studio());
    const file = async (format: string) =>
      Buffer.from(await (await post('/api/file', { draft: DRAFT, format })).arrayBuffer());
    expect((await file('zpl')).toString()).toContain('Zo');
    expect((await file('png')).subarray(1, 4).toString()).toBe('PNG');
    expect((await file('pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('reads bar codes as a reader does', async () => {
    const { post } = await enteredInto(studio());
    const draft = { ...DRAFT, zpl: '^XA^FO30,20^BY2^BCN,80,N^FD{name}^FS^XZ', variables: { name: 'AB-12' } };
    const found = (await (await post('/api/barcodes', { draft })).json()) as ReadBarcode[];
    expect(found).toEqual([{ symbology: 'Code128', text: 'AB-12' }]);
    // Others need values that nobody has given yet.
    const both = { ...draft, zpl: draft.zpl.replace('{name}^FS', 'AB-12^FS^FO9,150^BEN,20^FD{ean}^FS') };
    const withoutValues = await post('/api/barcodes', { draft: { ...both, variables: {} } });
    expect(await withoutValues.json()).toContainEqual(found[0]);
  });

  it('makes a label of what was sent to a printer', async () => {
    const { send } = await enteredInto(studio());
    const sent = '^XA^PW400^LL200^FO20,20^A0N,40^FN1"Name"^FDZoe^FS^XZ';
    const drop = (body: string) => send('/api/import?name=job.prn', body);
    const { labels } = (await (await drop(sent)).json()) as DroppedStream;
    expect(labels).toHaveLength(1);
    expect(labels[0]?.zpl).toMatch(/\^FD\{name\}\^FS/i);
    expect(labels[0]?.size?.dpi).toBe(203);
    const refused = await drop('%PDF-1.4');
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('job.prn is');
  });

  it('leaves out what sets up a printer, and marks pictures of a symbol, on request', async () => {
    const { send } = await enteredInto(studio());
    const sent = await readFile('docs/labels/driver-picture.prn', 'utf8');
    const drop = async (choices: string) =>
      (await (await send(`/api/import?name=job.prn${choices}`, sent)).json()) as DroppedStream;
    const found = { setup: ['^MM', '^PR', '^MD', '^PQ'], rasterCount: 1 };
    const kept = await drop('');
    expect(kept).toMatchObject(found);
    expect(kept.labels[0]?.zpl).toContain('^PR4,4');
    expect(kept.labels[0]?.zpl).not.toContain('svc-barcode');
    const changed = await drop('&remove-setup=&rasters=');
    expect(changed).toMatchObject(found);
    expect(changed.labels[0]?.zpl).not.toContain('^PR4,4');
    expect(changed.labels[0]?.zpl).toContain('^FXsvc-barcode:1;');
    expect(changed.labels[0]?.records).toEqual([
      { recipient: 'ADA BYRON', qrcode: 'https://example.com/t/NW123456790GB' },
    ]);
    expect(changed.notes.join('\n')).toContain('and is left out');
  });

  it('reads rows with whatever separates their cells', async () => {
    const { send } = await enteredInto(studio());
    const rows = async (body: string) => (await send('/api/rows', body)).json();
    const expected = { kind: 'cells', columns: ['name', 'sku'], rows: [['A, B', '1']] };
    expect(await rows('name,sku\n"A, B",1\n')).toEqual(expected);
    expect(await rows('\uFEFFname;sku\r\nA, B;1\r\n')).toEqual(expected);
    expect(await rows('name\tsku\nA, B\t1')).toEqual(expected);
    expect(await rows('name,sku\r"A, B",1\r')).toEqual(expected);
    expect(await rows('"name";sku\nA, B;1\n')).toEqual(expected);
    expect(await rows('sep=|\nname|sku\nA, B|1\n')).toEqual(expected);
    const wide = Buffer.from('\uFEFFname\tsku\r\nA, B\t1\r\n', 'utf16le');
    expect(await (await send('/api/rows', Uint8Array.from(wide))).json()).toEqual(expected);
  });

  it('takes no separator from within quotes of the header', async () => {
    const { send } = await enteredInto(studio());
    const columns = async (body: string) =>
      ((await (await send('/api/rows', body)).json()) as { readonly columns: unknown }).columns;
    expect(await columns('name;"a, b, c ""d"""\nA;1\n')).toEqual(['name', 'a, b, c "d"']);
    expect(await columns('"x, y,\nz, w";name\nA;1\n')).toEqual(['x, y,\nz, w', 'name']);
    // Quotes within a cell are text.
    expect(await columns('width "\theight "\tlong, wide\n1\t2\t3\n')).toEqual([
      'width "',
      'height "',
      'long, wide',
    ]);
  });

  it('reads cells as spreadsheets copy them', async () => {
    const { send } = await enteredInto(studio());
    const pasted = 'name\tnote\n5" pipe\t"two\nlines and ""a quote"""\n\n"open\t\n';
    expect(await (await send('/api/rows', pasted)).json()).toEqual({
      kind: 'cells',
      columns: ['name', 'note'],
      rows: [
        ['5" pipe', 'two\nlines and "a quote"'],
        ['"open', ''],
      ],
    });
    // A column by itself has nothing between its cells.
    const lone = await send('/api/rows', 'name\nByron, Ada\n');
    expect(await lone.json()).toMatchObject({ rows: [['Byron, Ada']] });
  });

  it.each([
    ['an array', '[{"name":"A","n":1.50},{"sku":null,"name":{"a":1}}]'],
    ['lines', '{"name":"A","n":1.50}\n{"sku":null,"name":{"a":1}}\n'],
  ])('reads records of JSON in %s, with members that some lack', async (_, json) => {
    const { send } = await enteredInto(studio());
    expect(await (await send('/api/rows', json)).json()).toEqual({
      kind: 'json',
      columns: ['name', 'n', 'sku'],
      rows: [
        ['A', '1.50', null],
        ['{"a":1}', null, ''],
      ],
    });
  });

  it('leaves out what a file of failed rows says of them', async () => {
    const { send } = await enteredInto(studio());
    const table = 'name,row,status,reason,fields\nA,7,422,why,[]\n';
    expect(await (await send('/api/rows', table)).json()).toMatchObject({ columns: ['name'], rows: [['A']] });
  });

  it('reads rows of a workbook', async () => {
    const { send } = await enteredInto(studio());
    const workbook = await readFile(new URL('../batch/input/workbooks/parcels.xlsx', import.meta.url));
    const answer = await send('/api/rows', Uint8Array.from(workbook));
    const { columns, rows } = (await answer.json()) as RowTable;
    expect(rows.map((row) => row[columns.indexOf('zip')])).toEqual(['01235', '01234']);
    const broken = await send('/api/rows', Uint8Array.from(workbook.subarray(0, 3000)));
    expect([broken.status, await broken.text()]).toEqual([
      422,
      expect.stringContaining('the workbook cannot be read'),
    ]);
  });

  it.each([
    [
      '60,000 columns',
      `${Array.from({ length: 60_000 }, (_, i) => i).join()}\n${'x\n'.repeat(1000)}`,
      '60000 columns',
    ],
    [
      'records of 20,000 names',
      Array.from({ length: 20_000 }, (_, i) => `{"a${i}":1}\n`).join(''),
      'more than 1000 columns',
    ],
    ['50,001 rows', `a\n${'1\n'.repeat(50_001)}`, 'more than 50000 rows'],
    ['a cell of 4 MB', `a,b\n${'x'.repeat(4_000_000)},1\n`, '1048576 bytes'],
    ['a quoted cell of 4 MB', `a,b\n"${'x\n'.repeat(2_000_000)}",1\n`, '1048576 bytes'],
  ])('refuses a table with %s, and names the bound', async (_, table, bound) => {
    const { send } = await enteredInto(studio());
    const answer = await send('/api/rows', table);
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(bound)]);
  });

  it.each([
    ['a,b\n1,2\n3,4"5\n', 'the rows cannot be read: column 2 of row 2 has a quote inside its value'],
    ['a,"b\n1,2\n', 'the header is broken: column 2 has a quote that is not closed'],
    ['a,b,A\n1,2,3\n', 'columns 1 and 3 of the header have the same name'],
    ['[{"a":1},{"a":2]', 'row 2: '],
    ['{"a":1}\n[]\n', 'row 2: the row must be a JSON object'],
    ['{"a":1,"a":2}\n', 'row 1: '],
  ])('says where %j is wrong', async (table, words) => {
    const { send } = await enteredInto(studio());
    const answer = await send('/api/rows', table);
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(words)]);
  });

  it('says which line is not UTF-8', async () => {
    const { send } = await enteredInto(studio());
    const answer = await send('/api/rows', Uint8Array.from(Buffer.from('a\n1\n\xe4\n', 'latin1')));
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('line 3 is not UTF-8'),
    ]);
  });
});
