import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { DroppedStream } from '../../src/studio/engine/dropped-stream.ts';
import type { ReadBarcode } from '../../src/studio/engine/read-barcodes.ts';
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
    const expected = { columns: ['name', 'sku'], rows: [{ name: 'A, B', sku: '1' }] };
    expect(await rows('name,sku\n"A, B",1\n')).toEqual(expected);
    expect(await rows('\uFEFFname;sku\r\nA, B;1\r\n')).toEqual(expected);
    expect(await rows('name\tsku\nA, B\t1')).toEqual(expected);
    expect(await rows('name,sku\r"A, B",1\r')).toEqual(expected);
  });

  it('reads rows of a workbook', async () => {
    const { send } = await enteredInto(studio());
    const workbook = await readFile(new URL('../batch/input/workbooks/parcels.xlsx', import.meta.url));
    const answer = await send('/api/rows', Uint8Array.from(workbook));
    expect(await answer.json()).toMatchObject({ rows: [{ zip: '01235' }, { zip: '01234' }] });
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
    ['a cell of 4 MB', `a,b\n${'x'.repeat(4_000_000)},1\n`, '1048576 bytes'],
    ['a quoted cell of 4 MB', `a,b\n"${'x\n'.repeat(2_000_000)}",1\n`, '1048576 bytes'],
  ])('refuses a table with %s, and names the bound', async (_, table, bound) => {
    const { send } = await enteredInto(studio());
    const answer = await send('/api/rows', table);
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(bound)]);
  });

  it.each([
    ['a,b\n1,2\n3,4"5\n', 'the rows cannot be read: column 2 of row 2 has a quote inside its value'],
    ['a,"b\n1,2\n', 'the rows cannot be read: column 2 of the first line has a quote that is not closed'],
  ])('says where a quote of %j is wrong', async (table, words) => {
    const { send } = await enteredInto(studio());
    const answer = await send('/api/rows', table);
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(words)]);
  });

  it('reads a thousand rows, whatever follows them', async () => {
    const { send } = await enteredInto(studio());
    const { rows } = (await (await send('/api/rows', `a\n${'1\n'.repeat(1000)}2"\n`)).json()) as {
      rows: unknown[];
    };
    expect(rows).toHaveLength(1000);
  });
});
