import { describe, expect, it } from 'vitest';
import { substituteRecords } from '../../../src/template/substitute.ts';
import { estimateTransforms } from '../../../src/template/transforms/work-estimate.ts';
import { fullProgram, HEAVY_TRANSFORMS, longValue, text } from '../../fuzz/heavy-transforms.ts';
import { failureOf, NOW, templateOf } from '../run.ts';

describe('the work of field transforms', () => {
  it('is refused where the whole of a program is applied to long values', () => {
    const transforms = fullProgram(longValue('a'), [{ op: 'replace', find: 'a', with: 'a' }]);
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
    expect(program(100_000)).toEqual({ ok: false, details: expect.stringContaining('100000 values') });
  });
});

describe('the estimate of field transforms', () => {
  const few = [{ variable: 'v', steps: [{ op: 'trim' }, { op: 'pad_start', length: 10, with: '0' }] }];

  it('follows the steps and the longest value, up to what is allowed', () => {
    expect(estimateTransforms([], 1000)).toBe(0);
    expect(estimateTransforms(null, 1000)).toBe(0);
    expect(estimateTransforms(few, 10)).toBeGreaterThan(0);
    expect(estimateTransforms(few, 500)).toBeGreaterThan(estimateTransforms(few, 10));
    const growing = fullProgram([], [text('a'), { op: 'replace', find: 'a', with: 'aaaa' }]);
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
    for (const [name, transforms] of HEAVY_TRANSFORMS) {
      if (name === 'map') continue;
      let allowed = true;
      try {
        substituteRecords(templateOf('^XA^XZ', transforms), [{}], 1, { now: NOW });
      } catch {
        allowed = false;
      }
      // A refused list of steps takes a hundred million.
      if (!allowed) expect({ name, work: estimateTransforms(transforms, 1) }).toEqual({ name, work: 1e8 });
    }
  });
});
