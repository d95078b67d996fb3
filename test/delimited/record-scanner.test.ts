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

test('the end of the last record is reported', () => {
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

/** Bounds of the records that end in a text, byte by byte. */
function boundsOf(bytes: Uint8Array, mayBeQuoted: boolean): number[] {
  const bounds: number[] = [];
  let start = 0;
  let inQuotes = false;
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0x22 && mayBeQuoted) inQuotes = !inQuotes;
    if (byte !== 0x0a || inQuotes) continue;
    const end = bytes[at - 1] === 0x0d && at > start ? at - 1 : at;
    if (end > start) bounds.push(start, end);
    start = at + 1;
  }
  return bounds;
}

test('records have the bounds that a walk byte by byte gives, and end one after the other', () => {
  const byte = fc.constantFrom(0x0a, 0x0a, 0x0d, 0x22, 0x61, 0x00, 0xff);
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 300 }), fc.nat(5), fc.boolean(), (all, offset, mayBeQuoted) => {
      const bytes = Uint8Array.from([...Array<number>(offset).fill(0x0a), ...all]).subarray(offset);
      const bounds: number[] = [];
      const scanner = new RecordScanner(mayBeQuoted);
      const end = scanner.scan(bytes, bounds);
      expect(bounds).toEqual(boundsOf(bytes, mayBeQuoted));
      expect(scanner.records).toBe(bounds.length / 2);
      const stepping = new RecordScanner(mayBeQuoted);
      let at = 0;
      for (let step = stepping.scanFirst(bytes); step > 0; step = stepping.scanFirst(bytes.subarray(at)))
        at += step;
      expect([at, stepping.records]).toEqual([end, scanner.records]);
    }),
    { numRuns: runs(2000) },
  );
});

test('a block of more than 1 MiB is scanned whole', () => {
  const line = `${'x'.repeat(99)}\n`;
  const bytes = Buffer.from(line.repeat(25_000));
  const bounds: number[] = [];
  const scanner = new RecordScanner(true);
  expect(scanner.scan(bytes, bounds)).toBe(bytes.length);
  expect([scanner.records, bounds.length, bounds.at(-1)]).toEqual([25_000, 50_000, bytes.length - 1]);
});
