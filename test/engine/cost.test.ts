import { expect, test } from 'vitest';
import { costOf } from '../../src/engine/cost.ts';
import type { LabelSource, RenderFormat } from '../../src/engine/task.ts';

const LABEL: LabelSource = {
  id: 'label',
  accountId: 'account',
  revision: 1,
  zpl: '^XA^FDa^FS^XZ^XA^FDb^FS^XZ',
  width: 101.6,
  height: 152.4,
  dpi: 203,
  dynamicTokens: [],
  fieldTransforms: [],
};
const DOTS = 812 * 1218;

const render = (format: RenderFormat, label: Partial<LabelSource> = {}) =>
  costOf({ kind: 'render', label: { ...LABEL, ...label }, format, variables: {}, now: 0 });

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
  zpl.set(Buffer.from(LABEL.zpl as string));
  expect(render('pdf', { zpl })).toEqual(render('pdf'));
});

test('counts the ZPL of a print job once a record', () => {
  const records = [{}, {}, {}];
  expect(costOf({ kind: 'print', label: LABEL, records, copies: 30, now: 0 })).toMatchObject({
    pixels: 0,
    units: 78,
  });
});

test('draws one page for a stream without an end, and no more than a hundred', () => {
  expect(render('pdf', { zpl: '^XA' }).pixels).toBe(DOTS);
  expect(render('pdf', { zpl: '^XA^XZ'.repeat(101) }).pixels).toBe(100 * DOTS);
});

test('is no pixels where the surface will be refused', () => {
  expect(render('png', { width: 1000, height: 1000 }).pixels).toBe(0);
});
