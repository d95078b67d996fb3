import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BatchUsage } from '../../../src/batch/batch-failure.ts';
import { openRowInput } from '../../../src/batch/input/row-input.ts';
import { allRows, freshFolder, opened, optionsFor } from './opened.ts';

const CELLS = [
  ['A1', 'Müller'],
  ['A2', 'Straße'],
];
const CSV = 'sku,name\nA1,Müller\nA2,Straße\n';
const SEMICOLONS = '"sku";name\n"A1";Müller\nA2;"Straße"\n';
const JSON_LINES = '{"sku":"A1","name":"Müller"}\n{"sku":"A2","name":"Straße"}\n';

const JSON_ARRAY = JSON.stringify(
  JSON_LINES.trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line)),
  null,
  2,
);

async function cellsOf(name: string, content: string | Uint8Array, options = {}): Promise<unknown> {
  const input = await opened(name, content, options);
  expect(input.columns).toEqual(['sku', 'name']);
  const rows = await allRows(input);
  expect(input.count).toBe(rows.length);
  return rows.map(({ cells }) => cells);
}

test('a line that names the delimiter contradicts no option, and tells inputs apart', async () => {
  await expect(opened('rows.csv', `sep=;\n${SEMICOLONS}`, { delimiter: ',' })).rejects.toThrow(
    new BatchUsage(
      'the first line of the input says sep=;, and --delimiter is ",": leave --delimiter out, or the line',
    ),
  );
  const digests = await Promise.all(
    [CSV, `sep=;\n${CSV}`, `sep=|\n${CSV}`].map(async (text) => {
      const named = text.replaceAll(',', '');
      return (await opened('rows.csv', named)).digest;
    }),
  );
  expect(new Set(digests).size).toBe(3);
});

test.each([
  ['sep=\nA1\n', 'sep='],
  ['sep=ab\nA1\n', 'sep=ab'],
  ['sep="\nA1\n', null],
])('a first line that names no delimiter is the header: %j', async (text, column) => {
  const input = opened('rows.csv', text, { delimiter: '|' });
  if (column === null) await expect(input).rejects.toThrow('the header is broken');
  else expect((await input).columns).toEqual([column]);
});

