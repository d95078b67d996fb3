import { expect, test } from 'vitest';
import { PlainOrders } from '../../src/engine/plain-orders.ts';
import { compile } from '../../src/template/compile.ts';
import type { Template } from '../../src/template/template.ts';
import { toByteString } from '../../src/zpl/byte-string.ts';

const templateOf = (zpl: string, fieldTransforms: unknown = []): Template =>
  compile({ zpl: toByteString(zpl), fieldTransforms, dynamicTokens: [] });
const TEMPLATE = templateOf('^XA^FO1,1^FD{a} {b}^FS^XZ');
const LABEL = 'content';

/** Names in the orders that are known, the newest first. */
const namesIn = (orders: PlainOrders, label = LABEL): string[] =>
  orders.of(label).map(({ names }) => names.join(' '));

const note = (orders: PlainOrders, names: readonly string[], template = TEMPLATE): boolean =>
  orders.note(LABEL, names, () => template);

test('an order is known from the second time on, and made once', () => {
  const orders = new PlainOrders();
  expect([note(orders, ['a', 'b']), note(orders, ['b', 'a'])]).toEqual([true, true]);
  expect(namesIn(orders)).toEqual([]);
  expect([1, 2, 3].map(() => note(orders, ['a', 'b']))).toEqual([true, false, false]);
  expect(namesIn(orders)).toEqual(['a b']);
  note(orders, ['b', 'a']);
  expect(namesIn(orders)).toEqual(['b a', 'a b']);
  expect(namesIn(orders, 'another')).toEqual([]);
});

test.each([
  ['has transforms', templateOf('^FD{a}^FS', [{ variable: 'a', steps: [{ op: 'upper' }] }])],
  ['cannot be used', templateOf('^FD{a}^FS', 'malformed')],
])('a label that %s is not written right from a body', (_, template) => {
  const orders = new PlainOrders();
  for (let time = 0; time < 2; time++) note(orders, ['a'], template);
  expect(orders.of(LABEL)).toMatchObject([{ names: ['a'], stream: null }]);
});

test('of a label the newest eight are kept, whatever comes once', () => {
  const orders = new PlainOrders();
  for (let i = 0; i < 10; i++) {
    for (let time = 0; time < 2; time++) note(orders, ['a', `x${i}`]);
  }
  for (let i = 0; i < 100; i++) note(orders, [`y${i}`]);
  expect(namesIn(orders)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((i) => `a x${i}`));
});

test('of a label that is so large that not all fit, the newest are kept', () => {
  const large = templateOf(`^XA${'^FO1,1^FDx^FS'.repeat(3000)}^FO1,1^FD{a}^FS^XZ`);
  const orders = new PlainOrders(100_000);
  for (let i = 0; i < 8; i++) {
    for (let time = 0; time < 2; time++) note(orders, ['a', `x${i}`], large);
    expect(namesIn(orders)[0]).toBe(`a x${i}`);
  }
  expect(namesIn(orders).length).toBeLessThan(8);
  expect(orders.bytes).toBeLessThanOrEqual(100_000);
});

test('all together stay under the bound, and those used last are kept', () => {
  const bound = 256 * 1024;
  const orders = new PlainOrders(bound);
  for (let i = 0; i < 500; i++) {
    for (let time = 0; time < 2; time++) orders.note(`content ${i}`, ['a', 'b'], () => TEMPLATE);
    expect(orders.bytes).toBeLessThanOrEqual(bound);
  }
  expect(orders.bytes).toBeGreaterThan(bound * 0.9);
  expect(namesIn(orders, 'content 499')).toEqual(['a b']);
  expect(namesIn(orders, 'content 0')).toEqual([]);
});
