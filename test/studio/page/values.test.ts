import { expect, it } from 'vitest';
import { filledValues, valueOf, withValue } from '../../../src/studio/page/values.ts';

it('finds a value in whatever case a name is written', () => {
  expect(valueOf({ Name: 'Ada' }, 'NAME')).toBe('Ada');
  expect(valueOf({ Name: 'Ada' }, 'sku')).toBeUndefined();
});

it('replaces a value, and takes an empty one out', () => {
  expect(withValue({ Name: 'Ada', b: '1' }, 'name', 'Bo')).toEqual({ b: '1', name: 'Bo' });
  expect(withValue({ Name: 'Ada', b: '1' }, 'name', '')).toEqual({ b: '1' });
});

it('fills names without a value alone, and is the same object where none is', () => {
  const values = { name: 'Ada' };
  expect(filledValues(values, ['Name', 'sku', 'ean'], { NAME: 'Bo', SKU: '1', other: '2' })).toEqual({
    name: 'Ada',
    sku: '1',
  });
  expect(filledValues(values, ['name'], { name: 'Bo' })).toBe(values);
});
