import { expect, test } from 'vitest';
import type { LabelSource } from '../../src/engine/task.ts';
import { FailureError } from '../../src/errors.ts';
import { type BodyTask, readValues, withValues } from '../../src/http/read-task.ts';
import { SentBody } from '../../src/http/sent-body.ts';

const label: LabelSource = {
  id: 'label',
  accountId: 'account',
  contentId: 'content',
  zpl: Buffer.from('^XA^XZ'),
  size: { widthMm: 50, heightMm: 30, dpi: 203 },
  dynamicTokens: [],
  fieldTransforms: [],
};

/** Bytes as they come from the main thread. */
function shared(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const memory = new Uint8Array(new SharedArrayBuffer(bytes.length));
  memory.set(bytes);
  return memory;
}

const render = (body: string, format: 'zpl' | 'png' | 'pdf', drawnAs?: 'png' | 'pdf'): BodyTask => ({
  kind: 'render',
  label,
  body: shared(body),
  format,
  ...(drawnAs !== undefined && { drawnAs }),
  now: 7,
});
const print = (body: string, records: number): BodyTask => ({
  kind: 'print',
  label,
  body: shared(body),
  records,
  now: 7,
  validates: true,
});

const readTask = (sent: BodyTask) => withValues(sent, readValues(sent));

test('a task gets the values of its body', () => {
  const task = { label, now: 7 };
  expect(readTask(render('{"variables":{"ä":1.0},"format":"png"}', 'png'))).toEqual({
    ...task,
    kind: 'render',
    format: 'png',
    variables: { ä: '1.0' },
    validates: false,
  });
  expect(readTask(render('{"format":"pdf"}', 'zpl', 'pdf'))).toMatchObject({ format: 'zpl', drawnAs: 'pdf' });
  expect(readTask(print('{"records":[{"a":"{"},{}],"copies":3}', 2))).toEqual({
    ...task,
    kind: 'print',
    records: [{ a: '{' }, {}],
    copies: 3,
    validates: true,
  });
  expect(readTask(print('{"variables":{"a":"b"}}', 1))).toMatchObject({ records: [{ a: 'b' }], copies: 1 });
});

test.each([
  ['what is no JSON', render('{', 'zpl')],
  ['values that are not allowed', render('{"variables":[]}', 'zpl')],
  ['another format', render('{"format":"png"}', 'zpl')],
  ['another format than is drawn elsewhere', render('{}', 'zpl', 'png')],
  ['more records', print('{"records":[{},{}]}', 1)],
  ['fewer records', print('{"records":[{"a":"{"}]}', 2)],
])('a body is refused that has %s', (_, sent) => {
  expect(() => readValues(sent)).toThrow(FailureError);
});

test.each([
  ['{}', 'zpl'],
  ['{"variables":{"a":"b"}}', 'zpl'],
  ['{"format":"png"}', 'png'],
  ['{ "format" :\n"pdf", "variables": {} }', 'pdf'],
  ['{"format":"gif"}', 'zpl'],
])('the format of %s is seen at a glance', (text, format) => {
  expect(new SentBody(shared(text)).format).toBe(format);
});

test.each([
  ['', 1],
  ['{}', 1],
  ['{"variables":{"a":"b"}}', 1],
  ['{"records":[{"a":"b"}]}', 1],
  ['{"copies":2,\n"records": [ {"a":"b"}, {} , {"c":"d"} ]}', 3],
])('the records of %s are seen at a glance', (text, records) => {
  expect(new SentBody(shared(text)).records).toBe(records);
});
