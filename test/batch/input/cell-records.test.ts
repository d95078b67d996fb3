import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOf, readCellRecords } from '../../../src/batch/input/cell-records.ts';
import { readCsv } from '../../../src/batch/input/csv.ts';

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
      const { records, fault } = readCellRecords(bytes, ',');
      const cells = records.map((record) => cellsOf(record, ','));
      expect({ records: cells, fault }).toEqual(readCsv(bytes, ','));
    }),
    { numRuns: 1000 },
  );
});
