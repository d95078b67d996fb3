import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRows } from '../../../src/batch/input/read-rows.ts';
import { chunkMaker } from '../../../src/batch/local/chunk-maker.ts';
import {
  type ChunkReply,
  type ChunkTask,
  createSlot,
  ROW_NUMBERS,
} from '../../../src/batch/local/chunk-messages.ts';
import { PlainRows } from '../../../src/batch/local/plain-rows.ts';
import { templateOf } from '../../../src/batch/local/record-maker.ts';
import type { BatchLabel, RowLayout } from '../../../src/batch/stages.ts';
import { FailureError, failure } from '../../../src/errors.ts';
import { substituteRecords } from '../../../src/template/substitute.ts';
import { runs } from '../../support/runs.ts';
import { labelOf } from './making.ts';

const NOW = new Date('2026-11-21T18:30:00Z');
const COLUMNS = ['a', 'B', 'date', 'n', 'x'];

const PLAIN: RowLayout = {
  kind: 'cells',
  delimiter: ',',
  columns: ['a', 'B'],
  reportColumns: 0,
  variables: { a: 'a', B: 'B' },
  set: {},
  copies: 1,
  copiesColumn: null,
  nameTemplate: null,
};

/** The result of rows: the labels of all, and the rows that failed. */
interface Result {
  readonly zpl: string;
  readonly failed: readonly number[];
  readonly unresolved: number;
  readonly rows: number;
  readonly fault: string | null;
}

const TASK: ChunkTask = { slot: 0, length: 0, bytes: null, chunkRow: 1, firstRow: 1, broken: new Map() };

/** One row after the other, as a request of the API makes it. */
function byRequests(csv: Uint8Array, label: BatchLabel, layout: RowLayout): Result {
  const template = templateOf(label);
  const { rows, fault } = readRows({ firstRow: 1, bytes: csv }, layout);
  const labels: string[] = [];
  const failed: number[] = [];
  let unresolved = 0;
  for (const [index, row] of rows.entries()) {
    try {
      if (row.fault !== null) throw new FailureError(failure('too_large', row.fault));
      const made = substituteRecords(template, [row.variables], row.copies, { now: NOW });
      for (let copy = 0; copy < row.copies; copy++) labels.push(made.output[0] as string);
      unresolved += made.unresolved;
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      failed.push(1 + index);
    }
  }
  const zpl = labels.join(Buffer.from(label.stateReset).toString('latin1'));
  return { zpl, failed, unresolved, rows: rows.length, fault: fault?.message ?? null };
}

/** As a thread of a batch makes a chunk, whose slot has room for so many bytes. */
async function byChunk(
  csv: Uint8Array,
  label: BatchLabel,
  layout: RowLayout,
  outputBytes = 1 << 20,
): Promise<Result & { readonly replies: number }> {
  const slot = createSlot(csv.length, outputBytes);
  const data = { label, layout, format: 'zpl', validates: false, now: NOW.getTime(), slots: [slot] } as const;
  const make = await chunkMaker(data);
  slot.input.set(csv);
  const pieces: string[] = [];
  const failed: number[] = [];
  let [unresolved, rows, replies] = [0, 0, 0];
  for (;;) {
    const task = { ...TASK, length: csv.length, firstRow: 1 + rows };
    const reply = make(task) as ChunkReply;
    replies++;
    const last = reply.made.length - ROW_NUMBERS;
    if (last >= 0) {
      const end = (reply.made[last + 1] as number) + (reply.made[last + 2] as number);
      pieces.push(Buffer.from((reply.large ?? slot.output).subarray(0, end)).toString('latin1'));
    }
    failed.push(...reply.failed.map(({ row }) => row));
    unresolved += reply.unresolved;
    rows += reply.rows;
    if (!reply.done) continue;
    const zpl = pieces.join(Buffer.from(label.stateReset).toString('latin1'));
    return { zpl, failed, unresolved, rows, fault: reply.fault, replies };
  }
}

/** One of these, now and then one of those. */
const mostly = <T>(usual: readonly T[], rare: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...rare));

