import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordScanner } from '../../src/delimited/record-scanner.ts';
import { runs } from '../support/runs.ts';
import { csvParseRecords } from './csv-parse-records.ts';

const cell = fc.constantFrom('a', 'bcdef', '""', '"g,\n\n"', '"h""\r\n"', 'öäü');
const text = fc
  .array(
    fc.tuple(fc.array(cell, { minLength: 1, maxLength: 5 }), fc.constantFrom('\n', '\r\n', '\n\r\n\n')),
    {
      maxLength: 12,
    },
  )
  .map((lines) => lines.map(([cells, end]) => cells.join(',') + end).join(''));

test('records of blocks that are cut anywhere are as many as those of the whole', () => {
  fc.assert(
    fc.property(text, fc.boolean(), fc.array(fc.nat({ max: 30 })), (whole, ended, cuts) => {
      const bytes = Buffer.from(ended ? whole : whole.trimEnd());
      const scanner = new RecordScanner(true);
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        scanner.scan(bytes.subarray(at, at + cut));
        at += cut;
      }
      scanner.end();
      expect(scanner.records).toBe(csvParseRecords(bytes, ',').records.length);
    }),
    { numRuns: runs(1000) },
  );
});

test('the end of the last record is told', () => {
  expect(new RecordScanner(true).scan(Buffer.from('a,"b\n"\nc,"d\n'))).toBe(7);
  expect(new RecordScanner(false).scan(Buffer.from('a,"b\n"\nc,"d\n'))).toBe(12);
  expect(new RecordScanner(true).scan(Buffer.from('a,"b\n'))).toBe(0);
});

test('quotes and line ends are seen wherever they stand, beside any byte', () => {
  for (let byte = 0; byte < 256; byte++) {
    if (byte === 0x0a || byte === 0x22) continue;
    for (let at = 0; at < 8; at++) {
      const block = new Uint8Array(10).fill(byte);
      block.set([0x0a], at);
      block.set([0x22], 9);
      expect(new RecordScanner(true).scan(block), `byte ${byte}`).toBe(at + 1);
      block.set([0x22, 0x0a], at);
      expect(new RecordScanner(true).scan(block), `byte ${byte}`).toBe(0);
    }
  }
});
