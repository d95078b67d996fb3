import { expect, it } from 'vitest';
import { parseMilliseconds } from '../../src/load/numbers.ts';
import { inTurn, madeUp, readValues } from '../../src/load/values.ts';

const read = (text: string) => readValues(Buffer.from(text), 'values.json');

it('reads one set of values, or several', () => {
  expect(read('{"name":"Zoë","weight":1.50}')).toEqual([{ name: 'Zoë', weight: '1.50' }]);
  expect(read('[{"name":"A"},{"name":null}]')).toEqual([{ name: 'A' }, { name: '' }]);
});

it.each([
  ['', 'values.json is empty'],
  ['{', 'values.json is not valid JSON'],
  ['[]', 'values.json is an empty array'],
  ['7', 'values.json must be an object'],
  ['[{"a":1},2]', 'values.json: element 1 must be an object'],
  ['[{"a":1,"a":2}]', '0.a appears twice in values.json'],
  [`{"a":${JSON.stringify('x'.repeat(1001))}}`, '1000'],
])('refuses %.20j', (text, message) => {
  expect(() => read(text)).toThrow(message);
});

it('uses sets in turn', () => {
  const values = inTurn([{ a: '1' }, { a: '2' }]);
  expect([1, 2, 3].map(() => values.next().value)).toEqual([{ a: '1' }, { a: '2' }, { a: '1' }]);
});

it('makes values up for the tokens of a label, all of them different, and leaves automatic ones alone', () => {
  const values = madeUp(['name', 'DATE', 'counter', 'gtin']);
  const [first, second] = [values.next().value, values.next().value];
  expect(Object.keys(first)).toEqual(['name', 'gtin']);
  const all = [...Object.values(first), ...Object.values(second)];
  expect(new Set(all).size).toBe(4);
  for (const value of all) expect(value).toMatch(/^\d{12}$/);
});

it('reads times in milliseconds and seconds', () => {
  expect(['250ms', '0.25s', '1s', '1.5ms'].map((text) => parseMilliseconds(text, '--p99'))).toEqual([
    250, 250, 1000, 1.5,
  ]);
  for (const text of ['', '250', '0s', '-1s', '61s', '1m', 'ms', '1e3ms'])
    expect(() => parseMilliseconds(text, '--p99')).toThrow(
      '--p99 must be a time above 0 and up to 60s, as 250ms or 0.25s',
    );
});
