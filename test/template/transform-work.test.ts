import { describe, expect, it } from 'vitest';
import { substituteRecords } from '../../src/template/substitute.ts';
import { estimateTransforms } from '../../src/template/transform-estimate.ts';
import { failureOf, NOW, templateOf } from './run.ts';

/** As many transforms of as many steps as a label may have: the first ones, then the others over and over. */
const full = (first: readonly object[], others: readonly object[]) =>
  Array.from({ length: 200 }, (_, i) => ({
    variable: `v${i}`,
    steps: Array.from({ length: 50 }, (_, at) => first[at] ?? others[(at - first.length) % others.length]),
  }));

const text = (value: string) => ({ op: 'default', text: value });
/** Values of 16384 units. */
const long = (unit: string) => [
  text(unit.repeat(4096 / unit.length)),
  { op: 'replace', find: unit, with: unit.repeat(4) },
];
const empty = { op: 'slice', end: 0 };

const WORST: readonly (readonly [string, readonly object[]])[] = [
  ['trim', full([text(' ')], [{ op: 'pad_end', length: 4096 }, { op: 'trim' }, text(' ')])],
  ['lower and upper', full(long('Σ'), [{ op: 'lower' }, { op: 'upper' }])],
  ['upper that grows', full([], [text('ΐ'.repeat(4000)), { op: 'upper' }, empty])],
  ['slice', full(long('😀'), [{ op: 'slice' }])],
  ['pad', full([], [text('x'), { op: 'pad_end', length: 4096, with: '😀' }, empty])],
  ['prefix and suffix', full([], [text('x'.repeat(4096)), { op: 'prefix', text: 'x'.repeat(4096) }, empty])],
  ['replace', full(long('a'), [{ op: 'replace', find: 'a', with: 'a' }])],
  [
    'replace that grows',
    full([], [text('abcd'), { op: 'replace', find: 'b', with: 'b'.repeat(4096) }, empty]),
  ],
  ['digits', full(long('a1'), [{ op: 'digits' }, { op: 'replace', find: '1', with: 'a1' }])],
  ['number of many decimals', full([text(`${'7'.repeat(800)}.5`)], [{ op: 'number', decimals: 100 }])],
  [
    'number with an exponent',
    full([], [text(`${'7'.repeat(600)}e999`), { op: 'number', group: ',' }, empty]),
  ],
  ['short number', full([text('1.5')], [{ op: 'number', decimals: 2 }])],
  ['date', full([text('2026-03-04')], [{ op: 'date', from: 'YYYY-MM-DD', to: 'YYYY-MM-DD' }])],
  [
    'date of many fields',
    full([text('26'.repeat(2048))], [{ op: 'date', from: 'YY'.repeat(2048), to: 'YY'.repeat(2048) }]),
  ],
  ['map', full(long('a'), [{ op: 'map', values: { a: 'b' }, otherwise: 'a'.repeat(4096) }])],
  ['max_length', full([text('😀'.repeat(2048))], [{ op: 'max_length', length: 4096 }])],
  [
    'check_digit',
    full([...long('%'), { op: 'slice', end: 16_000 }], [{ op: 'check_digit', scheme: 'mod43' }]),
  ],
  ['nothing', full([], [{ op: 'upper' }])],
];

const CPU_MS = 500;

