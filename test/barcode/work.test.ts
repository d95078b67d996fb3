import { describe, expect, it } from 'vitest';
import { encodeMarked } from '../../src/barcode/marked.ts';
import { markedWork, symbolWork } from '../../src/barcode/work.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { FailureError } from '../../src/errors.ts';
import { LIMITS } from '../../src/limits.ts';
import { WORK_MAX } from '../../src/raster/work-meter.ts';
import { BARCODE_WORK, RECORD_BARCODE_WORK } from '../../src/template/job.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { SAMPLES } from '../support/marked-samples.ts';
import { threadMs } from '../support/thread-time.ts';
import { NOW, print, templateOf } from '../template/run.ts';

/** The most processor time that one request of one rate unit may take. */
const MOST_MS = 500;

function marker(symbology: string, more = ''): string {
  const name = encodeURIComponent(symbology);
  return `^FXsvc-barcode:1;symbology=${name};template=%7Bv%7D;module=1;rotation=N${more}^FS^FO1,1^GFA,20,20,2,FFFF^FS`;
}

/** The failure's code, or `none`. */
function codeOf(run: () => unknown): string {
  try {
    run();
    return 'none';
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return error.failure.code;
  }
}

/** The failure, and the milliseconds that it took this thread; the least of two, since others are at work too. */
function timed(run: () => unknown): { readonly code: string; readonly ms: number } {
  let least = Number.POSITIVE_INFINITY;
  let code = 'none';
  for (let i = 0; i < 3 && (i === 0 || least > MOST_MS); i++) {
    const began = threadMs();
    code = codeOf(run);
    least = Math.min(least, threadMs() - began);
  }
  return { code, ms: least };
}

