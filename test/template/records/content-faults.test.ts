import { describe, expect, it } from 'vitest';
import { failureOf, run } from '../run.ts';

const DATE = [{ variable: 'due', steps: [{ op: 'date', from: 'YYYY', to: 'YY' }] }];

describe('a render that fails', () => {
  it('has each barcode fault once, and no records', () => {
    const zpl = '^XA^BEN,50^FD{a}^FS^BEN,60^FD{a}^FS^B8N,50^FD{a}^FS^XZ';
    const { fields, ...rest } = failureOf(() => run(zpl, { a: 'x' }));
    expect(fields?.map(({ symbology }) => symbology)).toEqual(['ean13', 'ean8']);
    expect(rest).toEqual({
      code: 'barcode_invalid',
      details: expect.any(String),
      message: 'Barcode content is invalid: ean13, ean8; see fields for what is allowed.',
    });
  });

  it('has at most 500 of them', () => {
    const zpl = `^XA${Array.from({ length: 600 }, (_, i) => `^BEN,50^FD${i}{a}^FS`).join('')}^XZ`;
    expect(failureOf(() => run(zpl, { a: 'x' })).fields).toHaveLength(500);
  });

  it('ends at its first transform or value, with its words alone', () => {
    const zpl = '^XA^BEN,50^FD{a}^FS^CI27^FD{due}^FS^XZ';
    expect(failureOf(() => run(zpl, { a: 'x', due: 'soon' }, DATE))).toEqual({
      code: 'field_transform_invalid',
      details: expect.any(String),
      message:
        'The saved field transforms failed: transform of "due", step 1 (date): the value is not a date like "YYYY".',
    });
    expect(failureOf(() => run(zpl, { a: 'x', due: 'ł' }))).toEqual({
      code: 'encoding_unsupported',
      details: expect.any(String),
      message: expect.stringContaining('in field "{due}", U+0142 is not in'),
    });
  });
});
