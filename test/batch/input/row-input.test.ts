import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openRowInput } from '../../../src/batch/input/row-input.ts';
import { allRows, freshFolder, opened, optionsFor } from './opened.ts';

const CELLS = [
  ['A1', 'Müller'],
  ['A2', 'Straße'],
];
const CSV = 'sku,name\nA1,Müller\nA2,Straße\n';
const JSON_LINES = '{"sku":"A1","name":"Müller"}\n{"sku":"A2","name":"Straße"}\n';

async function cellsOf(name: string, content: string | Uint8Array, options = {}): Promise<unknown> {
  const input = await opened(name, content, options);
  expect(input.columns).toEqual(['sku', 'name']);
  const rows = await allRows(input);
  expect(input.count).toBe(rows.length);
  return rows.map(({ cells }) => cells);
}

describe('rows are read', () => {
  test.each([
    ['CSV', 'rows.csv', CSV, {}],
    ['CSV with a byte order mark', 'rows.csv', `\ufeff${CSV}`, {}],
    ['CSV with CRLF and without a last line end', 'rows.CSV', CSV.trim().replaceAll('\n', '\r\n'), {}],
    ['CSV with blank lines', 'rows.csv', `\n\r\n${CSV.replaceAll('\n', '\n\r\n\n')}`, {}],
    ['CSV with quotes', 'rows.csv', '"sku",name\n"A1","Müller"\nA2,"Straße"\n', {}],
    ['CSV with semicolons', 'rows.csv', CSV.replaceAll(',', ';'), { delimiter: ';' }],
    ['TSV', 'rows.tsv', CSV.replaceAll(',', '\t'), {}],
    ['JSON Lines', 'rows.jsonl', JSON_LINES, {}],
    [
      'a JSON array',
      'rows.json',
      JSON.stringify(
        JSON_LINES.trim()
          .split('\n')
          .map((line): unknown => JSON.parse(line)),
        null,
        2,
      ),
      {},
    ],
    ['gzip', 'rows.csv.gz', gzipSync(CSV), {}],
    [
      'gzip of several members',
      'rows.csv.gz',
      Buffer.concat([gzipSync(CSV.slice(0, 20)), gzipSync(CSV.slice(20))]),
      {},
    ],
    ['gzip without the ending', 'rows.csv', gzipSync(CSV), {}],
    ['Windows-1252', 'rows.csv', Buffer.from(CSV, 'latin1'), { encoding: 'windows-1252' }],
    ['UTF-16', 'rows.csv', Buffer.from(`\ufeff${CSV}`, 'utf16le'), { encoding: 'utf-16le' }],
  ])('from %s', async (_, name, content, options) => {
    expect(await cellsOf(name, content, options)).toEqual(CELLS);
  });

  test('from standard input, in pieces, and what was written goes when it is closed', async () => {
    const folder = freshFolder();
    const input = await openRowInput({
      ...optionsFor(folder),
      format: 'csv',
      async *stdin() {
        for (const byte of Buffer.from(CSV)) yield Buffer.from([byte]);
      },
    });
    expect(readdirSync(folder)).toEqual(['out.input']);
    expect((await allRows(input)).map(({ cells }) => cells)).toEqual(CELLS);
    await input.close();
    expect(readdirSync(folder)).toEqual([]);
  });
});
