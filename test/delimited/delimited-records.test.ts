import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOf, readFirstRecord, readRecords } from '../../src/delimited/delimited-records.ts';
import { runs } from '../support/runs.ts';
import { csvParseRecords } from './csv-parse-records.ts';

/** Text in which quotes, delimiters and line ends meet in every way, right and wrong. */
const anyText = fc
  .array(fc.constantFrom('"', '""', ',', '\n', '\r\n', '\r', '\0', 'a', 'é', ' ', '",', ',"', '"\n', '\n"'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

/** Text as a spreadsheet writes it: every kind of value, quoted where it must be, and here and there otherwise. */
const writtenText = fc
  .array(
    fc.array(fc.tuple(fc.constantFrom('', 'ab', 'a,b', '7" x', '"', 'a\nb', 'é\r', ' '), fc.boolean())),
    {
      maxLength: 12,
    },
  )
  .map((rows) =>
    rows
      .map((cells) =>
        cells
          .map(([text, always]) =>
            always || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
          )
          .join(','),
      )
      .join('\n'),
  );

test.each([
  ['anything', anyText],
  ['what is well written', writtenText],
])('reads %s as csv-parse does, faults included', (_, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      const bytes = Buffer.from(text);
      const { records, fault } = readRecords(bytes, ',');
      const cells = records.map((record) => cellsOf(record, ','));
      expect({ records: cells, fault }).toEqual(csvParseRecords(bytes, ','));
    }),
    { numRuns: runs(1000) },
  );
});

test('reads the first record as csv-parse does, and finds its end', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(',', 'é'), (text, delimiter) => {
      const bytes = Buffer.from(text);
      const first = readFirstRecord(bytes, delimiter);
      const { records, fault } = csvParseRecords(bytes, delimiter);
      if (first !== null && 'wrong' in first) expect([records, fault]).toEqual([[], first]);
      else {
        expect(first?.cells).toEqual(records[0]);
        const rest = bytes.subarray(first?.end ?? bytes.length);
        expect(csvParseRecords(rest, delimiter)).toEqual({ records: records.slice(1), fault });
      }
    }),
    { numRuns: runs(1000) },
  );
});
