import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { BatchLabel, RenderedRows } from '../../../src/batch/stages.ts';
import { readSamples } from '../../../src/demo/samples.ts';
import { runTask } from '../../../src/engine/run-task.ts';
import type { LabelSource } from '../../../src/engine/task.ts';
import { encodePdf } from '../../../src/pdf/encode-pdf.ts';
import {
  chunksOf,
  digestOf,
  fileOf,
  jsonLayout,
  keep,
  labelOf,
  madeHere,
  madeOf,
  makerOf,
  NOW,
  type Values,
} from './making.ts';

const SAMPLES = readSamples().map(({ slug, label, variables }) => ({
  slug,
  variables,
  label: labelOf(label.zpl ?? '', { size: label.size, fieldTransforms: label.fieldTransforms }),
}));

/** Rows of a sample, the values of each a little different. */
function rowsOf(variables: Values, count: number): Values[] {
  return Array.from({ length: count }, (_, i) => {
    const [name, value] =
      Object.entries(variables).find(([, value]) => /[a-z]{3} [a-z]{3}/i.test(value)) ?? [];
    return name === undefined ? variables : { ...variables, [name]: `${value} ${i}` };
  });
}

function sourceOf({ zpl, size, fieldTransforms }: BatchLabel): LabelSource {
  const contentId = `content-${Math.random()}`;
  return {
    id: '',
    accountId: '',
    contentId,
    zpl: Buffer.from(zpl),
    size,
    dynamicTokens: [],
    fieldTransforms,
  };
}

/** The service's answer: a print job, a render. */
function printed(label: BatchLabel, records: readonly Values[], copies = 1): string {
  const task = { kind: 'print', label: sourceOf(label), records, copies, now: NOW.getTime() } as const;
  return Buffer.from(runTask(task).body).toString('latin1');
}

function rendered(label: BatchLabel, variables: Values, format: 'png' | 'pdf'): Buffer {
  const task = { kind: 'render', label: sourceOf(label), format, variables, now: NOW.getTime() } as const;
  return Buffer.from(runTask(task).body);
}

test.each(SAMPLES)('$slug: ZPL has the bytes of the service', async ({ label, variables }) => {
  const rows = rowsOf(variables, 4);
  const layout = jsonLayout(Object.keys(variables));
  expect(fileOf(await madeHere({ label, layout }, rows), label)).toBe(printed(label, rows));
});

/** Labels of each density, and one with letters beyond ASCII; the features of the others are drawn by the same code. */
const DRAWN = new Set(['international', 'shelf-300dpi', 'tracked-parcel']);

test.each(SAMPLES.filter(({ slug }) => DRAWN.has(slug)))(
  '$slug: PNG and PDF have the bytes of the service',
  async ({ label, variables }) => {
    const rows = rowsOf(variables, 4);
    const options = { label, layout: jsonLayout(Object.keys(variables)), pieceRows: 1 };
    const png = await madeHere({ ...options, format: 'png' }, rows);
    const pdf = await madeHere({ ...options, format: 'pdf' }, rows);
    const pngs = png.flatMap(({ pieces }) => pieces.map(({ bytes }) => digestOf(bytes)));
    expect(pngs).toEqual(rows.map((row) => digestOf(rendered(label, row, 'png'))));
    const { widthMm, heightMm } = label.size;
    const pdfs = pdf.flatMap(({ pieces }) =>
      pieces.map(({ pages }) => digestOf(encodePdf(pages.map((bitmap) => ({ bitmap, widthMm, heightMm }))))),
    );
    expect(pdfs).toEqual(rows.map((row) => digestOf(rendered(label, row, 'pdf'))));
  },
);

test('each of the labels that a thread draws has drawings of its own', async () => {
  const rows = ['one', 'two', 'three'].map((name) => ({ name }));
  for (const font of ['A', 'B']) {
    const label = labelOf(`^XA^FO9,9^A${font}N,36,20^FD{name}^FS^XZ`);
    const made = await madeHere({ label, format: 'png', pieceRows: 1 }, rows);
    const digests = made.flatMap(({ pieces }) => pieces.map(({ bytes }) => digestOf(bytes)));
    expect(digests).toEqual(rows.map((row) => digestOf(rendered(label, row, 'png'))));
  }
});

const STATEFUL = '^XA^CI28^FO9,9^A0N,30^FD{name}^FS^CC~~XZ';

