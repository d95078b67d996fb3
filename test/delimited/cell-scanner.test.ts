import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CellScanner } from '../../src/delimited/cell-scanner.ts';
import { cellsOf, readRecords } from '../../src/delimited/delimited-records.ts';
import { runs } from '../support/runs.ts';

const WIDTH = 2;

/** The records of a chunk: the cells of those that have so many, and are found byte by byte; null for others. */
function scan(csv: string, delimiter = ','): (readonly string[] | null)[] {
  const chunk = Buffer.from(csv);
  const scanner = new CellScanner(delimiter, WIDTH);
  scanner.begin(chunk);
  const records: (readonly string[] | null)[] = [];
  let bytes = 0;
  for (let found = scanner.next(); found !== 'end'; found = scanner.next()) {
    bytes += scanner.bytes;
    const { bounds } = scanner;
    const cells = Array.from({ length: WIDTH }, (_, i) =>
      chunk.toString('utf8', bounds[2 * i], bounds[2 * i + 1]),
    );
    records.push(found === 'cells' ? cells : null);
  }
  expect(bytes).toBeLessThanOrEqual(chunk.length);
  return records;
}

/** Cells as they mostly stand, and whatever may stand beside them. */
const PLAIN = ['x,é\n', '"a",\r\n', '"b,",x\n', ',"\n"\n'];
const PIECES = [...PLAIN, ',', ',', '\n', '\n', '\r\n', '\r', '"', '""', '"a"', '"b,"', 'x', 'é', ' '];

test('records are those that the parser of cells finds, and their cells too', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), (pieces) => {
      const csv = pieces.join('');
      const { records, fault } = readRecords(Buffer.from(csv), ',');
      const scanned = scan(csv);
      // Behind a quote that is wrong nobody knows what a record is.
      if (fault === null) expect(scanned).toHaveLength(records.length);
      else expect(scanned[records.length]).toBeNull();
      for (const [i, record] of records.entries()) {
        const cells = scanned[i];
        if (cells === null) continue;
        expect(cells).toEqual(cellsOf(record, ','));
        found++;
      }
    }),
    { numRuns: runs(1500) },
  );
  expect(found).toBeGreaterThan(runs(200));
});

test.each([
  [
    'a,b\nc,\n,\n',
    [
      ['a', 'b'],
      ['c', ''],
      ['', ''],
    ],
  ],
  [
    'a,b\r\n"c","d"\r\n"",""\n',
    [
      ['a', 'b'],
      ['c', 'd'],
      ['', ''],
    ],
  ],
  [
    '"a,\r\n",b\n"c", d \r\n',
    [
      ['a,\r\n', 'b'],
      ['c', ' d '],
    ],
  ],
  ['\n\r\na,b\n\r\n\n', [['a', 'b']]],
  ['a\r,b\r\r\n', [['a\r', 'b\r']]],
  ['a,b\nc,d', [['a', 'b'], null]],
  ['a\nb,c,d\n"x""y",z\n', [null, null, null]],
  ['"a\n",b', [null]],
  ['', []],
])('%j has cells, where they are plain', (csv, records) => {
  expect(scan(csv)).toEqual(records);
  expect(scan(csv.replaceAll(',', '\t'), '\t')).toEqual(
    records.map((cells) => cells?.map((cell) => cell.replaceAll(',', '\t')) ?? null),
  );
});
