import { open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { chunksOf, type RecordFile } from '../../../src/batch/input/record-file.ts';
import { RecordScanner } from '../../../src/delimited/record-scanner.ts';
import { csvParseRecords } from '../../delimited/csv-parse-records.ts';
import { runs } from '../../support/runs.ts';
import { freshFolder, opened } from './opened.ts';

async function fileOf(content: string, mayBeQuoted = true): Promise<RecordFile> {
  const path = join(freshFolder(), 'records');
  await writeFile(path, content);
  const handle = await open(path);
  onTestFinished(() => handle.close());
  const { size, mtimeMs } = await stat(path);
  return { handle, bytes: size, end: size, modifiedMs: mtimeMs, mayBeQuoted };
}

async function textsOf(
  file: RecordFile,
  from: number,
  bytes: number,
  fromRow = 1,
): Promise<readonly [number, string][]> {
  const texts: [number, string][] = [];
  for await (const chunk of chunksOf(file, from, fromRow, bytes)) {
    texts.push([chunk.offset, Buffer.from(chunk.bytes).toString()]);
  }
  return texts;
}

test('chunks are whole records, one at least', async () => {
  const file = await fileOf('a,b\r\n"c\n"",",d\ne\n\nf');
  expect(await textsOf(file, 0, 6)).toEqual([
    [0, 'a,b\r\n'],
    [5, '"c\n"",",d\ne\n'],
    [17, '\nf'],
  ]);
  expect(await textsOf(file, 15, 1)).toEqual([
    [15, 'e\n'],
    [17, '\n'],
    [18, 'f'],
  ]);
});

test('chunks of any size say which row they begin with', async () => {
  const file = await fileOf('a\n\n"b\n"\r\n\r\nc\nd');
  const rows: [number, number][] = [];
  for await (const { offset, firstRow } of chunksOf(file, 3, 8, 1)) rows.push([offset, firstRow]);
  expect(rows).toEqual([
    [3, 8],
    [11, 9],
    [13, 10],
  ]);
});

test('quotes have no meaning in JSON Lines', async () => {
  expect(await textsOf(await fileOf('{"a\n":1}\n', false), 0, 5)).toEqual([
    [0, '{"a\n'],
    [4, '":1}\n'],
  ]);
});

test('a record that is too large is reported with its row, wherever reading began', async () => {
  const file = await fileOf(`a\n\n${'b\n'.repeat(10)}"${'c\n'.repeat(600_000)}`);
  for (const [from, fromRow] of [
    [0, 1],
    [3, 2],
    [23, 12],
  ] as const) {
    await expect(textsOf(file, from, 16, fromRow)).rejects.toMatchObject({ name: 'InputFault', row: 12 });
  }
});

test('a record may have 1 MiB with its line end', async () => {
  const file = await fileOf(`a\n${'x'.repeat(1_048_575)}\nb\n`);
  const chunks = await textsOf(file, 0, 65_536);
  expect(chunks.map(([offset, text]) => [offset, text.length])).toEqual([
    [0, 2],
    [2, 1_048_576],
    [1_048_578, 2],
  ]);
  await expect(textsOf(await fileOf(`${'x'.repeat(1_048_576)}\n`), 0, 65_536)).rejects.toThrow(
    'more than 1 MiB',
  );
});

const cell = fc.constantFrom('', 'a', 'b c', '"d"', '"e,\n"', '"f""\r\n"', 'ö');
const records = fc.array(
  fc.tuple(fc.array(cell, { minLength: 1, maxLength: 4 }), fc.constantFrom('\n', '\r\n', '\n\n')),
  { maxLength: 20 },
);

test('chunks of any size have the records of the whole, and go on from the end of each', async () => {
  await fc.assert(
    fc.asyncProperty(records, fc.integer({ min: 1, max: 60 }), async (lines, bytes) => {
      const content = lines.map(([cells, end]) => cells.join(',') + end).join('');
      const file = await fileOf(content);
      const chunks = await textsOf(file, 0, bytes);
      expect(chunks.map(([, text]) => text).join('')).toBe(content);
      expect(chunks.flatMap(([, text]) => csvParseRecords(text, ',').records)).toEqual(
        csvParseRecords(content, ',').records,
      );
      const middle = chunks[chunks.length >> 1];
      if (middle !== undefined) {
        expect(await textsOf(file, middle[0], bytes)).toEqual(chunks.slice(chunks.length >> 1));
      }
    }),
    { numRuns: runs(150) },
  );
});

const partCell = fc.constantFrom(
  'a',
  'bcdef',
  '""',
  '"g,\n\n"',
  '"h""\r\n"',
  'öäü',
  '"'.repeat(8),
  'x'.repeat(300),
);
const table = fc
  .array(
    fc.tuple(fc.array(partCell, { minLength: 2, maxLength: 4 }), fc.constantFrom('\n', '\r\n', '\n\r\n\n')),
    {
      maxLength: 20,
    },
  )
  .map((lines) => `k,l\n${lines.map(([cells, end]) => cells.join(',') + end).join('')}`);

/** The records of each shard with the number of its first one. */
async function shardsOf(content: string, count: number, name = 'rows.csv') {
  const shards: { readonly firstRow: number; readonly text: string; readonly count: number }[] = [];
  for (let index = 0; index < count; index++) {
    const input = await opened(name, content, { shard: { index, count } });
    const { start, firstRow } = input;
    let text = '';
    let expected = firstRow;
    for await (const chunk of input.chunks(start.offset, firstRow, 64)) {
      expect(chunk.firstRow).toBe(expected);
      const scanner = new RecordScanner(name.endsWith('.csv'));
      scanner.scan(chunk.bytes);
      scanner.end();
      expected += scanner.records;
      text += Buffer.from(chunk.bytes).toString();
    }
    shards.push({ firstRow, text, count: input.count });
    await input.close();
  }
  return shards;
}

describe('the parts of an input', () => {
  it('have each record once, with its number in the whole, wherever the cuts fall', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 12 }), fc.boolean(), async (made, count, isEnded) => {
        const content = isEnded ? made : made.replace(/[\r\n]+$/, '');
        const shards = await shardsOf(content, count);
        expect(shards.map(({ text }) => text).join('')).toBe(content.replace(/^k,l\n?/, ''));
        let row = 1;
        for (const shard of shards) {
          expect(shard.firstRow).toBe(row);
          row += shard.count;
        }
        const whole = await opened('rows.csv', content);
        expect(row - 1).toBe(whole.count);
        await whole.close();
      }),
      { numRuns: runs(60) },
    );
  });

  it('are of about equal bytes, and of lines where rows are JSON', async () => {
    const content = Array.from({ length: 1000 }, (_, index) => `{"n":"${index}\\"","m":"\\n"}\n`).join('');
    const shards = await shardsOf(content, 7, 'rows.jsonl');
    expect(shards.map(({ text }) => text).join('')).toBe(content);
    const sizes = shards.map(({ text }) => text.length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(50);
  });

  it('are empty where a record is longer than a part', async () => {
    const content = `k\n"${'y\n'.repeat(500)}"\nz\n`;
    const shards = await shardsOf(content, 4);
    expect(shards.map(({ count }) => count)).toEqual([1, 0, 0, 1]);
    expect(shards.map(({ firstRow }) => firstRow)).toEqual([1, 2, 2, 2]);
  });

  it('name the row of the whole that is no text', async () => {
    const content = Buffer.concat([Buffer.from(`k\n${'row\n'.repeat(99)}`), Buffer.from([0xff, 0x0a])]);
    await expect(opened('rows.csv', content, { shard: { index: 3, count: 4 } })).rejects.toMatchObject({
      row: 100,
    });
    const before = await opened('rows.csv', content, { shard: { index: 0, count: 4 } });
    expect(before.count).toBe(25);
  });
});
