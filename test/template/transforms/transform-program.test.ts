import { describe, expect, it } from 'vitest';
import { RecordValues } from '../../../src/template/records/record-values.ts';
import { SubstitutionBudget } from '../../../src/template/records/substitution-budget.ts';
import { applyTransforms, compileTransforms } from '../../../src/template/transforms/transform-program.ts';
import { failureOf, NOW, run } from '../run.ts';

function transform(value: string | undefined, ...steps: object[]): string | undefined {
  const program = compileTransforms([{ variable: 'v', steps }]);
  const record = new RecordValues(value === undefined ? {} : { v: value });
  applyTransforms(program, record, NOW, new SubstitutionBudget());
  return record.get({ names: ['v'], keys: ['v'] });
}

const failure = (value: string | undefined, step: unknown) =>
  failureOf(() => transform(value, step as object));

describe('field transforms', () => {
  it('run in order before substitution, matching names without case', () => {
    const transforms = [
      { variable: 'SKU', steps: [{ op: 'trim' }, { op: 'upper' }, { op: 'prefix', text: '#' }] },
    ];
    expect(run('^FD{sku}^FS', { Sku: ' ab ' }, transforms)).toBe('^FH^FD#AB^FS');
  });

  it('apply one after the other to the same variable', () => {
    const both = [
      { variable: 'a', steps: [{ op: 'suffix', text: '1' }] },
      { variable: 'A', steps: [{ op: 'suffix', text: '2' }] },
    ];
    expect(run('^FD{a}^FS', { a: 'x' }, both)).toBe('^FH^FDx12^FS');
  });

  it.each<[string, object, string]>([
    [' a ', { op: 'trim' }, 'a'],
    ['straße', { op: 'upper' }, 'STRASSE'],
    ['ÀB', { op: 'lower' }, 'àb'],
    ['a😀cd', { op: 'slice', start: 1, end: 3 }, '😀c'],
    ['abcd', { op: 'slice', start: -2 }, 'cd'],
    ['abcd', { op: 'slice', start: 1, end: -1 }, 'bc'],
    ['a😀b😀c', { op: 'slice', start: -4, end: -1 }, '😀b😀'],
    ['😀', { op: 'pad_start', length: 4, with: 'ab' }, 'aba😀'],
    ['😀', { op: 'pad_end', length: 3, with: '😀b' }, '😀😀b'],
    ['7', { op: 'pad_end', length: 3, with: '0' }, '700'],
    ['long', { op: 'pad_end', length: 3, with: '0' }, 'long'],
    ['x', { op: 'prefix', text: 'a' }, 'ax'],
    ['x', { op: 'suffix', text: 'a' }, 'xa'],
    ['a.b.c', { op: 'replace', find: '.', with: '$&' }, 'a$&b$&c'],
    ['a1-2b٣', { op: 'digits' }, '12'],
    ['', { op: 'default', text: 'd' }, 'd'],
    ['x', { op: 'default', text: 'd' }, 'x'],
    ['1234567.005', { op: 'number', decimals: 2, group: ',', decimal: '.' }, '1,234,567.01'],
    ['1234,', { op: 'replace', find: ',', with: '' }, '1234'],
    ['-0.004', { op: 'number', decimals: 2, decimal: ',' }, '0,00'],
    ['-1.5', { op: 'number', decimals: 0 }, '-2'],
    ['1.50', { op: 'number' }, '1.50'],
    ['1e3', { op: 'number', group: ' ' }, '1 000'],
    ['12e-3', { op: 'number' }, '0.012'],
    ['9007199254740993', { op: 'number', decimals: 1 }, '9007199254740993.0'],
    ['2026-03-04', { op: 'date', from: 'YYYY-MM-DD', to: 'DD.MM.YY' }, '04.03.26'],
    ['040326 0506', { op: 'date', from: 'DDMMYY HHmm', to: 'YYYY-MM-DD HH:mm:ss' }, '2026-03-04 05:06:00'],
    ['2024-02-29', { op: 'date', from: 'YYYY-MM-DD', to: 'MM' }, '02'],
    ['2026-03-04', { op: 'date', from: 'YYYY-MM-DD', to: 'GGGG-WWW DDDD' }, '2026-W10 063'],
    ['2024-12-31', { op: 'date', from: 'YYYY-MM-DD', to: 'DDDD, week WW of GGGG' }, '366, week 01 of 2025'],
    ['2027-01-03', { op: 'date', from: 'YYYY-MM-DD', to: 'GGGGWW' }, '202653'],
    ['0099-01-01', { op: 'date', from: 'YYYY-MM-DD', to: 'DDDDD' }, '001D'],
    ['2026-03-04', { op: 'date_add', days: 30 }, '2026-04-03'],
    ['2026-03-04', { op: 'date_add' }, '2026-03-04'],
    ['2026-01-31', { op: 'date_add', months: 1 }, '2026-02-28'],
    ['2024-01-31', { op: 'date_add', months: 1 }, '2024-02-29'],
    ['2024-02-29', { op: 'date_add', years: 1 }, '2025-02-28'],
    ['2024-02-29', { op: 'date_add', years: -4, months: 48 }, '2024-02-29'],
    ['2026-03-31', { op: 'date_add', months: -1, days: 1 }, '2026-03-01'],
    ['2026-11-30', { op: 'date_add', months: 3, weeks: 1, days: -7 }, '2027-02-28'],
    ['31.12.99 23:59', { op: 'date_add', days: -1, format: 'DD.MM.YY HH:mm' }, '30.12.99 23:59'],
    ['9998-12-31', { op: 'date_add', days: 365 }, '9999-12-31'],
    ['', { op: 'clock' }, '2026-03-04'],
    ['', { op: 'clock', format: 'DD.MM.YY HH:mm:ss WW/DDDD' }, '04.03.26 05:06:07 10/063'],
    ['x', { op: 'clock' }, 'x'],
    ['a', { op: 'map', values: { a: 'b' } }, 'b'],
    ['toString', { op: 'map', values: { a: 'b' }, otherwise: 'o' }, 'o'],
    ['😀😀', { op: 'max_length', length: 2 }, '😀😀'],
    ['400638133393', { op: 'check_digit', scheme: 'mod10' }, '4006381333931'],
    ['3680', { op: 'check_digit', scheme: 'mod11' }, '36803'],
    ['12345ABCDE/', { op: 'check_digit', scheme: 'mod43' }, '12345ABCDE/T'],
    ['PJJ123C', { op: 'check_digit', scheme: 'mod103' }, 'PJJ123CW'],
  ])('turn %j by %j into %j', (value, step, expected) => {
    expect(transform(value, step)).toBe(expected);
  });

  it('count mod11 with X for 10 and 0 for 11', () => {
    const check = (value: string) => transform(value, { op: 'check_digit', scheme: 'mod11' })?.at(-1);
    expect(check('6')).toBe('X'); // 12 mod 11 = 1
    expect(check('0')).toBe('0');
    expect(check('10000001')).toBe('6'); // the weights begin again: 2 + 3
  });

  it('leave a missing value missing, unless there is a default', () => {
    expect(transform(undefined, { op: 'upper' })).toBeUndefined();
    expect(transform(undefined, { op: 'default', text: 'd' }, { op: 'upper' })).toBe('D');
    expect(transform(undefined, { op: 'number' })).toBeUndefined();
    expect(transform(undefined, { op: 'clock' }, { op: 'date_add', weeks: 6 })).toBe('2026-04-15');
  });

  it.each<[string, object]>([
    ['x', { op: 'number' }],
    ['', { op: 'number' }],
    ['.', { op: 'number' }],
    ['1,5', { op: 'number' }],
    ['0x10', { op: 'number' }],
    ['2026-02-29', { op: 'date', from: 'YYYY-MM-DD', to: 'DD' }],
    ['2026-3-4', { op: 'date', from: 'YYYY-MM-DD', to: 'DD' }],
    ['2026-03-04x', { op: 'date', from: 'YYYY-MM-DD', to: 'DD' }],
    ['24:00', { op: 'date', from: 'HH:mm', to: 'HH' }],
    ['05:06', { op: 'date', from: 'HH:mm', to: 'DD' }],
    ['00', { op: 'date', from: 'DD', to: 'DD' }],
    ['03-04', { op: 'date', from: 'MM-DD', to: 'DDDD' }],
    ['2026-02-30', { op: 'date_add', days: 1 }],
    ['', { op: 'date_add', days: 1 }],
    ['03-04', { op: 'date_add', days: 1, format: 'MM-DD' }],
    ['9999-12-31', { op: 'date_add', days: 1 }],
    ['0000-01-01', { op: 'date_add', days: -1 }],
    ['991231', { op: 'date_add', days: 1, format: 'YYMMDD' }],
    ['2026-03-04', { op: 'date_add', years: -100_000, months: 100_000, weeks: 100_000, days: 100_000 }],
    ['x', { op: 'map', values: {} }],
    ['abc', { op: 'max_length', length: 2 }],
    ['12x', { op: 'check_digit', scheme: 'mod10' }],
    ['', { op: 'check_digit', scheme: 'mod10' }],
    ['a', { op: 'check_digit', scheme: 'mod43' }],
    ['é', { op: 'check_digit', scheme: 'mod103' }],
    ['1😀', { op: 'check_digit', scheme: 'mod10' }],
    ['é', { op: 'check_digit', scheme: 'mod43' }],
    ['x'.repeat(1000), { op: 'replace', find: 'x', with: 'y'.repeat(4000) }],
  ])('fail on %j with %j, naming the variable and the operation', (value, step) => {
    const { code, message } = failure(value, step);
    expect(code).toBe('field_transform_invalid');
    expect(message).toContain('"v"');
    expect(message).toContain((step as { op: string }).op);
  });

  it.each<unknown>([
    { op: 'explode' },
    {},
    null,
    { op: 'slice', start: 1.5 },
    { op: 'pad_start', length: -1 },
    { op: 'pad_start', length: 1e9 },
    { op: 'pad_end', length: 2, with: '' },
    { op: 'prefix' },
    { op: 'replace', find: '', with: 'x' },
    { op: 'map', values: [] },
    { op: 'number', decimals: 'two' },
    { op: 'check_digit', scheme: 'crc' },
    { op: 'date_add', days: 1.5 },
    { op: 'date_add', years: 100_001 },
    { op: 'clock', format: '' },
  ])('fail when a step is malformed: %j', (step) => {
    expect(failure(undefined, step).code).toBe('field_transform_invalid');
  });

  it.each<[unknown, string]>([
    [{ op: 'explode' }, 'step 1 (explode) is malformed, op must be one of trim, upper, lower, '],
    [null, 'step 1 is malformed, it must be an object.'],
    [{ op: 'slice', start: 1.5 }, ' (slice) is malformed, start must be a whole number.'],
    [{ op: 'pad_start', length: -1 }, ' is malformed, length must be at least 0.'],
    [{ op: 'replace', find: '', with: 'x' }, ' is malformed, find must not be empty.'],
    [{ op: 'prefix' }, ' is malformed, text must be text.'],
    [{ op: 'map', values: { a: 1 } }, ' is malformed, values.a must be text.'],
    [{ op: 'check_digit', scheme: 'crc' }, ' is malformed, scheme must be one of '],
  ])('say what is malformed in a step: %j', (step, words) => {
    const { message } = failure(undefined, step);
    expect(message).toContain(words);
    expect(message).not.toMatch(/\. .*\.$/);
  });

  it.each<unknown>(['x', {}, [null], [{ variable: 'v' }], [{ variable: ' ', steps: [] }], [{ steps: [] }]])(
    'fail when they are malformed themselves: %j',
    (saved) => {
      expect(failureOf(() => run('^FDx^FS', {}, saved)).code).toBe('field_transform_invalid');
    },
  );

  it('may be absent', () => {
    for (const saved of [null, undefined, []]) expect(run('^FDx^FS', {}, saved)).toBe('^FDx^FS');
  });
});
