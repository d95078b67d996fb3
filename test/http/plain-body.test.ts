import { expect, test } from 'vitest';
import type { PlainOrder } from '../../src/engine/plain-orders.ts';
import { PlainBody } from '../../src/http/plain-body.ts';
import { compile } from '../../src/template/compile.ts';
import { PlainStream } from '../../src/template/plain-stream.ts';
import { toByteString } from '../../src/zpl/byte-string.ts';

const NO_LABEL = compile({ zpl: toByteString(''), fieldTransforms: [], dynamicTokens: [] });
const order = (...names: string[]): PlainOrder => ({
  names: names.map((name) => Buffer.from(JSON.stringify(name))),
  text: JSON.stringify(names),
  stream: PlainStream.of(NO_LABEL, []) as PlainStream,
});
const AB = order('a', 'b"ä');
const A = order('a');
const ORDERS = [AB, A];

const plain = new PlainBody();

/** What is found in a body: each record's names and values, and the copies. */
function found(kind: 'render' | 'print', json: string | Uint8Array, orders = ORDERS) {
  const body = Buffer.from(json);
  const job = plain[kind](body, orders);
  if (job === null) return null;
  const records = job.records.map(({ order: { names, text }, cells: { bounds, first } }) => [
    text,
    ...names.map((_, i) => body.toString('utf8', bounds[first + 2 * i], bounds[first + 2 * i + 1])),
  ]);
  return { records, copies: job.copies };
}

const ONE = { records: [[A.text, 'x']], copies: 1 };

test.each([
  ['{"variables":{"a":"x"}}', ONE],
  ['{"variables":{"a":"x"},"format":"zpl"}', ONE],
  [' { "format" : "zpl" ,\n"variables" : { "a" : "x" } } ', ONE],
  ['{"variables":{"a":1.50,"b\\"ä":null}}', { records: [[AB.text, '1.50', '']], copies: 1 }],
])('the values of a render stand in %s', (json, expected) => {
  expect(found('render', json)).toEqual(expected);
});

test.each([
  ['{"variables":{"a":"x"}}', ONE],
  ['{"copies":100,"variables":{"a":"x"}}', { ...ONE, copies: 100 }],
  [
    '{"records":[{"a":"x"}, {"a":"y","b\\"ä":"z"},{"a":""}],"copies": 2 }',
    {
      records: [
        [A.text, 'x'],
        [AB.text, 'y', 'z'],
        [A.text, ''],
      ],
      copies: 2,
    },
  ],
])('the records of a job stand in %s', (json, expected) => {
  expect(found('print', json)).toEqual(expected);
});

const job = (records: number, copies: number) =>
  `{"records":[${new Array(records).fill('{"a":"x"}').join(',')}],"copies":${copies}}`;

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
  '{"variables":{"a":"x\\u0041"}}',
  '{"variables":{"a":{}}}',
  '{"variables":{"a":"x"},"other":1}',
  '{"variables":{"\\u0061":"x"}}',
  `{"variables":{"a":"${'x'.repeat(1001)}"}}`,
])('it leaves %s to the schemas', (json) => {
  expect(found('render', json)).toBeNull();
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
  expect(found('render', body)?.records).toEqual([[A.text, 'ä']]);
  expect(found('render', body, [])).toBeNull();
  expect(found('render', Buffer.from(body.toString(), 'latin1'))).toBeNull();
  expect(found('render', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]))).toBeNull();
});
