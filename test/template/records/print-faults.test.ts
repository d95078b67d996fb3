import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure, FailureError } from '../../../src/errors.ts';
import { failureOf, NOW, print, templateOf } from '../run.ts';

type Records = readonly Readonly<Record<string, string>>[];

/** Why this job is refused. */
const refusal = (zpl: string, records: Records, transforms: unknown = []): Failure =>
  failureOf(() => print(templateOf(zpl, transforms), records, 1, { now: NOW }));

const times = (count: number, record: Records[number]): Records =>
  Array.from({ length: count }, () => record);

const EAN = '^FO9,9^BEN,50^FD{ean}^FS';
const GOOD = '400638133393';
const eanFault = (value: string) => ({
  symbology: 'ean13',
  template: '{ean}',
  value,
  reason: expect.stringMatching(/12 digits/),
});
const DUE = [{ variable: 'Due', steps: [{ op: 'trim' }, { op: 'date', from: 'YYYY-MM-DD', to: 'DD.MM.' }] }];
const dueFault = (record: number, value: string) => ({
  record,
  variable: 'Due',
  step: 1,
  value,
  reason: 'the value is not a date like "YYYY-MM-DD"',
});

describe('a print job whose barcodes fail', () => {
  it('names each failure of each record, the same one in two of them twice', () => {
    const records = [{ ean: '1' }, { ean: GOOD }, { ean: '1' }, {}, { ean: '2' }];
    expect(refusal(`^XA${EAN}${EAN}^XZ`, records)).toEqual({
      code: 'barcode_invalid',
      details: expect.any(String),
      message:
        'Barcode content is invalid: 4 of 5 records failed, records 0, 2, 3 and 4 (counted from 0); ' +
        'ean13; see fields for what is allowed.',
      fields: [
        eanFault('1'),
        eanFault('1'),
        { ...eanFault('{ean}'), reason: 'no value was given for the variable "ean"' },
        eanFault('2'),
      ],
      records: [0, 2, 3, 4],
    });
  });

  it('says of a job of one record what a render does, with its record', () => {
    expect(refusal(`^XA${EAN}^XZ`, [{ ean: 'x' }])).toEqual({
      code: 'barcode_invalid',
      details: expect.any(String),
      message: 'Barcode content is invalid: ean13; see fields for what is allowed.',
      fields: [expect.objectContaining({ value: 'x' })],
      records: [0],
    });
  });

  it('has at most 500 fields, and a text that counts all records', () => {
    const zpl = `^XA${Array.from({ length: 100 }, (_, i) => `^BEN,50^FD${i}{ean}^FS`).join('')}^XZ`;
    const { fields, records, message } = refusal(zpl, times(25, { ean: 'x' }));
    expect(fields).toHaveLength(500);
    expect(records).toHaveLength(500);
    expect(records?.at(-1)).toBe(4);
    expect(message).toContain('25 of 25 records failed');
  });

  it('has no more than a mebibyte of them', () => {
    const zpl = `^XA^BEN,50^FDa${'{v}'.repeat(8)}^FS^BEN,50^FDb${'{v}'.repeat(8)}^FS^XZ`;
    const refused = refusal(zpl, times(16, { v: '\u0001'.repeat(1000) }));
    expect(refused.fields?.length).toBe(refused.records?.length);
    expect(JSON.stringify(refused).length).toBeGreaterThan(0.9 * 2 ** 20);
    expect(JSON.stringify(refused).length).toBeLessThan(1.1 * 2 ** 20);
    expect(refused.message).toContain('16 of 16');
  });
});

