import { expect, test } from 'vitest';
import { SentBody } from '../../src/http/sent-body.ts';

const body = (text: string) => new SentBody(Buffer.from(text));

test.each([
  ['{}', 'zpl'],
  ['{"variables":{"a":"b"}}', 'zpl'],
  ['{"format":"png"}', 'png'],
  ['{ "format" :\n"pdf", "variables": {} }', 'pdf'],
  ['{"format":"gif"}', 'zpl'],
])('the format of %s is guessed', (text, format) => {
  expect(body(text).guessFormat()).toBe(format);
});

test.each([
  ['', 1],
  ['{}', 1],
  ['{"variables":{"a":"b"}}', 1],
  ['{"records":[{"a":"b"}]}', 1],
  ['{"copies":2,\n"records": [ {"a":"b"}, {} , {"c":"d"} ]}', 3],
])('the number of records of %s is guessed', (text, records) => {
  expect(body(text).guessRecordCount()).toBe(records);
});
