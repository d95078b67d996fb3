import { expect, test } from 'vitest';
import { type PlainOrder, valuesOf } from '../../src/engine/plain-orders.ts';
import { PlainBody } from '../../src/http/plain-body.ts';

const order = (...names: string[]): PlainOrder => ({
  names,
  inJson: names.map((name) => Buffer.from(JSON.stringify(name))),
  stream: null,
});
const AB = order('a', 'b"ä');
const A = order('a');
const ORDERS = [AB, A];

const plain = new PlainBody();

/** What is found in a body: the values of each record, and the copies. */
function found(kind: 'zpl' | 'png' | 'print', json: string | Uint8Array, orders = ORDERS) {
  const body = Buffer.from(json);
  const job = kind === 'print' ? plain.print(body, orders) : plain.render(body, orders, kind);
  return job === null ? null : { records: job.records.map(valuesOf), copies: job.copies };
}

const ONE = { records: [{ a: 'x' }], copies: 1 };

test.each([
  ['{"variables":{"a":"x"}}', ONE],
  ['{"variables":{"a":"x"},"format":"zpl"}', ONE],
  [' { "format" : "zpl" ,\n"variables" : { "a" : "x" } } ', ONE],
  ['{"variables":{"a":1.50,"b\\"ä":null}}', { records: [{ a: '1.50', 'b"ä': '' }], copies: 1 }],
  ['{"variables":{"a":"\\u0078"}}', ONE],
])('the values of a render stand in %s', (json, expected) => {
  expect(found('zpl', json)).toEqual(expected);
});

test.each([
  ['{"variables":{"a":"x"}}', ONE],
  ['{"copies":100,"variables":{"a":"x"}}', { ...ONE, copies: 100 }],
  [
    '{"records":[{"a":"x"}, {"a":"y","b\\"ä":"z"},{"a":""}],"copies": 2 }',
    { records: [{ a: 'x' }, { a: 'y', 'b"ä': 'z' }, { a: '' }], copies: 2 },
  ],
])('the records of a job stand in %s', (json, expected) => {
  expect(found('print', json)).toEqual(expected);
});

const job = (records: number, copies: number) =>
  `{"records":[${new Array(records).fill('{"a":"x"}').join(',')}],"copies":${copies}}`;

test('a render has to say its format, unless that is ZPL', () => {
  expect(found('png', '{"format":"png","variables":{"a":"x"}}')).toEqual(ONE);
  expect(found('png', '{"variables":{"a":"x"}}')).toBeNull();
  expect(found('png', '{"format":"zpl","variables":{"a":"x"}}')).toBeNull();
});

test('it reads jobs up to the limits', () => {
  expect(found('print', job(25, 4))?.records).toHaveLength(25);
  expect(found('print', job(26, 1))).toBeNull();
  expect(found('print', job(25, 5))).toBeNull();
  expect(found('print', job(1, 101))).toBeNull();
});

test.each([
  '',
  '{}',
  '[]',
  '{"variables":{}}',
  '{"variables":{"a":"x"}',
  '{"variables":{"a":"x"}}}',
  '{"variables":{"a":"x"},}',
  '{"variables":{"a":"x"},"variables":{"a":"x"}}',
  '{"format":"zpl","format":"zpl","variables":{"a":"x"}}',
  '{"variables":{"a":"x"},"format":"png"}',
  '{"format""variables":{"a":"x"}}',
  '{"variables":{"a":"x","a":"y"}}',
  '{"variables":{"A":"x"}}',
  '{"variables":{"a":"x\\ud800"}}',
  '{"variables":{"a":{}}}',
  '{"variables":{"a":"x"},"other":1}',
  '{"variables":{"\\u0061":"x"}}',
  `{"variables":{"a":"${'x'.repeat(1001)}"}}`,
])('it leaves %s to the schemas', (json) => {
  expect(found('zpl', json)).toBeNull();
});

test.each([
  '{"records":[]}',
  '{"records":[{"a":"x"}],"variables":{"a":"x"}}',
  '{"records":[{"a":"x"}],"records":[{"a":"x"}]}',
  '{"records":[{"a":"x"}],"copies":0}',
  '{"records":[{"a":"x"}],"copies":1.0}',
  '{"copies":1,"records":[{"a":"x"}],"copies":1}',
  '{"records":[{"a":"x"},]}',
  '{"records":{"a":"x"}}',
])('it leaves the job %s to the schemas', (json) => {
  expect(found('print', json)).toBeNull();
});

test('it reads UTF-8 only, and knows no name without orders', () => {
  const body = Buffer.from('{"variables":{"a":"ä"}}');
  expect(found('zpl', body)?.records).toEqual([{ a: 'ä' }]);
  expect(found('zpl', body, [])).toBeNull();
  expect(found('zpl', Buffer.from(body.toString(), 'latin1'))).toBeNull();
  expect(found('zpl', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]))).toBeNull();
});
