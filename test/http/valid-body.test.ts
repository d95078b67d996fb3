import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FailureError } from '../../src/errors.ts';
import { PrintBody, RenderBody } from '../../src/http/schemas.ts';
import { recordsOf, SentBody } from '../../src/http/sent-body.ts';
import { validBody } from '../../src/http/valid-body.ts';
import { RESERVED_NAMES } from '../../src/http/variable-name.ts';
import { LIMITS } from '../../src/limits.ts';
import { randomBody } from './random-body.ts';

const FORMATS = ['zpl', 'png', 'pdf'] as const;

/** What the schemas read, or that they refuse it. */
function bySchemas<T>(read: () => T): T | 'refused' {
  try {
    return read();
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'invalid_request') return 'refused';
    throw error;
  }
}

const isRender = (json: string) => validBody.isRender(Buffer.from(json), 'zpl');
const members = (count: number): string =>
  Array.from({ length: count }, (_, at) => `"name ${at}":"value"`).join(',');

test.each([
  '{"variables":{"a":"x"}}',
  ' { "format" : "zpl" ,\n"variables" : { "a" : "ä\\n😀" , "b" : -1.50e7 , "c" : null } } ',
  '{"variables":{"\\u0061":"x","x y":"z","A":true},"format":"zpl"}',
  `{"variables":{${members(LIMITS.variables)}}}`,
  `{"variables":{"${'n'.repeat(80)}":"${'x'.repeat(1000)}"}}`,
])('the body %s is valid', (json) => {
  expect(isRender(json)).toBe(true);
});

test.each([
  '{}',
  '{"variables":{}}',
  '{"variables":{"a":"x","a":"y"}}',
  '{"variables":{"a":"x","\\u0061":"y"}}',
  '{"variables":{" a":"x"}}',
  '{"variables":{"a ":"x"}}',
  '{"variables":{"":"x"}}',
  '{"variables":{"ä":"x"}}',
  '{"variables":{"a\\n":"x"}}',
  '{"variables":{"a":{}}}',
  '{"variables":{"a":"x"},"format":"png"}',
  '{"variables":{"a":"x"},"other":1}',
  ...[...RESERVED_NAMES].map((name) => `{"variables":{"${name}":"x"}}`),
  `{"variables":{${members(LIMITS.variables + 1)}}}`,
  `{"variables":{"${'n'.repeat(81)}":"x"}}`,
  `{"variables":{"a":"${'x'.repeat(1001)}"}}`,
])('the body %s is left to the schemas', (json) => {
  expect(isRender(json)).toBe(false);
});

test('a print job has the records that it was taken for', () => {
  const job = Buffer.from('{"records":[{"a":"x"},{"a":"y"}],"copies":2}');
  expect([1, 2, 3].map((records) => validBody.isPrint(job, records))).toEqual([false, true, false]);
});

test('what is valid is valid by the schemas, and says the same', () => {
  let valid = 0;
  fc.assert(
    fc.property(randomBody, ({ json }) => {
      const format = bySchemas(() => new SentBody(json).as(RenderBody).format);
      const records = bySchemas(() => recordsOf(new SentBody(json).as(PrintBody)).length);
      for (const each of FORMATS) {
        if (!validBody.isRender(json, each)) continue;
        valid++;
        expect(format).toBe(each);
      }
      for (const count of [1, 2, 3, 4]) {
        if (!validBody.isPrint(json, count)) continue;
        valid++;
        expect(records).toBe(count);
      }
    }),
    { numRuns: 2000 },
  );
  expect(valid).toBeGreaterThan(500);
});