const data = fc
  .array(
    fc.oneof(
      mostly(
        ['{a}', '{A}', '{B}', '{ b }'],
        ['{date}', '{DATE}', '{TIME:HH}', '{COUNTER:7}', '{missing}', '{set}'],
      ),
      mostly(['text', 'é', '12', ' ', '#', '_41', '<'], ['\\', '\\&', '_', '>', '>:', '{', '}', 'QA,', '~']),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(''));
const field = fc
  .tuple(
    mostly(
      [
        '',
        '',
        '^FB300,3',
        '^TBN,300,90',
        '^BCN,50,Y,N,N',
        '^BCN,50,Y,N,N,A',
        '^B3N',
        '^BQN,2,5',
        '^BXN,5,200',
      ],
      ['^FC%', '^FE#', '^FN1', '^FN2'],
    ),
    fc.constantFrom('', '^FH', '^FH\\'),
    mostly(['^FD'], ['^FV', '^SN']),
    data,
  )
  .map(([kind, hex, command, text]) => `^FO9,9${kind}${hex}${command}${text}^FS`);
const zpl = fc
  .tuple(
    mostly(['^CI28', '^CI28', '', '^CI27'], ['^CI13', '^CI15', '^CI28^CC!']),
    fc.array(field, { minLength: 1, maxLength: 3 }),
    mostly(['', '^FX é^FS'], ['^FN1^FDx{a}^FS', '^FD{B}']),
  )
  .map(([start, fields, end]) => {
    const prefix = start.endsWith('!') ? '!' : '^';
    return `^XA${start}${(fields.join('') + end).replaceAll('^', prefix)}${prefix}XZ`;
  });

const value = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[ ,-:A-Za-z]{0,8}$/) },
  mostly(['', 'Jürgen Groß', 'Gdańsk', '😀', '400638133393', 'x^y', 'b\\', '&'], ['\0', 'x'.repeat(1001)]),
  fc
    .array(fc.constantFrom(...Array.from('^~_\\<>&#%!"{}\n\r\té;,')), { maxLength: 3 })
    .map((c) => c.join('')),
);
/** Cells mostly as a spreadsheet writes them, and with what is wrong in every way. */
const cell = fc.tuple(value, fc.integer({ min: 0, max: 30 })).map(([text, how]) => {
  const isQuoted = how < 10 || /[",\r\n]/.test(text);
  return how > 0 && isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
});
const row = fc
  .tuple(cell, cell, cell, mostly(['', '1', '3', '"2"'], ['x', '0']), cell, fc.integer({ min: 0, max: 40 }))
  .map(([a, b, date, n, x, wrong]) => [a, b, date, n, x, 'more'].slice(0, wrong < 2 ? 4 + 2 * wrong : 5));
const csv = fc
  .tuple(fc.array(row, { maxLength: 16 }), fc.constantFrom('\n', '\r\n', '\n\n'), fc.boolean())
  .map(([rows, end, ends]) =>
    Buffer.from(rows.map((cells) => cells.join(',')).join(end) + (ends ? end : '')),
  );

const layouts = fc
  .record({
    variables: fc.constantFrom<RowLayout['variables']>(
      { a: 'a', B: 'B', date: 'DATE' },
      { a: 'A', B: 'b' },
      { a: 'B', x: 'a' },
      {},
    ),
    set: fc.constantFrom<RowLayout['set']>(
      {},
      { set: 'Zoë', B: 'b^' },
      { set: 's', a: '>' },
      { DATE: 'today' },
    ),
    copies: fc.constantFrom(1, 1, 2),
    copiesColumn: fc.constantFrom(null, null, 'n'),
    reportColumns: fc.constantFrom(0, 0, 1),
  })
  .map((given): RowLayout => {
    const columns = COLUMNS.slice(0, COLUMNS.length - given.reportColumns);
    const variables = Object.fromEntries(
      Object.entries(given.variables).filter(([name]) => columns.includes(name)),
    );
    return { kind: 'cells', delimiter: ',', columns, nameTemplate: null, ...given, variables };
  });

const labels = fc
  .tuple(zpl, mostly([[]], [[{ variable: 'a', steps: [{ op: 'upper' }] }]]))
  .map(([text, fieldTransforms]) => labelOf(text, { fieldTransforms }));

test('rows are made to what requests make of them, whatever label, rows and layout are', async () => {
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(labels, csv, layouts, async (label, bytes, layout) => {
      const { replies, ...made } = await byChunk(bytes, label, layout);
      expect(made).toEqual(byRequests(bytes, label, layout));
      expect(replies).toBe(1);
      if (PlainRows.of(templateOf(label), layout, NOW)?.begin(bytes) === true) plain++;
    }),
    { numRuns: runs(300) },
  );
  // Otherwise the property is that of one path only.
  expect(plain).toBeGreaterThan(runs(60));
});

