import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BatchStopped, BatchUsage } from '../../../src/batch/batch-failure.ts';
import type { InputOptions } from '../../../src/batch/input/input-format.ts';
import { fileFailure } from '../../../src/batch/input/plain-file.ts';
import { readRows } from '../../../src/batch/input/read-rows.ts';
import { openRowInput } from '../../../src/batch/input/row-input.ts';
import { freshFolder, opened, optionsFor, plainLayout } from './opened.ts';

/** The refusal of an input. */
async function refusal(
  name: string,
  content: string | Uint8Array,
  options: Partial<InputOptions> = {},
): Promise<unknown> {
  return opened(name, content, options).then(
    () => 'it was opened',
    (error: unknown) => error,
  );
}

/** The error that ends reading the rows of an input. */
async function endOf(name: string, content: string): Promise<unknown> {
  const input = await opened(name, content);
  let rows = 0;
  try {
    for await (const chunk of input.chunks(input.start.offset, 1, 65_536)) {
      const read = readRows(chunk, plainLayout(input));
      rows += read.rows.length;
      if (read.fault !== null) return read.fault;
    }
    return `${rows} rows`;
  } catch (error) {
    return error;
  }
}

const rowsFault = (row: number, message: string) =>
  expect.objectContaining({ name: 'InputFault', message, row }) as unknown;