describe('a print job whose transforms fail', () => {
  it('names record, variable, step, value and reason, and still finds other barcodes of all records', () => {
    const records = [
      { due: 'soon', ean: 'x' },
      { due: '2026-01-02', ean: GOOD },
      { due: ' late ', ean: GOOD },
      { ean: 'y' },
    ];
    expect(refusal(`^XA^FD{due}^FS${EAN}^XZ`, records, DUE)).toEqual({
      code: 'field_transform_invalid',
      details: expect.any(String),
      message:
        'The saved field transforms failed: 3 of 4 records failed, records 0, 2 and 3 (counted from 0); ' +
        'transforms of "Due"; see transforms; ean13; see fields for what is allowed.',
      fields: [eanFault('x'), eanFault('y')].map((fault) => ({ ...fault, reason: expect.any(String) })),
      records: [0, 3],
      transforms: [dueFault(0, 'soon'), dueFault(2, 'late')],
    });
  });

  it.each([
    ['a barcode of the variable', '^BEN,50^FD{DUE}^FS'],
    ['a barcode of it and another one', '^BEN,50^FD{ean}{due}^FS'],
    ['a barcode that embeds it', '^FN1^FS^FO9,9^BEN,50^FE^FD#1#^FS^FN1^FD{due}^FS'],
    [
      'a marked raster',
      '^FXsvc-barcode:1;symbology=ean13;template=%7Bdue%7D;module=2^FS^FO9,9^GFA,1,1,1,FF^FS',
    ],
    ['text that its encoding lacks', '^CI27^FD{due}^FS'],
  ])('does not tell of the failed variable once more: %s', (_, field) => {
    const refused = refusal(`^XA${field}^XZ`, [{ due: 'ł', ean: 'x' }], DUE);
    expect(refused).toEqual({
      code: 'field_transform_invalid',
      details: expect.any(String),
      message: 'The saved field transforms failed: transforms of "Due"; see transforms.',
      transforms: [dueFault(0, 'ł')],
    });
  });

  it('goes on with other transforms, but not with those of the variable that failed', () => {
    const fail = [{ op: 'max_length', length: 1 }];
    const transforms = [
      { variable: 'a', steps: fail },
      { variable: 'A', steps: fail },
      { variable: 'b', steps: fail },
    ];
    const refused = refusal('^XA^FD{a}{b}^FS^XZ', [{ a: '12', b: '34' }], transforms);
    expect(refused.transforms?.map(({ variable, step, value }) => [variable, step, value])).toEqual([
      ['a', 0, '12'],
      ['b', 0, '34'],
    ]);
  });

  it('has the beginning of a long value', () => {
    const transforms = [
      {
        variable: 'a',
        steps: [
          { op: 'pad_end', length: 4000 },
          { op: 'max_length', length: 1 },
        ],
      },
    ];
    const { transforms: [fault] = [] } = refusal('^XA^FD{a}^FS^XZ', [{ a: 'x' }], transforms);
    expect(fault?.value).toBe(`x${' '.repeat(999)}`);
  });

  it('is one failure where the transforms are malformed', () => {
    const refused = refusal(
      `^XA${EAN}^XZ`,
      [{ ean: 'x' }, {}],
      [{ variable: 'ean', steps: [{ op: 'none' }] }],
    );
    expect(Object.keys(refused).toSorted()).toEqual(['code', 'details', 'message']);
    expect(refused.code).toBe('field_transform_invalid');
  });
});