describe('the work of field transforms', () => {
  it.each(WORST)('is bounded over all records before it is done: %s', (_, transforms) => {
    const began = process.cpuUsage();
    const template = templateOf('^XA^FD{v1}^FS^XZ', transforms);
    let code = '';
    try {
      substituteRecords(
        template,
        Array.from({ length: 25 }, () => ({})),
        1,
        { now: NOW },
      );
    } catch (error) {
      code = failureOf(() => {
        throw error;
      }).code;
    }
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(CPU_MS);
    expect(['', 'too_large']).toContain(code);
  });

  it('is refused where the whole of a program is applied to long values', () => {
    const transforms = full(long('a'), [{ op: 'replace', find: 'a', with: 'a' }]);
    const template = templateOf('^XA^FDx^FS^XZ', transforms);
    const failure = failureOf(() => substituteRecords(template, [{}], 1, { now: NOW }));
    expect(failure).toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('field transforms'),
    });
  });

  it('is counted for all records together', () => {
    const steps = Array.from({ length: 40 }, () => ({ op: 'upper' }));
    const template = templateOf('^XA^FD{v}^FS^XZ', [{ variable: 'v', steps }]);
    const records = (count: number) => Array.from({ length: count }, () => ({ v: 'x'.repeat(16_384) }));
    expect(() => substituteRecords(template, records(5), 1, { now: NOW })).not.toThrow();
    expect(failureOf(() => substituteRecords(template, records(7), 1, { now: NOW })).code).toBe('too_large');
  });

  it('allows what labels do: 50 variables of 1000 characters with 10 steps each', () => {
    const steps = [
      { op: 'trim' },
      { op: 'upper' },
      { op: 'replace', find: ' ', with: '-' },
      { op: 'replace', find: 'Ä', with: 'AE' },
      { op: 'slice', start: 0, end: 990 },
      { op: 'lower' },
      { op: 'pad_end', length: 995, with: '0' },
      { op: 'prefix', text: 'A' },
      { op: 'suffix', text: 'Z' },
      { op: 'max_length', length: 1000 },
    ];
    const names = Array.from({ length: 50 }, (_, i) => `v${i}`);
    const template = templateOf(
      '^XA^CI28^FD{v1}^FS^XZ',
      names.map((variable) => ({ variable, steps })),
    );
    const record = Object.fromEntries(names.map((name) => [name, 'é a'.repeat(333)]));
    expect(() => substituteRecords(template, [record], 1, { now: NOW })).not.toThrow();
    expect(() => substituteRecords(template, [record, record, record], 1, { now: NOW })).not.toThrow();
  });

  it('takes no maps that are too large to check', () => {
    const map = (count: number) => ({
      op: 'map',
      values: Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v'])),
    });
    const program = (count: number) =>
      templateOf('^XA^XZ', [{ variable: 'v', steps: [map(count), map(1)] }]).transforms;
    expect(program(99_999).ok).toBe(true);
    expect(program(100_000)).toEqual({ ok: false, message: expect.stringContaining('100000 values') });
  });
});

describe('the estimate of field transforms', () => {
  const few = [{ variable: 'v', steps: [{ op: 'trim' }, { op: 'pad_start', length: 10, with: '0' }] }];

  it('follows the steps and the longest value, up to what is allowed', () => {
    expect(estimateTransforms([], 1000)).toBe(0);
    expect(estimateTransforms(null, 1000)).toBe(0);
    expect(estimateTransforms(few, 10)).toBeGreaterThan(0);
    expect(estimateTransforms(few, 500)).toBeGreaterThan(estimateTransforms(few, 10));
    const growing = full([], [text('a'), { op: 'replace', find: 'a', with: 'aaaa' }]);
    expect(estimateTransforms(growing, 1)).toBe(estimateTransforms(growing, 1000));
  });

  it('is nothing for transforms that are never applied', () => {
    const malformed: unknown[] = [
      [null],
      [{ variable: 'v' }],
      [{ variable: 'v', steps: [null] }],
      [{ variable: 'v', steps: [{ op: 'explode' }] }],
      [{ variable: 'v', steps: [{ op: 'pad_end', length: 'x' }] }],
      Array.from({ length: 201 }, () => few[0]),
    ];
    for (const saved of malformed) expect(estimateTransforms(saved, 10)).toBe(0);
  });

  it('is no less than what is counted', () => {
    for (const [name, transforms] of WORST) {
      if (name === 'map') continue;
      let allowed = true;
      try {
        substituteRecords(templateOf('^XA^XZ', transforms), [{}], 1, { now: NOW });
      } catch {
        allowed = false;
      }
      // What is refused takes a hundred million.
      if (!allowed) expect({ name, work: estimateTransforms(transforms, 1) }).toEqual({ name, work: 1e8 });
    }
  });
});
