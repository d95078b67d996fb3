import { expect, it } from 'vitest';
import type { LintOptions } from '../../../src/lint/finding.ts';
import { lint } from '../../../src/lint/lint.ts';

const FIELD = '^FO9,9^GB9,9^FS';
const found = (zpl: string, options: LintOptions) =>
  lint(Buffer.from(zpl), options).map(({ code, offset, message }) => `${code} ${offset} ${message}`);

it.each<readonly [string, string, LintOptions, readonly string[]]>([
  ['a head of 832 dots', `^XA^PW832${FIELD}^XZ`, { printer: 'ZD621' }, []],
  [
    'a head of 832 dots',
    `^XA^PW833${FIELD}^XZ`,
    { printer: 'ZD621' },
    ['wider-than-head 3 the label is 833 dots wide, and ZD621 prints 832 at 203 dpi (104 mm)'],
  ],
  ['a wider head', `^XA^PW833${FIELD}^XZ`, { printer: 'ZT421' }, []],
  [
    'a size that was given',
    `^XA${FIELD}^XZ`,
    { printer: 'ZD411', size: { widthMm: 101.6, heightMm: 152.4, dpi: 203 } },
    ['wider-than-head 0 the label is 812 dots wide, and ZD411 prints 448 at 203 dpi (56 mm)'],
  ],
  [
    'another resolution',
    `^XA${FIELD}^XZ`,
    { printer: 'GK420d', size: { dpi: 300 } },
    ['resolution-not-printed 0 the label is made for 300 dpi; GK420 has 203'],
  ],
  ['the only resolution of a model', `^XA^PW1248${FIELD}^XZ`, { printer: 'GX430t' }, []],
  ['no printer, and a usual width', `^XA^PW864${FIELD}^XZ`, {}, []],
  [
    'no printer, and the widest of several labels',
    `^XA^PW1600${FIELD}^XZ^XA^PW800${FIELD}^XZ`,
    {},
    ['wider-than-usual 31 ^PW1600 is 200 mm at 203 dpi, wider than most print heads'],
  ],
])('compares with %s', (_, zpl, options, findings) => {
  expect(found(zpl, options)).toEqual(findings);
});