test.each([1, 7])(
  'what a label changes is put back between labels, with %i rows a chunk',
  async (perChunk) => {
    const label = labelOf(STATEFUL);
    expect(label.stateReset.length).toBeGreaterThan(0);
    const rows = Array.from({ length: 40 }, (_, i) => ({ name: `Zoë ${i}` }));
    for (const threads of [1, 3]) {
      expect(fileOf(await madeOf({ label, threads }, rows, perChunk), label)).toBe(printed(label, rows));
    }
  },
);

test('copies of a row follow each other, reset in between', async () => {
  const label = labelOf(STATEFUL);
  const rows = [
    { name: 'a', n: '3' },
    { name: 'b', n: '' },
    { name: 'c', n: '2' },
  ];
  const layout = jsonLayout(['name', 'n'], { variables: { name: 'name' }, copies: 2, copiesColumn: 'n' });
  const made = await madeOf({ label, layout }, rows, 2);
  const names = ['a', 'a', 'a', 'b', 'b', 'c', 'c'];
  expect(fileOf(made, label)).toBe(
    printed(
      label,
      names.map((name) => ({ name })),
    ),
  );
  expect(made.flatMap(({ pieces }) => pieces.map(({ labels }) => labels))).toEqual([5, 2]);
});

test('copies of a page are counted, and not made', async () => {
  const label = labelOf('^XA^FO9,9^GB9,9,9^FS^XZ^XA^FO9,9^FD{a}^FS^XZ');
  const layout = jsonLayout(['a'], { copies: 4 });
  const [made] = await madeOf({ label, layout, format: 'pdf', pieceRows: 1 }, [{ a: 'x' }]);
  expect(made?.pieces).toMatchObject([{ labels: 8, copies: 4, pages: [{}, {}] }]);
});

const CODE = labelOf('^XA^FO9,9^BEN,50^FD{ean}^FS^FO9,80^A0N,20^FD{name}^FS^XZ');

test.each(['png', 'pdf'] as const)('%s of a thread has the bytes of the service', async (format) => {
  const label = labelOf('^XA^CI28^FO9,9^A0N,30^FD{name}^FS^FO9,60^BCN,40^FD{name}^FS^XZ');
  const rows = ['a', 'b', 'c'].map((name) => ({ name }));
  const made = await madeOf({ label, format, pieceRows: 1 }, rows, 2);
  const [here] = await madeHere({ label, format, pieceRows: 1 }, rows);
  const bytesOf = ({ pieces }: RenderedRows) =>
    pieces.map(({ bytes, pages }) => [digestOf(bytes), pages.map(({ stream }) => digestOf(stream))]);
  expect(made.flatMap(bytesOf)).toEqual(here === undefined ? [] : bytesOf(here));
});

test('a row that fails costs itself, and says why as the service does', async () => {
  const rows = ['400638133393', 'not digits', '400638133393', '12'].map((ean, i) => ({
    ean,
    name: `row ${i}`,
  }));
  for (const format of ['zpl', 'png', 'pdf'] as const) {
    const made = await madeHere({ label: CODE, format, pieceRows: 1 }, rows);
    expect(made).toMatchObject([{ rows: 4, pieces: [{ firstRow: 1 }, { firstRow: 3 }] }]);
    expect(made[0]?.failed).toMatchObject([
      { row: 2, status: 422, cells: ['not digits', 'row 1'], fields: [{ value: 'not digits' }] },
      { row: 4, status: 422, fields: [{ value: '12' }] },
    ]);
    const [{ reason } = { reason: '' }] = made[0]?.failed ?? [];
    expect(reason).toMatch(/^Barcode content is invalid: .*"\{ean\}": .*digits/);
    expect(reason).not.toMatch(/see fields|\.$/);
  }
});

test('a piece has the labels of as many rows as asked for, by their numbers in the input', async () => {
  const label = labelOf(STATEFUL);
  const rows = Array.from({ length: 10 }, (_, i) => ({ name: `row ${i}` }));
  const maker = await makerOf({ label, pieceRows: 4, threads: 2 });
  const made = await keep(maker.make(chunksOf(rows, 5), 3, new AbortController().signal));
  const pieces = made.flatMap(({ pieces }) =>
    pieces.map(({ firstRow, rows, bytes }) => [firstRow, rows, Buffer.from(bytes).toString()]),
  );
  const part = (first: number, last: number) => [
    first,
    last - first + 1,
    printed(label, rows.slice(first - 1, last)),
  ];
  expect(pieces).toEqual([part(3, 4), part(5, 5), part(6, 8), part(9, 10)]);
});