const GTIN = '(01)09521234543213';
const capitals = (length: number): string =>
  Array.from({ length }, (_, i) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'[(i * 7 + (i >> 3)) % 36]).join('');
const elements = (times: number): string =>
  GTIN + Array.from({ length: times }, (_, i) => `(9${1 + (i % 9)})${capitals(30)}`).join('');

/** What takes long to make: symbologies of the library with much data, and what is refused only after a search. */
const SLOW: readonly (readonly [symbology: string, value: string, more?: string])[] = [
  ['hanxin', capitals(1000)],
  ['hanxin', '日'.repeat(1000)],
  ['hanxin', capitals(20)],
  ['codeone', 'a1B,'.repeat(250)],
  ['codeone', '日'.repeat(1000)],
  ['dotcode', 'aB\x01'.repeat(333)],
  ['dotcode', capitals(300), ';columns=20;rows=3'],
  ['channelcode', '7742862'],
  ['azteccodecompact', '日'.repeat(1000)],
  ['azteccodecompact', capitals(80)],
  ['hibcazteccode', capitals(1000)],
  ['hibcazteccode', capitals(300)],
  ['hibcqrcode', capitals(1000), ';ec=H'],
  ['hibcpdf417', capitals(1000), ';columns=2;rows=3;ec=8'],
  ['hibcdatamatrix', capitals(1000)],
  ['hibcmicropdf417', capitals(300)],
  ['pdf417compact', capitals(1000), ';columns=2;rows=3'],
  ['pdf417compact', '日'.repeat(1000)],
  ['datamatrixrectangular', capitals(1000), ';columns=18;rows=8'],
  ['datamatrixrectangularextension', capitals(100), ';columns=18;rows=8'],
  ['rectangularmicroqrcode', capitals(200), ';columns=43;rows=7;ec=H'],
  ['rectangularmicroqrcode', '日'.repeat(100)],
  ['microqrcode', capitals(1000)],
  ['micropdf417', capitals(240), ';columns=1;rows=11'],
  ['codablockf', capitals(1000), ';columns=4;rows=2'],
  ['code16k', capitals(1000)],
  ['code49', capitals(1000)],
  ['mailmark', `JGB 012100123412345678AB19XY1A 0             ${capitals(900)}`],
  ['maxicode', capitals(90)],
  ['gs1qrcode', elements(14)],
  ['gs1datamatrix', elements(14)],
  ['gs1dotcode', elements(14)],
  ['gs1-128composite', `${elements(1)}|${elements(14)}`],
  ['ean13composite', `9520123456788|${elements(1)}`],
  ['databarexpandedstackedcomposite', `${GTIN}|${elements(2)}`, ';columns=2'],
  ['qrcode', capitals(4000), ';ec=L'],
  ['swissqrcode', capitals(997)],
  ['datamatrix', 'aB\x01é'.repeat(500)],
  ['azteccode', 'aB\x01,'.repeat(400), ';ec=5'],
  ['pdf417', 'aB\x01,'.repeat(200), ';ec=8'],
  ['code128', 'aB3~\x01'.repeat(200)],
  ['royalmail', capitals(1000)],
  ['code93ext', 'a\x01'.repeat(500)],
];

describe('marked rasters of one request', () => {
  it.each(SLOW.map((slow) => ({ slow, name: slow[0] })))(
    'take no more than half a second of a processor: $name',
    ({ slow }) => {
      const [symbology, value, more = ''] = slow;
      const counted = markedWork(symbology, value);
      const most = Math.min(LIMITS.markedFields, Math.floor((BARCODE_WORK + RECORD_BARCODE_WORK) / counted));
      const label = (count: number) => templateOf(marker(symbology, more).repeat(count));
      const fill = (count: number) => () => print(label(count), [{ v: value }], 1, { now: NOW });
      encodeMarked({ symbology, value, module: 1, rotation: 'N' });
      const { ms } = timed(fill(Math.max(1, most)));
      expect(ms).toBeLessThan(MOST_MS);
      if (most < LIMITS.markedFields) expect(codeOf(fill(most + 1))).toBe('too_large');
    },
  );

  it('are counted before any of them is made', () => {
    const label = templateOf(marker('hanxin').repeat(128));
    const { code, ms } = timed(() => print(label, [{ v: capitals(8000) }], 1, { now: NOW }));
    expect(code).toBe('too_large');
    expect(ms).toBeLessThan(50);
  });

  it('take no more however large they are', () => {
    for (const [symbology, value, module] of [
      ['maxicode', 'A', 94],
      ['qrcode', capitals(4000), 16],
      ['azteccode', capitals(1500), 19],
      ['dotcode', capitals(300), 20],
    ] as const) {
      const label = templateOf(marker(symbology, ';ec=L').replace('module=1;', `module=${module};`));
      const { code, ms } = timed(() => print(label, [{ v: value }], 1, { now: NOW }));
      expect([symbology, code]).toEqual([symbology, 'none']);
      expect(ms).toBeLessThan(MOST_MS);
    }
  });

  const drawable = Object.entries(SAMPLES).filter(([, sample]) => sample.refused === undefined);

  it.each(drawable)('may be ten of any symbology: %s', (symbology, { value }) => {
    const label = templateOf(marker(symbology).repeat(10));
    expect(codeOf(() => print(label, [{ v: value }], 1, { now: NOW }))).toBe('none');
  });

  it.each(drawable.filter(([symbology, { value }]) => markedWork(symbology, value) > 5_000_000))(
    'may be two even of a slow one in each of 25 records: %s',
    (symbology, { value }) => {
      const label = templateOf(marker(symbology).repeat(2));
      const records = Array.from({ length: 25 }, () => ({ v: value }));
      expect(codeOf(() => print(label, records, 1, { now: NOW }))).toBe('none');
    },
  );

  it('may be 128 of what most labels have, and ten of these in each of 25 records', () => {
    const values = {
      code128: 'CODE-128-12345',
      ean13: '952012345678',
      qrcode: capitals(100),
      datamatrix: capitals(60),
    };
    for (const [symbology, value] of Object.entries(values)) {
      const label = (count: number) => templateOf(marker(symbology).repeat(count));
      const records = Array.from({ length: 25 }, () => ({ v: value }));
      expect(codeOf(() => print(label(128), [{ v: value }], 1, { now: NOW }))).toBe('none');
      expect(codeOf(() => print(label(10), records, 1, { now: NOW }))).toBe('none');
    }
  });
});

/** Native fields that take long, by command and parameters. */
const NATIVE: readonly (readonly [command: string, params: string, data: string])[] = [
  ['^B0', 'N,1,N,232', 'A'],
  ['^B0', 'N,1,N,0', 'aB,\x80'.repeat(400)],
  ['^B7', 'N,1,8', '\x01a'.repeat(200)],
  ['^BB', 'N,8,Y,62,0,F', '\x01a'.repeat(1250)],
  ['^BB', 'N,8,Y,62,0,F', 'A'],
  ['^BC', 'N,1,N,N,N,A', '\x01a'.repeat(4000)],
  ['^BC', 'N,1,N,N,N,N', 'A'],
  ['^BD', '4', capitals(60)],
  ['^BF', 'N,1,33', capitals(100)],
  ['^BQ', 'N,1,1', `HA,${capitals(200)}`],
  ['^BQ', 'N,2,1', `LA,${'1'.repeat(7089)}`],
  ['^BQ', 'N,2,1', `HA,${capitals(1000)}`],
  ['^BR', 'N,12,1,1,1', `0109521234543213|${elements(26).replaceAll(/[()]/g, '')}`],
  ['^BR', 'N,7,1', `01234567890|${elements(1).replaceAll(/[()]/g, '')}`],
  ['^BR', 'N,6,1,1,1,2', elements(1).replaceAll(/[()]/g, '')],
  ['^BT', 'N,1,2,9', `123456,${capitals(25)},${capitals(25)},${capitals(25)}`],
  ['^BX', 'N,1,200', 'aB\x80'.repeat(500)],
  ['^BX', 'N,1,0,49,49', '1'],
  ['^BX', 'N,1,140,49,49', 'ABC'],
];

describe('native barcodes of one request', () => {
  const fieldOf = ([command, params, data]: (typeof NATIVE)[number]) =>
    symbolWork({ command, params: params.split(','), data: data as ByteString });

  it.each(NATIVE)('take no more than half a second to check: %s%s', (command, params, data) => {
    const counted = fieldOf([command, params, data]);
    const most = Math.min(3000, Math.floor((BARCODE_WORK + RECORD_BARCODE_WORK) / counted));
    const label = templateOf(`^XA${`^FO1,1${command}${params}^FD{v}^FS`.repeat(most)}^XZ`);
    const { code, ms } = timed(() => print(label, [{ v: data }], 1, { now: NOW }));
    expect(['none', 'barcode_invalid', 'too_large']).toContain(code);
    expect(ms).toBeLessThan(MOST_MS);
  });

  it.each(NATIVE)('take no more than that to draw, validated or not: %s%s', (command, params, data) => {
    const size = { widthMm: 50, heightMm: 30, dpi: 203 };
    const counted = fieldOf([command, params, data]);
    for (const [validation, times] of [
      ['', 1],
      ['^CVY', 3],
    ] as const) {
      const most = Math.min(1500, Math.floor(WORK_MAX / counted / times), Math.floor(19_000 / data.length));
      const escaped = [...data].map((c) => `_${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
      const zpl = `^XA${validation}${`^FO1,1${command}${params}^FH^FD${escaped}^FS`.repeat(Math.max(1, most))}^XZ`;
      const { ms } = timed(() => renderImages(zpl as ByteString, size, 'first', { now: new Date(0) }));
      expect(ms).toBeLessThan(MOST_MS);
    }
  });
});
