import { createRequire } from 'node:module';
import { describe, expect, it, vi } from 'vitest';
import { FailureError } from '../../../src/errors.ts';
import { LIMITS } from '../../../src/limits.ts';
import {
  isOfLibrary,
  LIBRARY_WORK,
  markerWork,
  SYMBOLOGY_WORK,
} from '../../../src/template/raster-markers/work.ts';
import { BARCODE_WORK, RECORD_BARCODE_WORK } from '../../../src/template/records/substitution-budget.ts';
import { SAMPLES } from '../../support/marked-samples.ts';
import { NOW, print, templateOf } from '../run.ts';

function marker(symbology: string, more = '', variable = 'v'): string {
  const [name, template] = [symbology, `{${variable}}`].map(encodeURIComponent);
  return `^FXsvc-barcode:1;symbology=${name};template=${template};module=1;rotation=N${more}^FS^FO1,1^GFA,20,20,2,FFFF^FS`;
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

const GTIN = '(01)09521234543213';
const capitals = (length: number): string =>
  Array.from({ length }, (_, i) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'[(i * 7 + (i >> 3)) % 36]).join('');
const elements = (times: number): string =>
  GTIN + Array.from({ length: times }, (_, i) => `(9${1 + (i % 9)})${capitals(30)}`).join('');

/**
 * Values that take long to make: symbologies of the library with much data, and ones that are refused only after a
 * search.
 */
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

/** The work of the first symbol of a request, if it is of this symbology. */
const firstWork = (symbology: string): number => SYMBOLOGY_WORK + (isOfLibrary(symbology) ? LIBRARY_WORK : 0);

describe('marked rasters of one request', () => {
  const allowed = BARCODE_WORK + RECORD_BARCODE_WORK;
  const scarce = SLOW.filter(
    ([symbology, value]) => markerWork(symbology, value) * LIMITS.markedFields > allowed,
  );

  const drawable = Object.entries(SAMPLES).filter(([, sample]) => sample.refused === undefined);

  /** A value whose work leaves at most so much of what is allowed. It is far too long, and so none is done. */
  function leaving(work: number): string {
    const none = SYMBOLOGY_WORK + markerWork('ean13', '');
    const one = markerWork('ean13', '1') - markerWork('ean13', '');
    return '1'.repeat(Math.max(0, Math.ceil((allowed - none - work) / one)));
  }

  /** The outcome of a request when so much work is left for this marker. */
  function codeWith(left: number, symbology: string, value: string, more = ''): string {
    const label = templateOf(marker('ean13', '', 'long') + marker(symbology, more));
    return codeOf(() => print(label, [{ long: leaving(left), v: value }], 1, { now: NOW }));
  }
  /** The value that is too long is refused by itself once there was enough work for both. */
  const ENOUGH = 'barcode_invalid';

  it.each(scarce.map((slow) => ({ slow, name: slow[0] })))('are only so many: $name', ({ slow }) => {
    const work = firstWork(slow[0]) + markerWork(slow[0], slow[1]);
    expect(codeWith(work - 1, ...slow)).toBe('too_large');
    expect(codeWith(1.5 * work, ...slow)).toBe(work < allowed ? ENOUGH : 'too_large');
  });

  it('are counted before any of them is made', () => {
    // Made, they would be refused for their data.
    const label = templateOf(marker('hanxin').repeat(128));
    expect(codeOf(() => print(label, [{ v: capitals(8000) }], 1, { now: NOW }))).toBe('too_large');
  });

  it('count the library where it encodes them, once in a request', () => {
    const raw = vi.spyOn(createRequire(import.meta.url)('bwip-js/node'), 'raw');
    for (const [symbology, sample] of drawable) {
      raw.mockClear();
      codeOf(() => print(templateOf(marker(symbology)), [{ v: sample.value }], 1, { now: NOW }));
      expect(raw.mock.calls.length > 0, symbology).toBe(isOfLibrary(symbology));
    }
    const label = templateOf(marker('ean13', '', 'long') + marker('hanxin') + marker('maxicode'));
    const left =
      LIBRARY_WORK +
      ['hanxin', 'maxicode'].reduce((sum, name) => sum + SYMBOLOGY_WORK + markerWork(name, '1'), 0);
    const code = (work: number) =>
      codeOf(() => print(label, [{ long: leaving(work), v: '1' }], 1, { now: NOW }));
    expect(code(left - 1)).toBe('too_large');
    expect(code(left + LIBRARY_WORK / 2)).toBe(ENOUGH);
  });

  it('are of only so many symbologies', () => {
    const codeOfFirst = (count: number): string => {
      const markers = Object.keys(SAMPLES).slice(0, count);
      const values = Object.fromEntries(markers.map((name, i) => [`v${i}`, SAMPLES[name]?.value ?? '']));
      const label = templateOf(markers.map((name, i) => marker(name, '', `v${i}`)).join(''));
      return codeOf(() => print(label, [values], 1, { now: NOW }));
    };
    expect(codeOfFirst(111)).toBe('too_large');
    expect(codeOfFirst(20)).not.toBe('too_large');
  });

  it('are as many in a job that is only checked as in one record of it, which costs as much', () => {
    const label = templateOf(marker('ean13', '', 'long'));
    const records = Array.from({ length: 25 }, () => ({ long: leaving(0.9 * allowed) }));
    const code = (count: number, validates: boolean) =>
      codeOf(() => print(label, records.slice(0, count), 1, { now: NOW, validates }));
    expect(code(25, false)).toBe(ENOUGH);
    expect(code(25, true)).toBe('too_large');
    expect(code(9, true)).toBe(ENOUGH);
  });

  it('may be large', () => {
    for (const [symbology, value, module] of [
      ['maxicode', 'A', 94],
      ['qrcode', capitals(4000), 16],
      ['azteccode', capitals(1500), 19],
      ['dotcode', capitals(300), 20],
    ] as const) {
      const label = templateOf(marker(symbology, ';ec=L').replace('module=1;', `module=${module};`));
      expect(
        codeOf(() => print(label, [{ v: value }], 1, { now: NOW })),
        symbology,
      ).toBe('none');
    }
  });

  const isSlow = ([symbology, { value }]: (typeof drawable)[number]): boolean =>
    markerWork(symbology, value) > 5_000_000;

  it.each(drawable.filter((sample) => !isSlow(sample)))(
    'may be ten of any symbology: %s, with a tenth of the work that its first one leaves',
    (symbology, { value }) => {
      const each = (allowed - firstWork(symbology)) / 10;
      expect(codeWith(firstWork(symbology) + each, symbology, value)).toBe(ENOUGH);
    },
  );

  // Each may take half of what one of ten may, so ten in one record are allowed too.
  it.each(drawable.filter(isSlow))(
    'may be two even of a slow one in each of 25 records: %s, with a fiftieth of the work that its first one leaves',
    (symbology, { value }) => {
      const each = (BARCODE_WORK + 25 * RECORD_BARCODE_WORK - firstWork(symbology)) / 50;
      expect(codeWith(firstWork(symbology) + each, symbology, value)).toBe(ENOUGH);
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
