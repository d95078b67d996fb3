import { expect, it } from 'vitest';
import {
  inTurn,
  type Kind,
  kindsOf,
  madeUp,
  parseMix,
  readValues,
  unitsOf,
} from '../../src/load/request-plan.ts';

it('reads parts as shares of their sum', () => {
  expect(Object.fromEntries(parseMix('zpl=3, png=1'))).toEqual({ zpl: 0.75, png: 0.25 });
  expect(Object.fromEntries(parseMix('print=0.5'))).toEqual({ print: 1 });
});

it.each([
  ['', '--mix has ""'],
  ['zpl', '--mix has "zpl"'],
  ['zpl=0', '--mix has "zpl=0"'],
  ['zpl=-1', '--mix has "zpl=-1"'],
  ['gif=1', '--mix has "gif=1"'],
  ['zpl=1,', '--mix has ""'],
  ['constructor=1', '--mix has "constructor=1"'],
  ['zpl=1,zpl=2', '--mix has zpl twice'],
])('refuses the mix %j', (text, message) => {
  expect(() => parseMix(text)).toThrow(message);
});

it('knows what a request costs on average: print jobs have 25 records', () => {
  expect(unitsOf(parseMix('zpl=70,png=20,print=10'))).toBeCloseTo(0.9 + 3);
});

it.each(['zpl=70,png=20,print=10', 'zpl=1,png=1,pdf=1,print=1', 'zpl=97,print=3'])(
  'keeps close to the shares of %s however few requests there are',
  (text) => {
    const mix = parseMix(text);
    const counts = new Map<Kind, number>();
    let number = 0;
    for (const kind of kindsOf(mix)) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      number++;
      for (const [each, share] of mix)
        expect(Math.abs((counts.get(each) ?? 0) - share * number)).toBeLessThan(1);
      if (number === 200) return;
    }
  },
);

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