describe('is refused before anything is printed:', () => {
  test.each<[string, string, string | Uint8Array, Partial<InputOptions>, string]>([
    [
      'an empty file',
      'rows.csv',
      '',
      {},
      'the input is empty: its first line must have the names of the columns',
    ],
    [
      'a file of blank lines',
      'rows.csv',
      '\n\r\n\n',
      {},
      'the input is empty: its first line must have the names of the columns',
    ],
    [
      'empty JSON Lines',
      'rows.jsonl',
      '\n',
      {},
      'the input is empty: a JSON object on each line is expected',
    ],
    [
      'another delimiter',
      'rows.csv',
      'sku;name\nA;B\n',
      {},
      'the header is one column, "sku;name": it looks like semicolons (--delimiter ";")',
    ],
    [
      'tabs',
      'rows.csv',
      'sku\tname\nA\tB\n',
      {},
      'the header is one column, "sku\\tname": it looks like tabs (--input-format tsv)',
    ],
    [
      'bars',
      'rows.csv',
      'sku|name\nA|B\n',
      {},
      'the header is one column, "sku|name": it looks like bars (--delimiter "|")',
    ],
    [
      'commas',
      'rows.tsv',
      'sku,name\nA,B\n',
      {},
      'the header is one column, "sku,name": it looks like commas (--input-format csv)',
    ],
    ['a column without a name', 'rows.csv', 'sku,,name\n', {}, 'column 2 of the header has no name'],
    [
      'a header that ends in a delimiter',
      'rows.csv',
      'sku,name,\n',
      {},
      'column 3 of the header has no name; does the header end in a delimiter?',
    ],
    [
      'a name that stands twice',
      'rows.csv',
      'sku,name, SKU \n',
      {},
      'columns 1 and 3 of the header have the same name, "SKU"; case and spaces around it make no difference',
    ],
    [
      'too many columns',
      'rows.csv',
      Array.from({ length: 1001 }, (_, at) => `c${at}`).join(','),
      {},
      'the header has 1001 columns; at most 1000 are read',
    ],
    [
      'a broken header',
      'rows.csv',
      'sku,na"me\nA,B\n',
      {},
      'the header is broken: column 2 has a quote inside its value: write the value in quotes, and each quote in it twice',
    ],
    [
      'a header that is not closed',
      'rows.csv',
      'sku,"name\nA,B\n',
      {},
      'the header is broken: column 2 has a quote that is not closed',
    ],
    [
      'a header without an end',
      'rows.csv',
      'x'.repeat(2_000_000),
      {},
      'the first line cannot be read: a record of more than 1 MiB begins here: is a quote not closed?',
    ],
    [
      'line ends of old Macs',
      'rows.csv',
      'sku\rA\rB\r',
      {},
      'the lines of the input end in CR alone, as on old Macs: save it with LF or CRLF',
    ],
    [
      'a workbook',
      'rows.csv',
      'PK\x03\x04xyz',
      {},
      'the input is a workbook or another zip archive: give a workbook the ending .xlsx, or --input-format xlsx',
    ],
    [
      'UTF-16 with a byte order mark',
      'rows.csv',
      Buffer.from('\ufeffsku\nA\n', 'utf16le'),
      {},
      'the input is UTF-16: say --encoding utf-16le',
    ],
    [
      'UTF-16 without one',
      'rows.csv',
      Buffer.from('sku\nA\n', 'utf16le'),
      {},
      'the input is UTF-16: say --encoding utf-16le',
    ],
    [
      'UTF-16 the other way round',
      'rows.json',
      Buffer.from('\ufeff[{"a":1}]', 'utf16le').swap16(),
      {},
      'the input is UTF-16: say --encoding utf-16be',
    ],
    [
      'a header that is not UTF-8',
      'rows.csv',
      Buffer.from('sku,größe\nA,B\n', 'latin1'),
      {},
      'the header cannot be read: its bytes are not UTF-8: say the encoding, --encoding windows-1252 for example',
    ],
    [
      'UTF-16 that is none',
      'rows.csv',
      'sku,name\nA1,Smith\nA2,Jones\n',
      { encoding: 'utf-16le' },
      'as utf-16le the input is one line without an end, and has no rows: say the right --encoding',
    ],
    [
      'bytes that are no text',
      'rows.csv',
      'sku,\x1b[1m\nA,B\n',
      {},
      'column 2 of the header has U+001B in its name, a control character: is the input text, and of this encoding? --encoding says which',
    ],
    [
      'gzip that was cut off',
      'rows.csv.gz',
      gzipSync('sku,name\nA,B\n').subarray(0, 25),
      {},
      'cannot read FILE: its compressed data ends too early; was it cut off?',
    ],
    [
      'damaged gzip',
      'rows.csv.gz',
      gzipSync('sku,name\n'.repeat(9)).fill(0x55, 12, 20),
      {},
      'cannot read FILE: its compressed data is damaged; was it cut off, or changed on its way?',
    ],
    [
      'no gzip',
      'rows.csv.gz',
      'sku,name\nA,B\n',
      {},
      'its name ends in .gz, but it is not compressed with gzip: remove the .gz',
    ],
    [
      'a JSON array as JSON Lines',
      'rows.jsonl',
      '[{"sku":1},\n{"sku":2}]\n',
      {},
      'none of the first 2 lines of the input is a JSON object; a JSON array is read with --input-format json',
    ],
    [
      'an object for an array',
      'rows.json',
      '{"sku":1}',
      {},
      'the input is no JSON array; one object a line is read with --input-format jsonl',
    ],
    [
      'something behind an array',
      'rows.json',
      '[{"sku":1}] []',
      {},
      'something follows the end of the JSON array',
    ],
  ])('%s', async (_, name, content, options, message) => {
    const error = await refusal(name, content, options);
    expect(error).toBeInstanceOf(BatchStopped);
    expect((error as Error).message.replace(/\/\S+rows\S*(?=:)/, 'FILE')).toBe(message);
  });

  test.each<[string, number, string, string | Uint8Array, Partial<InputOptions>, string]>([
    [
      'a row that is not UTF-8',
      3,
      'rows.csv',
      Buffer.from('sku,name\nA,B\nC,D\n\nE,Größe\n', 'latin1'),
      {},
      'its bytes are not UTF-8: say the encoding, --encoding windows-1252 for example',
    ],
    [
      'a row that is not UTF-8 at its end',
      2,
      'rows.jsonl',
      Buffer.from('{"a":"1"}\n{"a":"\xe4', 'latin1'),
      {},
      'its bytes are not UTF-8: say the encoding, --encoding windows-1252 for example',
    ],
    [
      'bytes that the encoding lacks',
      2,
      'rows.csv',
      Buffer.from('sku\nA\n\x81\x30\n', 'latin1'),
      { encoding: 'shift_jis' },
      'it has bytes that are no character of shift_jis: say the right --encoding',
    ],
    [
      'a JSON array that is cut off in an element',
      2,
      'rows.json',
      '[{"a":1},\n{"a":',
      {},
      'the JSON array ends here without its ]: was it cut off?',
    ],
    [
      'a JSON array that is cut off in a string',
      2,
      'rows.json',
      '[{"a":1},\n{"a":"x',
      {},
      'the JSON array ends here without its ]: was it cut off?',
    ],
    [
      'a JSON array that is cut off behind an element',
      1,
      'rows.json',
      '[{"a":1}',
      {},
      'the JSON array ends here without its ]: was it cut off?',
    ],
    [
      'a JSON array that is empty but for a bracket',
      1,
      'rows.json',
      '[',
      {},
      'the JSON array ends here without its ]: was it cut off?',
    ],
    [
      'a JSON array with a word in it',
      2,
      'rows.json',
      '[{"a":1}, nothing]',
      {},
      'it is not valid JSON, and its end is unknown',
    ],
    [
      'a JSON array with a comma too many',
      2,
      'rows.json',
      '[{"a":1},]',
      {},
      'there is nothing before its comma or bracket',
    ],
    ['a bracket too many', 1, 'rows.json', '[}]', {}, 'a bracket is closed that was not opened'],
    [
      'an element without an end',
      2,
      'rows.json',
      `[{"a":1},{"a":"${'x'.repeat(1_200_000)}`,
      {},
      'an element of more than 1 MiB begins here: is a bracket or a quote not closed?',
    ],
  ])('%s', async (_, row, name, content, options, message) => {
    expect(await refusal(name, content, options)).toEqual(rowsFault(row, message));
  });

  test.each<[string, Partial<InputOptions>, string]>([
    [
      'standard input without a format',
      { path: '-' },
      'say what standard input is: --input-format csv, tsv, jsonl, json or xlsx',
    ],
    [
      'the ending of another workbook',
      { path: 'rows.ods' },
      'rows.ods is a workbook that is not read: save it as .xlsx, or its sheet as CSV (in Excel, "CSV UTF-8")',
    ],
    [
      'an unknown ending',
      { path: 'rows.txt' },
      'rows.txt does not end in .csv, .tsv, .tab, .jsonl, .ndjson, .json, .xlsx, .xlsm (or these and .gz): give its format with --input-format csv, tsv, jsonl, json or xlsx',
    ],
    [
      'no ending',
      { path: 'a.csv/rows' },
      'a.csv/rows does not end in .csv, .tsv, .tab, .jsonl, .ndjson, .json, .xlsx, .xlsm (or these and .gz): give its format with --input-format csv, tsv, jsonl, json or xlsx',
    ],
    [
      'an unknown encoding',
      { path: 'rows.csv', encoding: 'klingon' },
      '--encoding klingon is not known; usual ones are utf-8, utf-16le, windows-1252, windows-1250, windows-1251, iso-8859-15, macintosh, cp850, shift_jis, gb18030, big5 and euc-kr',
    ],
    [
      'an encoding that is none of text',
      { path: 'rows.csv', encoding: 'base64' },
      '--encoding base64 is not known; usual ones are utf-8, utf-16le, windows-1252, windows-1250, windows-1251, iso-8859-15, macintosh, cp850, shift_jis, gb18030, big5 and euc-kr',
    ],
    [
      'a delimiter of two characters',
      { path: 'rows.csv', delimiter: '\\t' },
      '--delimiter is one character, such as ";", and no quote; for tabs say --input-format tsv',
    ],
    [
      'a delimiter of JSON',
      { path: 'rows.json', delimiter: ';' },
      '--delimiter is for CSV and TSV, not for JSON',
    ],
  ])('%s', async (_, options, message) => {
    await expect(openRowInput({ ...optionsFor('/nowhere'), ...options })).rejects.toEqual(
      new BatchUsage(message),
    );
  });

  test('a file that is not there, and a folder', async () => {
    const folder = freshFolder();
    const missing = join(folder, 'rows.csv');
    await expect(openRowInput({ ...optionsFor(folder), path: missing })).rejects.toEqual(
      new BatchStopped(`cannot read ${missing}: there is no such file or folder`),
    );
    const inside = join(folder, 'folder.csv');
    mkdirSync(inside);
    await expect(openRowInput({ ...optionsFor(folder), path: inside })).rejects.toEqual(
      new BatchStopped(`cannot read ${inside}: it is a folder`),
    );
  });

  test('a file that may not be read', () => {
    const denied = Object.assign(new Error('EACCES'), { code: 'EACCES', path: 'rows.csv' });
    expect(fileFailure(denied, 'rows.csv')).toEqual(
      new BatchStopped('cannot read rows.csv: permission denied'),
    );
  });

  test('a disk without room for the rows as plain text', async () => {
    const full: unknown = await writeFile('/dev/full', 'sku').catch((error: unknown) => error);
    expect(fileFailure(full, 'rows.csv.gz', 'out.input')).toEqual(
      new BatchStopped(
        'cannot write out.input, which is to hold the rows as plain text: the disk is full; make room, or put the output elsewhere',
      ),
    );
  });

  test('a folder for the rows as plain text that is not there', async () => {
    const temporary = join(freshFolder(), 'none', 'out.input');
    await expect(opened('rows.csv.gz', gzipSync('sku\nA\n'), { temporary })).rejects.toEqual(
      new BatchStopped(
        `cannot write ${temporary}, which is to hold the rows as plain text: there is no such file or folder`,
      ),
    );
  });
});