describe('rows are read', () => {
  test.each([
    ['CSV', 'rows.csv', CSV, {}],
    ['CSV with a byte order mark', 'rows.csv', `\ufeff${CSV}`, {}],
    ['CSV with CRLF and without a last line end', 'rows.CSV', CSV.trim().replaceAll('\n', '\r\n'), {}],
    ['CSV with blank lines', 'rows.csv', `\n\r\n${CSV.replaceAll('\n', '\n\r\n\n')}`, {}],
    ['CSV with a byte order mark and a blank line', 'rows.csv', `\ufeff\r\n${CSV}`, {}],
    ['CSV with quotes', 'rows.csv', '"sku",name\n"A1","Müller"\nA2,"Straße"\n', {}],
    ['CSV with semicolons', 'rows.csv', CSV.replaceAll(',', ';'), { delimiter: ';' }],
    ['CSV that names its delimiter', 'rows.csv', `sep=;\n${SEMICOLONS}`, {}],
    ['CSV that names its delimiter, CRLF', 'rows.csv', `sep=;\r\n${SEMICOLONS.replaceAll('\n', '\r\n')}`, {}],
    ['CSV that names its delimiter in quotes', 'rows.csv', `"sep=;"\r\n${SEMICOLONS}`, {}],
    ['CSV that names its delimiter in capitals', 'rows.csv', `SEP=;\n${SEMICOLONS}`, {}],
    ['CSV that names the usual delimiter', 'rows.csv', `sep=,\n${CSV}`, {}],
    ['CSV that names a tab', 'rows.csv', `sep=\t\n${CSV.replaceAll(',', '\t')}`, {}],
    ['CSV that names a bar', 'rows.csv', `sep=|\n${CSV.replaceAll(',', '|')}`, {}],
    ['CSV that names a delimiter of two bytes', 'rows.csv', `sep=§\n${CSV.replaceAll(',', '§')}`, {}],
    ['TSV that names a semicolon', 'rows.tsv', `sep=;\n${SEMICOLONS}`, {}],
    ['CSV that names what --delimiter is', 'rows.csv', `sep=;\n${SEMICOLONS}`, { delimiter: ';' }],
    ['CSV that names its delimiter behind a byte order mark', 'rows.csv', `\ufeffsep=;\n${SEMICOLONS}`, {}],
    [
      'UTF-16 that names its delimiter',
      'rows.csv',
      Buffer.from(`\ufeffsep=;\r\n${SEMICOLONS}`, 'utf16le'),
      { encoding: 'utf-16le' },
    ],
    ['gzip that names its delimiter', 'rows.csv.gz', gzipSync(`sep=;\n${SEMICOLONS}`), {}],
    ['TSV', 'rows.tsv', CSV.replaceAll(',', '\t'), {}],
    ['JSON Lines', 'rows.jsonl', JSON_LINES, {}],
    ['a JSON array', 'rows.json', JSON_ARRAY, {}],
    ['gzip', 'rows.csv.gz', gzipSync(CSV), {}],
    [
      'gzip of several members',
      'rows.csv.gz',
      Buffer.concat([gzipSync(CSV.slice(0, 20)), gzipSync(CSV.slice(20))]),
      {},
    ],
    ['gzip with zeros behind it', 'rows.csv.gz', Buffer.concat([gzipSync(CSV), Buffer.alloc(100)]), {}],
    ['JSON Lines with a byte order mark', 'rows.jsonl', `\ufeff${JSON_LINES}`, {}],
    ['JSON Lines with a byte order mark and a blank line', 'rows.jsonl', `\ufeff\n${JSON_LINES}`, {}],
    ['a JSON array with a byte order mark', 'rows.json', `\ufeff${JSON_ARRAY}`, {}],
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

  test('from what is no regular file as from standard input', async () => {
    const folder = freshFolder();
    const path = join(folder, 'rows.csv');
    execFileSync('mkfifo', [path]);
    const opening = openRowInput({ ...optionsFor(folder), path });
    await writeFile(path, CSV);
    const input = await opening;
    onTestFinished(() => input.close());
    expect((await allRows(input)).map(({ cells }) => cells)).toEqual(CELLS);
  });
});

test('the digest tells content that was changed, and the same content again', async () => {
  const digestOf = async (content: string) => (await opened('rows.csv', content)).digest;
  const digest = await digestOf(CSV);
  expect(await digestOf(CSV)).toBe(digest);
  expect(await digestOf(CSV.replace('A2', 'A3'))).not.toBe(digest);
  expect(await digestOf(`${CSV}\n`)).not.toBe(digest);
  expect((await opened('rows.csv.gz', gzipSync(CSV))).digest).toBe(digest);
});

test('an input without rows is none that is refused', async () => {
  expect(await opened('rows.csv', 'sku,name')).toMatchObject({ columns: ['sku', 'name'], count: 0 });
  expect(await opened('rows.json', ' [ ] ')).toMatchObject({ columns: [], count: 0 });
});

test('characters across the blocks that are read are whole', async () => {
  const text = `sku\n${'€'.repeat(300)}\n${'äöü€😀'.repeat(200_000).replaceAll(/(.{97})/gu, '$1\n')}`;
  const input = await opened('rows.csv', text);
  expect(input.count).toBe(text.trimEnd().split('\n').length - 1);
});

test('waiting for standard input ends with the signal, and leaves nothing', async () => {
  const folder = freshFolder();
  const stop = new AbortController();
  const opening = openRowInput({
    ...optionsFor(folder),
    format: 'csv',
    signal: stop.signal,
    async *stdin() {
      yield Buffer.from(CSV);
      stop.abort(new Error('Ctrl-C'));
      await new Promise(() => {});
    },
  });
  await expect(opening).rejects.toThrow('Ctrl-C');
  expect(readdirSync(folder)).toEqual([]);
});
