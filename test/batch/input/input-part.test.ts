import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordScanner } from '../../../src/delimited/record-scanner.ts';
import { runs } from '../../support/runs.ts';
import { opened } from './opened.ts';

const cell = fc.constantFrom(
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
    fc.tuple(fc.array(cell, { minLength: 2, maxLength: 4 }), fc.constantFrom('\n', '\r\n', '\n\r\n\n')),
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