/** Each would become wrong if its bytes were sent by themselves where they mean something together. */
const HARD = [
  '',
  'a',
  '12',
  'é',
  '中',
  '😀',
  '^',
  '~',
  '_',
  '_41',
  '\\',
  '\\&',
  'b\\',
  '&c',
  '-',
  '<',
  '<<>',
  'c>',
  '>',
  '>:',
  '>0',
  'a\nb',
  'a\r\nb',
  '\r',
  '\n',
  '\t',
  '"',
  ',',
  '%',
  '#1',
  '%d',
  '!',
  '400638133393',
  '{a}',
  'a\0',
  'x'.repeat(1001),
];

test.each([
  '^XA^CI28^FO9,9^FD{a}^FS^XZ',
  '^XA^FO9,9^FD{a}^FS^XZ',
  '^XA^CI28^FO9,9^FH\\^FDx{a}{B}\\41^FS^XZ',
  '^XA^CI28^FO9,9^FB300,3^FD{a}{B}^FS^XZ',
  '^XA^CI28^FO9,9^FB300,3^FDx\\{a}^FS^XZ',
  '^XA^CI28^FO9,9^FB300,3^FE#^FDx\\{a}#1#^FS^FN1^FD{B}^FS^XZ',
  '^XA^CI28^FO9,9^TBN,300,90^FD{a}{B}^FS^XZ',
  '^XA^CI28^FO9,9^TBN,300,90^FD<{a}{B}^FS^XZ',
  '^XA^CI28^FO9,9^FN1^FS^FO9,9^FB300,3^FN1^FS^FN1^FD{a}{B}^FS^XZ',
  '^XA^CI28^FO9,9^FN1^FS^FO9,9^BCN,50^FN1^FS^FN1^FD{a}^FS^XZ',
  '^XA^CI28^FO9,9^BCN,50^FD{a}{B}^FS^XZ',
  '^XA^CI28^FO9,9^BCN,50^FD>{a}^FS^XZ',
  '^XA^CI28^FO9,9^BXN,5,200^FD{a}^FS^XZ',
  '^XA^CI28^FO9,9^FC%^FD{a}%d^FS^XZ',
  '^XA^CI28^FO9,9^SN{a},1,Y^FS^XZ',
  '^XA^CI15^FO9,9^FD{a}{B}^FS^XZ',
  '^XA^CI13,36,65^FO9,9^FD{a}{B}^FS^XZ',
  '^XA^CI28^CC!!FO9,9!FD{a}^!FS!XZ',
  '^XA^CI28^CCA^AFO9,9AFD{a}xAFSAXZ',
  '^XA^CI28^CC5^5FO9,95FD{a}_x5FS5XZ',
  '^XA^CI28^FO9,9^FD{missing}^FS^FO9,9^FD{missing}{a}^FS^XZ',
])('%s takes every value as a request does', async (text) => {
  const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;
  const layout = { ...PLAIN, copies: 2 };
  const label = labelOf(text);
  for (const bytes of [
    // In chunks of their own where one would make the whole chunk another one.
    ...HARD.map((value) => Buffer.from(`${quoted(value)},&d\n${quoted(value)},\n`)),
    Buffer.from(HARD.map((value) => `${quoted(value)},${quoted(`c${value}`)}\n`).join('')),
    // Bytes that no cell of text can have.
    Buffer.from('a\xff,b\n', 'latin1'),
  ]) {
    const { replies, ...made } = await byChunk(bytes, label, layout);
    expect({ ...made, replies }).toEqual({ ...byRequests(bytes, label, layout), replies: 1 });
  }
});

