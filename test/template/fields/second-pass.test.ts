import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../src/errors.ts';
import { toByteString } from '../../../src/zpl/byte-string.ts';
import { parse } from '../../../src/zpl/parse.ts';
import { runs } from '../../support/runs.ts';
import { undoBlock } from '../read-fields.ts';
import { failureOf, NOW, run } from '../run.ts';

/** The texts that the stream prints. */
function texts(zpl: string, v: string): string[] {
  const { labels } = parse(toByteString(run(zpl, { v })), { dotsPerMm: 8, now: NOW });
  return labels.flatMap(({ elements }) =>
    elements.map((element) => (element.kind === 'text' ? element.text : '')),
  );
}

const refusal = (zpl: string, v: string) => {
  const { code, message } = failureOf(() => run(zpl, { v }));
  expect(code).toBe('encoding_unsupported');
  return message;
};

const embed = (field: string, rest = '') => `^XA^CI28^FO9,9^A0N,30${field}^FS${rest}^FN1^FDone^FS^XZ`;

describe('a value in a ^FE field', () => {
  it.each([
    ['data after ^FE', embed('^FE^FD{v} #1#')],
    ['data before ^FE', embed('^FD{v} #1#^FE')],
    ['another indicator', embed('^FE?^FD{v} ?1?')],
    ['data that the slot of the field brings', embed('^FE^FN3', '^FN3^FD{v} #1#^FS')],
    ['a stored format', `^XA^DFR:F^FS^FO9,9^FE^FN3^FS^XZ${embed('^XFR:F', '^FN3^FD{v} #1#^FS')}`],
  ])('is refused when it would be a reference: %s', (_, zpl) => {
    const indicator = zpl.includes('^FE?') ? '?' : '#';
    for (const reference of ['#1#', 'x #1,f,1,2# y', '#1,B,1,2#', '#2']) {
      const v = reference.replaceAll('#', indicator);
      // The last one becomes a reference with what follows it.
      const stream = reference === '#2' ? zpl.replace('{v} ', '{v}') : zpl;
      expect(refusal(stream, v)).toMatch(
        /^A value cannot be written in the label: in field "\{v\}.*values without ".+" are allowed\.$/,
      );
    }
    for (const v of ['100%', 'No 1', '']) expect(texts(zpl, v)).toContain(`${v} one`);
  });

  it('is refused when it joins what stands around it to a reference', () => {
    expect(refusal(embed('^FE^FD#{v}#'), '1')).toContain('"#"');
    expect(refusal(embed('^FE^FD#{v}1#'), '')).toContain('"#"');
  });

  it('may have the indicator where it is no reference', () => {
    expect(texts(embed('^FE^FD{v} #1#'), '#5, #')).toEqual(['#5, # one']);
    expect(texts(embed('^FE^FDx#1##{v}'), 'y#')).toEqual(['xone#y#']);
  });

  it('stays as it is when it is embedded, whole or in part', () => {
    const zpl = '^XA^CI28^FO9,9^FE^FD<#2#|#2,f,1,3#>^FS^FN2^FD{v}^FS^XZ';
    expect(texts(zpl, '#2#\\')).toEqual(['<#2#\\|#2#>']);
    const block = zpl.replace('^FE', '^FB400,3^FE');
    expect(texts(block, '#2#')).toEqual(['<#2#|#2#>']);
    // A part of an escape could be left.
    expect(refusal(block, 'a\\b')).toContain('"\\\\"');
    expect(texts(block.replace('|#2,f,1,3#', ''), 'a\\b')).toEqual(['<a\\\\b>']);
  });

  it('is checked as a part of the barcode that embeds it', () => {
    const zpl = '^XA^FO9,9^BEN^FE^FD#1#{v}^FS^FN1^FD400638^FS^XZ';
    expect(run(zpl, { v: '133393' })).toContain('^FH^FD#1#133393^FS');
    expect(failureOf(() => run(zpl, { v: '13339X' })).fields).toMatchObject([
      { symbology: 'ean13', template: '#1#{v}', value: '40063813339X' },
    ]);
    const parts = '^XA^FO9,9^BEN^FE^FD#1,f,1,7##1,b,1,6#^FS^FN1^FD{v}^FS^XZ';
    expect(run(parts, { v: '4006381333931' })).toContain('^FH^FD4006381333931^FS');
    expect(failureOf(() => run(parts, {})).fields).toMatchObject([
      { reason: expect.stringContaining('"v"') },
    ]);
  });
});