describe('ends the run at its row:', () => {
  const INSIDE = 'has a quote inside its value: write the value in quotes, and each quote in it twice';
  const lines = (count: number, line: string) => `${line}\n`.repeat(count);

  test.each<[string, number, string, string, string]>([
    [
      'a broken quote in row 500,000',
      500_000,
      'rows.csv',
      `sku,"name"\n${lines(499_999, '1,2')}1,2" pipe\n${lines(100, '1,2')}`,
      `column 2 ("name") ${INSIDE}`,
    ],
    ['text behind a quote', 2, 'rows.csv', 'sku,name\n"A",B\n"C"x,D\n', `column 1 ("sku") ${INSIDE}`],
    [
      'a quote in more cells than there are columns',
      1,
      'rows.csv',
      'sku,name\nA,B,C"\n',
      `column 3 ${INSIDE}`,
    ],
    [
      'a quote that is not closed at the end',
      3,
      'rows.csv',
      'sku,name\nA,B\nC,D\nE,"F\nG,H\n',
      'column 2 ("name") has a quote that is not closed',
    ],
    [
      'a quote that is not closed far from the end',
      3,
      'rows.csv',
      `sku,name\nA,B\n\nC,D\n"E,F\n${lines(300_000, 'G,H')}`,
      'a record of more than 1 MiB begins here: is a quote not closed?',
    ],
    [
      '10 MB in one cell',
      2,
      'rows.csv',
      `sku,name\nA,B\nC,${'x'.repeat(10_000_000)}\nD,E\n`,
      'a record of more than 1 MiB begins here: is a quote not closed?',
    ],
    [
      '10 MB in one member',
      2,
      'rows.jsonl',
      `{"a":1}\n{"a":"${'x'.repeat(10_000_000)}"}\n{"a":2}\n`,
      'a record of more than 1 MiB begins here: is a line end missing?',
    ],
  ])('%s', async (_, row, name, content, message) => {
    expect(await endOf(name, content)).toEqual(rowsFault(row, message));
  });

  test.each([
    ['grows', 'more\n'],
    ['becomes shorter', null],
  ])('an input that %s while it is read', async (_, appended) => {
    const folder = freshFolder();
    const path = join(folder, 'rows.csv');
    writeFileSync(path, `sku\n${lines(100, 'A')}`);
    const input = await openRowInput({ ...optionsFor(folder), path });
    onTestFinished(() => input.close());
    const chunks = input.chunks(input.start.offset, 1, 64)[Symbol.asyncIterator]();
    await chunks.next();
    if (appended === null) writeFileSync(path, 'sku\nA\n');
    else appendFileSync(path, appended);
    await expect(async () => {
      while ((await chunks.next()).done !== true);
    }).rejects.toEqual(
      new BatchStopped(
        'the input was changed while it was read; start again with an input that does not change',
      ),
    );
  });
});