describe('a print job with values that cannot be written', () => {
  it('names the records and goes on', () => {
    const zpl = `^XA^CI27^FD{name}^FS^FD{town}^FS${EAN}^XZ`;
    const records = [{ name: 'ł', ean: GOOD }, { ean: GOOD }, { name: 'ł', town: 'ą', ean: GOOD }];
    expect(refusal(zpl, records)).toEqual({
      code: 'encoding_unsupported',
      details: expect.any(String),
      message:
        'A value cannot be written in the label: 2 of 3 records failed, records 0 and 2 (counted from 0); ' +
        'in field "{name}", U+0142 is not in the label\'s encoding, ^CI27 (records 0 and 2); ' +
        'in field "{town}", U+0105 is not in the label\'s encoding, ^CI27 (record 2).',
      encoding: [
        { record: 0, template: '{name}', character: 'ł' },
        { record: 2, template: '{name}', character: 'ł' },
        { record: 2, template: '{town}', character: 'ą' },
      ],
    });
    const both = refusal(zpl, [{ name: 'ł', ean: GOOD }, { ean: 'x' }]);
    expect(both).toMatchObject({
      code: 'barcode_invalid',
      records: [1],
      encoding: [{ record: 0, template: '{name}', character: 'ł' }],
    });
    expect(both.message).toContain('^CI27 (record 0)');
  });

  it.each([
    ['a character beyond the first plane', '^XA^CI27^FDZürich {v}^FS^XZ', 'ab😀c', '😀'],
    ['any character, under an encoding that is not supported', '^XA^CI14^FDé{v}^FS^XZ', 'éab', 'é'],
    [
      'one that two fields would print differently',
      '^XA^FO9,9^FN1^FS^FO9,99^FB90,2^FN1^FS^FN1^FD{v}^FS^XZ',
      'a\\&',
      '\\',
    ],
    ['the first of what becomes a clock field', '^XA^FC%^FDx{v}^FS^XZ', 'é%H', 'é'],
    ['the first of what completes an escape', '^XA^TBN,99,99^FD<{v}^FS^XZ', 'x>', 'x'],
  ])('names the first character: %s', (_, zpl, value, character) => {
    const { encoding } = refusal(zpl, [{ v: value }]);
    expect(encoding).toEqual([{ record: 0, template: expect.stringContaining('{v}'), character }]);
  });

  it('names every record that fails, whatever fails in it', () => {
    const value = fc.constantFrom('fine', 'ł', 'too long for it', '', GOOD, '1');
    const records = fc.array(fc.record({ name: value, ean: value, Due: value }, { requiredKeys: [] }), {
      minLength: 1,
      maxLength: 8,
    });
    const zpl = `^XA^CI27^FD{name}^FS^FD{due}^FS${EAN}^XZ`;
    const limit = [{ variable: 'Due', steps: [{ op: 'max_length', length: 9 }] }];
    const jobFails = (job: Records): Failure | null => {
      try {
        print(templateOf(zpl, limit), job, 1, { now: NOW });
        return null;
      } catch (error) {
        return (error as FailureError).failure;
      }
    };
    fc.assert(
      fc.property(records, (job) => {
        const refused = jobFails(job);
        const named = new Set([
          ...(refused?.records ?? []),
          ...[...(refused?.transforms ?? []), ...(refused?.encoding ?? [])].map(({ record }) => record),
        ]);
        const alone = job.flatMap((record, index) => (jobFails([record]) === null ? [] : [index]));
        expect([...named].toSorted((a, b) => a - b)).toEqual(alone);
      }),
    );
  });

  it('has at most 500 fields', () => {
    const zpl = `^XA^CI27${Array.from({ length: 60 }, (_, i) => `^FD${i}{v}^FS`).join('')}^XZ`;
    const { encoding, message } = refusal(zpl, times(25, { v: 'ł' }));
    expect(encoding).toHaveLength(500);
    expect(message).toContain('25 of 25 records failed');
  });

  it('tells of the first few', () => {
    const zpl = `^XA^CI27${Array.from({ length: 9 }, (_, i) => `^FD${i}{v}^FS`).join('')}^XZ`;
    expect(refusal(zpl, [{ v: 'ł' }]).message).toMatch(/"4\{v\}", [^;]* and 4 more\.$/);
  });

  it('has blocks in which a value completes an escape', () => {
    const zpl = '^XA^TBN,99,99^FD<{v}^FS^XZ';
    const refused = refusal(zpl, [{ v: 'a' }, { v: '<>' }, { v: 'x>' }]);
    expect(refused).toMatchObject({ code: 'encoding_unsupported' });
    expect(refused.message).toContain('records 1 and 2');
  });

  it('ends when there are too many of them', () => {
    const zpl = `^XA^CI27${Array.from({ length: 600 }, (_, i) => `^FD${i}{v}^FS`).join('')}^XZ`;
    expect(refusal(zpl, times(25, { v: 'ł' })).code).toBe('too_large');
  });

  const long = { v: `${'漢'.repeat(850)}😀` };

  it('counts long values by their length', () => {
    const refused = (fields: number) =>
      refusal(`^XA^CI15${'^FD{v}^FS'.repeat(fields)}^XZ`, times(25, long)).code;
    expect(refused(20)).toBe('encoding_unsupported');
    expect(refused(60)).toBe('too_large');
  });

  it('counts what was written before the value in the same field', () => {
    const caret = [{ variable: 'c', steps: [{ op: 'pad_end', length: 1000, with: '^' }] }];
    const zpl = `^XA^CI27${'^FD{c}{v}^FS'.repeat(60)}^XZ`;
    expect(refusal(zpl, times(2, { c: '', v: 'ł' }), caret).code).toBe('encoding_unsupported');
    expect(refusal(zpl, times(25, { c: '', v: 'ł' }), caret).code).toBe('too_large');
  });

  it('counts long values that barcodes lack a byte for', () => {
    const zpl = (fields: number) => `^XA^CI15${'^BCN^FD{v}^FS'.repeat(fields)}^XZ`;
    expect(refusal(zpl(5), times(25, long)).code).toBe('barcode_invalid');
    expect(refusal(zpl(50), times(25, long)).code).toBe('too_large');
  });
});

it('too much work or output ends a print job at once', () => {
  const records = [{ ean: 'x' }, { ean: GOOD, fill: 'x'.repeat(1000) }];
  const zpl = `^XA${EAN}${'^FD{fill}^FS'.repeat(2100)}^XZ`;
  const refused = refusal(zpl, records);
  expect(refused.code).toBe('too_large');
  expect(refused.fields).toBeUndefined();
});
