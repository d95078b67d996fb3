import { expect, test } from 'vitest';
import { costOf } from '../../src/engine/cost.ts';
import type { LabelSource } from '../../src/engine/task.ts';
import { LARGE_WEIGHT } from '../../src/pool/fair-queue.ts';
import { weightOf } from '../../src/pool/job.ts';
import type { RenderFormat } from '../../src/record/body-members.ts';
import { changed, type LabelText } from './label-source.ts';

const LABEL: LabelSource = {
  id: 'label',
  accountId: 'account',
  contentId: 'content',
  zpl: Buffer.from('^XA^FDa^FS^XZ^XA^FDb^FS^XZ'),
  size: { widthMm: 101.6, heightMm: 152.4, dpi: 203 },
  dynamicTokens: [],
  fieldTransforms: [],
};
const EMPTY = Buffer.from('{}');
const DOTS = 812 * 1218;

const render = (format: RenderFormat, label: LabelText = {}) =>
  costOf({ kind: 'render', label: changed(LABEL, label), format, body: EMPTY, now: 0 });

test('is on the account of the label', () => {
  expect(render('zpl').account).toBe('account');
});

test('counts the ZPL, and the dots of each surface that is drawn', () => {
  expect(render('zpl')).toMatchObject({ pixels: 0, units: 26 });
  expect(render('png')).toMatchObject({ pixels: DOTS, units: 26 });
  expect(render('pdf')).toMatchObject({ pixels: 2 * DOTS, units: 26 });
});

test('is the same for ZPL in shared memory', () => {
  const zpl = new Uint8Array(new SharedArrayBuffer(26));
  zpl.set(LABEL.zpl);
  const label = { ...LABEL, zpl };
  expect(costOf({ kind: 'render', label, format: 'pdf', body: EMPTY, now: 0 })).toEqual(render('pdf'));
});

test('counts the ZPL of a print job once a record', () => {
  expect(costOf({ kind: 'print', label: LABEL, body: EMPTY, records: 3, now: 0 })).toMatchObject({
    pixels: 0,
    units: 78,
  });
});

test('counts the pictures that values may have, once a record', () => {
  const zpl = Buffer.from('^XA^FXsvc-barcode:1;symbology=image;template=%7Ba%7D^FS^FO1,1^GFA,8,8,1,^FS^XZ');
  const print = (records: number) =>
    costOf({ kind: 'print', label: { ...LABEL, zpl }, body: EMPTY, records, now: 0 }).units;
  expect(print(1)).toBe(600_000 + zpl.length);
  expect(print(3)).toBe(3 * print(1));
});

test('draws one page for a stream without an end, and no more than a hundred', () => {
  expect(render('pdf', { zpl: '^XA' }).pixels).toBe(DOTS);
  expect(render('pdf', { zpl: '^XA^XZ'.repeat(101) }).pixels).toBe(100 * DOTS);
});

test('is no pixels where the surface will be refused', () => {
  expect(render('png', { size: { widthMm: 1000, heightMm: 1000, dpi: 203 } }).pixels).toBe(0);
});

test('makes programs of field transforms heavy jobs that take long, and no others', () => {
  const program = (transforms: number, steps: readonly object[]) =>
    Array.from({ length: transforms }, (_, i) => ({ variable: `v${i}`, steps }));
  const weight = (fieldTransforms: unknown, value: string) => {
    const label = { ...LABEL, fieldTransforms };
    const variables = { v1: value, v2: '' };
    return weightOf(
      costOf({ kind: 'render', label, format: 'zpl', body: EMPTY, values: [variables], now: 0 }),
    );
  };
  const everyday = program(20, [{ op: 'trim' }, { op: 'upper' }, { op: 'pad_start', length: 12, with: '0' }]);
  const growing = program(
    200,
    Array.from({ length: 50 }, () => ({ op: 'replace', find: 'a', with: 'aa' })),
  );
  const long = program(
    200,
    Array.from({ length: 50 }, () => ({ op: 'upper' })),
  );
  expect(weight(everyday, 'a value of everyday length')).toBeLessThan(LARGE_WEIGHT / 4);
  expect(weight(growing, 'a')).toBeGreaterThan(LARGE_WEIGHT);
  expect(weight(long, 'x'.repeat(1000))).toBeGreaterThan(LARGE_WEIGHT);
  const records = [{ v1: 'x' }, { v1: 'x'.repeat(1000) }];
  const { units } = costOf({
    kind: 'print',
    label: { ...LABEL, fieldTransforms: long },
    body: EMPTY,
    records: 2,
    values: records,
    now: 0,
  });
  const one = costOf({
    kind: 'render',
    label: { ...LABEL, fieldTransforms: long },
    format: 'zpl',
    body: EMPTY,
    values: [{ v1: 'x'.repeat(1000) }],
    now: 0,
  });
  expect(units).toBeGreaterThan(one.units);
});

test('is never more than one request may draw', () => {
  const size = { size: { widthMm: 440, heightMm: 440, dpi: 203 } };
  expect(render('png', size).pixels).toBe(3517 ** 2);
  expect(render('pdf', { ...size, zpl: '^XA^XZ'.repeat(100) }).pixels).toBe(160_000_000);
});
