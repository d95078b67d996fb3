import { expect, test } from 'vitest';
import { PlainOrders } from '../../src/engine/plain-orders.ts';
import { compile } from '../../src/template/compile.ts';
import type { Template } from '../../src/template/template.ts';
import { toByteString } from '../../src/zpl/byte-string.ts';

const templateOf = (zpl: string, fieldTransforms: unknown = []): Template =>
  compile({ zpl: toByteString(zpl), fieldTransforms, dynamicTokens: [] });
const TEMPLATE = templateOf('^XA^FO1,1^FD{a} {b}^FS^XZ');
const LABEL = { contentId: 'content' };

/** Names in the orders that are known, the newest first. */
const namesIn = (orders: PlainOrders, label = LABEL): string[] =>
  orders.of(label).map(({ names }) => names.map((name) => Buffer.from(name).toString()).join(' '));

test('an order is known from the second time on, and made once', () => {
  const orders = new PlainOrders();
  const note = (...names: string[]): void => orders.note(LABEL, TEMPLATE, names);
  note('a', 'b');
  note('b', 'a');
  expect(namesIn(orders)).toEqual([]);
  note('a', 'b');
  note('a', 'b');
  note('a', 'b');
  expect(namesIn(orders)).toEqual(['"a" "b"']);
  note('b', 'a');
  expect(namesIn(orders)).toEqual(['"b" "a"', '"a" "b"']);
  expect(namesIn(orders, { contentId: 'another' })).toEqual([]);
});

test.each([
  ['has transforms', templateOf('^FD{a}^FS', [{ variable: 'a', steps: [{ op: 'upper' }] }])],
  ['shows the time', templateOf('^FD{a} {TIME}^FS')],
  ['cannot be used', templateOf('^FD{a}^FS', 'malformed')],
])('a label has none that %s', (_, template) => {
  const orders = new PlainOrders();
  for (let time = 0; time < 3; time++) orders.note(LABEL, template, ['a']);
  expect(namesIn(orders)).toEqual([]);
});

test('a label that shows the time has some of records that say what it is', () => {
  const orders = new PlainOrders();
  for (let time = 0; time < 2; time++) orders.note(LABEL, templateOf('^FD{a} {TIME}^FS'), ['a', 'time']);
  expect(namesIn(orders)).toEqual(['"a" "time"']);
});

test('of a label the newest eight are kept, whatever comes once', () => {
  const orders = new PlainOrders();
  for (let i = 0; i < 10; i++) {
    for (let time = 0; time < 2; time++) orders.note(LABEL, TEMPLATE, ['a', `x${i}`]);
  }
  for (let i = 0; i < 100; i++) orders.note(LABEL, TEMPLATE, [`y${i}`]);
  expect(namesIn(orders)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((i) => `"a" "x${i}"`));
});

test('all together stay under the bound, and those used last are kept', () => {
  const bound = 256 * 1024;
  const orders = new PlainOrders(bound);
  for (let i = 0; i < 500; i++) {
    const label = { contentId: `content ${i}` };
    for (let time = 0; time < 2; time++) orders.note(label, TEMPLATE, ['a', 'b']);
    expect(orders.bytes).toBeLessThanOrEqual(bound);
  }
  expect(orders.bytes).toBeGreaterThan(bound * 0.9);
  expect(namesIn(orders, { contentId: 'content 499' })).toEqual(['"a" "b"']);
  expect(namesIn(orders, { contentId: 'content 0' })).toEqual([]);
});
