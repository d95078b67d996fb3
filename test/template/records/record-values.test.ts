import { describe, expect, it } from 'vitest';
import { RecordValues } from '../../../src/template/records/record-values.ts';
import { run } from '../run.ts';

const named = (name: string) => ({ names: [name], keys: [name.toLowerCase()] });

describe('what a record gives', () => {
  it('prefers the name as the label spells it, then the first that differs in case only', () => {
    const record = new RecordValues({ SKU: 'first', sku: 'second' });
    expect(record.get(named('sku'))).toBe('second');
    expect(record.get(named('Sku'))).toBe('first');
    expect(run('^FD{Sku}{sku}^FS', { SKU: 'a', sku: 'b' })).toBe('^FH^FDab^FS');
  });

  it('finds nothing that an object inherits', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(new RecordValues({}).get(named(name))).toBeUndefined();
      expect(run(`^FD{${name}}^FS`)).toBe(`^FD{${name}}^FS`);
    }
  });

  it('takes an empty text for a value', () => {
    expect(run('^FDa{v}b^FS', { v: '' })).toBe('^FH^FDab^FS');
  });

  it('gives a changed value under every spelling of its name', () => {
    const record = new RecordValues({ SKU: 'old' });
    record.set('sku', 'new');
    expect([record.get(named('SKU')), record.get(named('sku'))]).toEqual(['new', 'new']);
  });
});