test('a piece has the name of its row, in which {row} stays', async () => {
  const label = labelOf('^XA^FO9,9^FD{name}^FS^XZ');
  const layout = jsonLayout(['name'], { nameTemplate: '{name}-{row}' });
  const made = await madeOf({ label, layout, pieceRows: 1 }, [{ name: 'a/b' }, { name: 'c' }]);
  expect(made[0]?.pieces).toMatchObject([
    { name: 'a_b-{row}', source: { cells: ['a/b'] } },
    { name: 'c-{row}', source: { cells: ['c'] } },
  ]);
});

test('rows that are to be skipped may be more than a chunk has', async () => {
  const label = labelOf('^XA^FO9,9^FD{name}^FS^XZ');
  const rows = Array.from({ length: 10 }, (_, i) => ({ name: `row ${i}` }));
  const maker = await makerOf({ label, threads: 2 });
  const made = await keep(maker.make(chunksOf(rows, 2), 6, new AbortController().signal));
  expect(fileOf(made, label)).toBe(printed(label, rows.slice(5)));
  expect(made.map(({ rows }) => rows)).toEqual([1, 2, 2]);
});

test('what a chunk becomes may be larger than the memory for it, and one row of it too', async () => {
  const filler = '^FX' + 'x'.repeat(150_000) + '^FS';
  const label = labelOf(`^XA${filler}^FO9,9^FD{name}^FS^XZ`);
  const layout = jsonLayout(['name', 'n'], { variables: { name: 'name' }, copiesColumn: 'n' });
  const rows = Array.from({ length: 25 }, (_, i) => ({ name: `row ${i}`, n: i % 10 === 7 ? '12' : '' }));
  const made = await madeOf({ label, layout, threads: 2 }, rows, 20);
  const names = rows.flatMap(({ name, n }) => Array.from({ length: Number(n || '1') }, () => ({ name })));
  expect(digestOf(fileOf(made, label))).toBe(digestOf(names.map((row) => printed(label, [row])).join('')));
  expect(made.length).toBeGreaterThan(3);
  expect(made.reduce((sum, { rows }) => sum + rows, 0)).toBe(25);
  // From each place reading can go on.
  for (const { firstRow, rows: count, next } of made.slice(0, -1)) {
    const maker = await makerOf({ label, layout });
    const chunks = chunksOf(rows, 20);
    for await (const chunk of chunks) {
      if (chunk.offset < next.offset) continue;
      const [rest] = await keep(maker.make(one(chunk), firstRow + count, new AbortController().signal));
      expect(rest?.firstRow).toBe(firstRow + count);
      expect(rest?.rows).toBeGreaterThan(0);
      break;
    }
    break;
  }
});

async function* one<T>(value: T) {
  yield value;
}

test('an abort ends it also when its threads have nothing to do', async () => {
  const label = labelOf('^XA^FO9,9^FD{name}^FS^XZ');
  const maker = await makerOf({ label });
  const rows = Array.from({ length: 20 }, (_, i) => ({ name: `row ${i}` }));
  const stop = new AbortController();
  const all = maker.make(chunksOf(rows, 1), 1, stop.signal)[Symbol.asyncIterator]();
  // Every slot that there is: nothing more can be made until one of them is given back.
  const kept = [];
  for (let slot = 0; slot < 4; slot++) kept.push((await all.next()).value);
  stop.abort(new Error('stopped'));
  // The thread is gone after that.
  await maker.close();
  for (const made of kept) made?.[Symbol.dispose]();
  await expect(all.next()).rejects.toThrow('stopped');
});

test('an abort ends it also when what comes next is made already', async () => {
  const label = labelOf('^XA^FO9,9^FD{name}^FS^XZ');
  const maker = await makerOf({ label });
  const stop = new AbortController();
  const rows = [{ name: 'a' }, { name: 'b' }];
  const all = maker.make(chunksOf(rows, 1), 1, stop.signal)[Symbol.asyncIterator]();
  await all.next();
  // For the thread to be done. If it is not, it is ended, which looks the same.
  await delay(200);
  stop.abort(new Error('stopped'));
  await expect(all.next()).rejects.toThrow('stopped');
});