test('rows go on where the memory for their labels was full, however long they are', async () => {
  const label = labelOf(`^XA^CI28^CC!!FX${'x'.repeat(150)}!FS!FO9,9!FD{a}!FS!FO9,50!FD{a} {B}!FS!XZ`);
  const rows = Array.from(
    { length: 60 },
    (_, i) => `é${'y'.repeat((i * 37) % 200)},${i % 7 === 3 ? '"a""b"' : i}\n`,
  );
  const bytes = Buffer.from(rows.join(''));
  for (const outputBytes of [100, 700, 2000, 9000]) {
    const { replies, ...made } = await byChunk(bytes, label, PLAIN, outputBytes);
    expect(made).toEqual(byRequests(bytes, label, PLAIN));
    expect(replies).toBeGreaterThan(1);
  }
});

test('a value of every row is checked by barcodes where the row has none', async () => {
  const label = labelOf('^XA^CI28^FO9,9^BEN^FD400638133393{a}^FS^XZ');
  const layout = { ...PLAIN, set: { a: '12' } };
  const bytes = Buffer.from(',\n1,\n');
  const { replies: _, ...made } = await byChunk(bytes, label, layout);
  expect(made).toEqual(byRequests(bytes, label, layout));
  expect(made.failed).toContain(1);
});

test('a delimiter of several bytes is not looked for by one of them', async () => {
  const label = labelOf('^XA^CI28^FO9,9^FD{a} {B}^FS^XZ');
  const layout = { ...PLAIN, delimiter: 'é' };
  const bytes = Buffer.from('高é12\nxéy\n');
  const { replies: _, ...made } = await byChunk(bytes, label, layout);
  expect(made).toEqual(byRequests(bytes, label, layout));
});

test('a row that ended a thread fails, and those around it are made', async () => {
  const slot = createSlot(100, 1000);
  const label = labelOf('^XA^CI28^FO9,9^FD{a}^FS^XZ');
  const data = { label, layout: PLAIN, format: 'zpl', validates: false, now: 0, slots: [slot] } as const;
  const make = await chunkMaker(data);
  const bytes = Buffer.from('a,b\nc,d\ne,f\n');
  const task = { ...TASK, bytes, chunkRow: 8, firstRow: 8, broken: new Map([[9, 'it hung']]) };
  const { made, failed, rows } = make(task) as ChunkReply;
  expect(failed).toMatchObject([{ row: 9, cells: ['c', 'd'], status: 500, reason: 'it hung' }]);
  expect([rows, made.length]).toEqual([3, 2 * ROW_NUMBERS]);
});

test('labels that are only checked are counted, whatever the room for them is', async () => {
  const label = labelOf('^XA^CI28^FO9,9^FD{a}^FS^XZ');
  const layout = { ...PLAIN, copies: 2 };
  const bytes = Buffer.from('a,b\n"x""y",b\nc,d\n');
  for (const outputBytes of [10, 1000]) {
    const slot = createSlot(100, outputBytes);
    const data = { label, layout, format: 'zpl', validates: true, now: 0, slots: [slot] } as const;
    const make = await chunkMaker(data);
    const task = { ...TASK, bytes };
    const { made, rows, done, large } = make(task) as ChunkReply;
    expect({ made: [...made], rows, done, large }).toEqual({
      made: [2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0],
      rows: 3,
      done: true,
      large: null,
    });
    expect(slot.output.every((byte) => byte === 0)).toBe(true);
  }
});

test('labels of a row that are too large together fail, however much room there is', async () => {
  const label = labelOf(`^XA^FX${'x'.repeat(1_100_000)}^FS^FO9,9^FD{a}^FS^XZ`);
  const bytes = Buffer.from('a,b\n');
  for (const [copies, failed] of [
    [1, []],
    [2, [1]],
  ] as const) {
    const layout = { ...PLAIN, copies };
    const { replies: _, ...made } = await byChunk(bytes, label, layout, 1 << 23);
    expect(made).toEqual(byRequests(bytes, label, layout));
    expect(made.failed).toEqual(failed);
  }
});