describe('a value in a ^FC field', () => {
  const clock = (field: string) => `^XA^CI28^FO9,9^A0N,30${field}^FS^XZ`;

  it.each([
    ['the default indicator', clock('^FC^FD%Y {v}'), '100%Y'],
    ['another one', clock('^FC!^FD!Y {v}'), '100!Y'],
    ['the second clock', clock('^SO2,1^FC%,{,#^FD%Y {v}'), '{m'],
    ['the third clock', clock('^SO3,1^FC%,{,#^FD%Y {v}'), 'x#d'],
    ['what follows it', clock('^FC^FD%Y {v}m'), '100%'],
    ['what stands before it', clock('^FC^FD%Y %{v}'), 'd'],
    ['what stands around it', clock('^FC^FD%Y %{v}d'), ''],
    ['a command after the data', clock('^FD{v}^FC'), '%Y'],
    ['data of ^SN', clock('^FC^SN{v},1,N'), '%Y'],
    ['the slot of the field', `${clock('^FC^FN1').replace('^XZ', '')}^FN1^FD{v}^FS^XZ`, '%Y'],
    ['the field of the data', `${clock('^FN1').replace('^XZ', '')}^FN1^FC^FD{v}^FS^XZ`, '%Y'],
  ])('is refused when it would be a clock field: %s', (_, zpl, v) => {
    expect(refusal(zpl, v)).toMatch(
      /^A value cannot be written in the label: in field ".*\{v\}.*clock field of \^FC; values without ".+" are allowed\.$/,
    );
  });

  it('stays as it is beside the clock fields of the label', () => {
    expect(texts(clock('^FC^FD%Y {v} %m'), '100% Y')).toEqual(['2026 100% Y 03']);
    expect(texts(clock('^FD{v} %Y^FC'), '100% Y')).toEqual(['100% Y %Y']);
  });

  it('is checked in a barcode that has clock fields', () => {
    const zpl = '^XA^FO9,9^B2N,50^FC^FD%Y{v}^FS^XZ';
    expect(run(zpl, { v: '12' })).toContain('^FC^FH^FD%Y12^FS');
    expect(failureOf(() => run(zpl, { v: 'x' })).fields).toMatchObject([
      { template: '%Y{v}', value: '2026x' },
    ]);
  });
});

describe('an empty value of ^SN', () => {
  it('is refused, since 1 would be printed', () => {
    expect(refusal('^XA^FO9,9^SN{v},1,N^FS^XZ', '')).toContain('^SN');
    expect(texts('^XA^FO9,9^SN{v},1,N^FS^XZ', 'A7')).toEqual(['A7']);
  });
});

/** Contexts of a value, and the printed text of each. */
const CONTEXTS: readonly (readonly [zpl: string, printed: (v: string) => string])[] = [
  ['^FO9,9^FN1^FS^FN1^FDa{v}z^FS', (v) => `a${v}z`],
  ['^FO9,9^FB300,9^FN1^FS^FN1^FDa{v}z^FS', (v) => `a${v.replaceAll('\r\n', '\n')}z`],
  ['^FO9,9^FE^FD#2#{v}#2#^FS^FN2^FDtwo^FS', (v) => `two${v}two`],
  ['^FO9,9^FD#{v}2#^FE^FS^FN2^FDtwo^FS', (v) => `#${v}2#`],
  ['^FO9,9^FE^FN1^FS^FN1^FD{v}2##2#^FS^FN2^FDtwo^FS', (v) => `${v}2#two`],
  ['^FO9,9^FE^FD(#1#)^FS^FN1^FD{v}^FS', (v) => `(${v})`],
  ['^FO9,9^FE^FH^FD(_231#)^FS^FN1^FH^FD{v}^FS', (v) => `(${v})`],
  ['^FO9,9^FC^FD%Y{v}Y%^FS', (v) => `2026${v}Y%`],
  ['^FO9,9^FC%,#,f^FE,^FD#m{v}#1^FS', (v) => `03${v}#1`],
  ['^FO9,9^FC^FE%^FD%1%{v}%1%^FS^FN1^FD-^FS', (v) => `-${v}-`],
];

const value = fc.string({
  unit: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...'##%%,,12fb-YmdH{}^~_\\&<>\r\n'.split('')) },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }) },
  ),
  maxLength: 10,
});

describe('any value where printers read data more than once', () => {
  it.each(CONTEXTS)('prints as it is in %s, or is refused', (fields, printed) => {
    let taken = 0;
    fc.assert(
      fc.property(value, (v) => {
        let found: string[];
        try {
          found = texts(`^XA^CI28${fields}^XZ`, v);
        } catch (error) {
          expect(error).toBeInstanceOf(FailureError);
          expect((error as FailureError).failure.code).toBe('encoding_unsupported');
          return;
        }
        taken++;
        expect(found.map((text) => (fields.includes('^FB') ? undoBlock(text, 'FB') : text))).toEqual([
          printed(v),
        ]);
      }),
      { numRuns: runs(300) },
    );
    expect(taken).toBeGreaterThan(runs(50));
  });
});
