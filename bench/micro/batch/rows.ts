import { crc32 } from 'node:zlib';
import { readRows } from '../../../src/batch/input/read-rows.ts';
import type { RowLayout } from '../../../src/batch/stages.ts';
import { RecordScanner } from '../../../src/delimited/record-scanner.ts';
import { csvParseRecords } from '../../../test/delimited/csv-parse-records.ts';
import { type Lap, microseconds, race } from '../../harness/race.ts';
import { fastest } from '../../harness/statistics.ts';
import { atMost, type Options, type Row, type Suite } from '../../harness/suite.ts';

/** Rows of a batch next to csv-parse, which reads the cells and nothing else. */
export const batchRows: Suite = {
  name: 'batch-rows',
  what: 'reading rows of 20 cells or members: finding where they end, and what they fill',
  run,
};

const ROWS = 1000;
const COLUMNS = Array.from({ length: 20 }, (_, at) => `column_${at}`);

function run({ quick }: Options): Promise<Row[]> {
  const plain = csv((text) => text);
  const one = csv((text, at) => (at === 5 ? `"${text}, x"` : text));
  const all = csv((text) => `"${text}"`);
  const json = Buffer.from(
    lines((row) => JSON.stringify(Object.fromEntries(row.map((text, at) => [COLUMNS[at], text])))),
  );
  const times = race(
    {
      'csv-parse': () => csvParseRecords(plain, ','),
      'csv-parse, all in quotes': () => csvParseRecords(all, ','),
      read: () => readRows(chunkOf(plain), layout('cells')),
      'read, one in quotes': () => readRows(chunkOf(one), layout('cells')),
      'read, all in quotes': () => readRows(chunkOf(all), layout('cells')),
      'read JSON': () => readRows(chunkOf(json), layout('json')),
      scan: () => new RecordScanner(true).scan(plain),
      'scan, one in quotes': () => new RecordScanner(true).scan(one),
      'scan, all in quotes': () => new RecordScanner(true).scan(all),
      digest: () => crc32(plain),
    },
    quick ? { rounds: 15, roundMs: 20 } : { rounds: 61, roundMs: 40 },
  );
  const ratio = (name: keyof typeof times, of: 'csv-parse' | 'csv-parse, all in quotes'): Partial<Row> => ({
    ratio: fastest(times[name].processor) / fastest(times[of].processor),
    of,
    marks: [atMost(0.6, 'ratio')],
  });
  const against: Readonly<Record<string, Partial<Row>>> = {
    read: ratio('read', 'csv-parse'),
    'read, all in quotes': ratio('read, all in quotes', 'csv-parse, all in quotes'),
  };
  return Promise.resolve(
    Object.entries(times).map(([name, lap]) => ({
      name,
      ...microseconds(perRow(lap), fastest),
      ...against[name],
      note: 'a row',
    })),
  );
}

function perRow({ wall, processor }: Lap): Lap {
  return { wall: wall.map((ns) => ns / ROWS), processor: processor.map((ns) => ns / ROWS) };
}

const chunkOf = (bytes: Uint8Array) => ({ firstRow: 1, bytes });

/** Every column is a variable of the label. */
function layout(kind: RowLayout['kind']): RowLayout {
  return {
    kind,
    delimiter: ',',
    columns: COLUMNS,
    variables: Object.fromEntries(COLUMNS.map((column) => [column, column])),
    set: {},
    reportColumns: 0,
    copies: 1,
    copiesColumn: null,
    nameTemplate: null,
  };
}

function csv(cell: (text: string, at: number) => string): Buffer {
  return Buffer.from(lines((row) => row.map(cell).join(',')));
}

/** Numbers, codes and words in turn: 8 bytes a cell. */
function lines(line: (row: readonly string[]) => string): string {
  const texts = ['V', 'some text ', '12.'];
  const rows = Array.from({ length: ROWS }, (_, row) =>
    COLUMNS.map((_, at) => `${texts[at % 3]}${row * at}`),
  );
  return rows.map((row) => `${line(row)}\n`).join('');
}
