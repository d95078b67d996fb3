import { expect, test } from 'vitest';
import { type Kind, kindsOf, parseMix, unitsOf } from '../../src/load/mix.ts';

test('reads parts as shares of their sum', () => {
  expect(Object.fromEntries(parseMix('zpl=3, png=1'))).toEqual({ zpl: 0.75, png: 0.25 });
  expect(Object.fromEntries(parseMix('print=0.5'))).toEqual({ print: 1 });
});

test.each([
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

test('knows what a request costs on average: print jobs have 25 records', () => {
  expect(unitsOf(parseMix('zpl=70,png=20,print=10'))).toBeCloseTo(0.9 + 3);
});

test.each(['zpl=70,png=20,print=10', 'zpl=1,png=1,pdf=1,print=1', 'zpl=97,print=3'])(
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
