import { describe, expect, it } from 'vitest';
import { ReturningValues } from '../../src/engine/returning-values.ts';

describe('ReturningValues', () => {
  it('keeps what was made of a value the second time, for its field alone', () => {
    const values = new ReturningValues<object>();
    const made = {};
    expect(values.keep('1 ', 'Paris', {}, 100)).toBe(false);
    expect(values.get('1 ', 'Paris')).toBeUndefined();
    expect(values.keep('1 ', 'Paris', made, 100)).toBe(true);
    expect(values.get('1 ', 'Paris')).toBe(made);
    expect(values.get('2 ', 'Paris')).toBeUndefined();
    expect(values.get('1 ', 'Pari')).toBeUndefined();
  });

  it('holds no more bytes than it may, and drops what was used least', () => {
    const values = new ReturningValues<object>(100_000);
    for (let i = 0; i < 200; i++) {
      values.keep('1 ', `value ${i}`, {}, 2000);
      expect(values.keep('1 ', `value ${i}`, {}, 2000)).toBe(true);
      expect(values.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(values.bytes).toBeGreaterThan(90_000);
    expect(values.get('1 ', 'value 0')).toBeUndefined();
    expect(values.get('1 ', 'value 199')).toBeDefined();
  });

  it('keeps nothing of long values, nor what has no room', () => {
    const values = new ReturningValues<object>(5000);
    const long = 'x'.repeat(1000);
    for (let i = 0; i < 3; i++) {
      expect(values.keep('1 ', long, {}, 10)).toBe(false);
      expect(values.keep('1 ', 'large', {}, 10_000)).toBe(false);
    }
    expect(values.bytes).toBe(0);
  });
});
