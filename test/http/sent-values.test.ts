import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FailureError } from '../../src/errors.ts';
import { PrintBody, RenderBody } from '../../src/http/schemas.ts';
import { recordsOf, SentBody } from '../../src/http/sent-body.ts';
import { printValues, renderValues } from '../../src/http/sent-values.ts';

/** What is read, or that it is refused. */
function outcomeOf<T>(read: () => T): T | 'refused' {
  try {
    return read();
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'invalid_request') return 'refused';
    throw error;
  }
}

/** The thread reads the body as the schemas do, which find the words for what is wrong with it. */
function expectAsSchemas(json: string): void {
  const bytes = Buffer.from(json);
  const body = new SentBody(bytes);
  expect(outcomeOf(() => renderValues(bytes))).toEqual(
    outcomeOf(() => {
      const { variables = {}, format } = body.as(RenderBody);
      return { variables, format };
    }),
  );
  expect(outcomeOf(() => printValues(bytes))).toEqual(
    outcomeOf(() => {
      const job = body.as(PrintBody);
      return { records: recordsOf(job), copies: job.copies };
    }),
  );
}

const records = (count: number): string => `[${new Array(count).fill('{"a":"b"}').join(',')}]`;

test.each([
  '',
  '{}',
  '[]',
  'null',
  '1.0',
  '"{}"',
  '{"variables":null}',
  '{"variables":[]}',
  '{"variables":1.0}',
  '{"records":null}',
  '{"records":[]}',
  '{"records":{}}',
  '{"records":[1.0]}',
  '{"variables":{},"records":[{}]}',
  '{"variables":null,"records":[{}]}',
  '{"copies":null}',
  '{"copies":1.0}',
  '{"copies":1e2}',
  '{"copies":0}',
  '{"copies":-1}',
  '{"copies":101}',
  '{"copies":1.5}',
  '{"copies":"1"}',
  '{"copies":12345678901234567890}',
  '{"format":null}',
  '{"format":"ZPL"}',
  '{"format":"pdf","copies":"x","records":7}',
  '{"__proto__":{"format":"png"},"constructor":1}',
  `{"records":${records(25)}}`,
  `{"records":${records(26)}}`,
  `{"records":${records(25)},"copies":4}`,
  `{"records":${records(25)},"copies":5}`,
])('%s is read as by the schemas', (json) => {
  expectAsSchemas(json);
});

test('bodies are read as by the schemas', () => {
  const text = fc.oneof(fc.string({ maxLength: 5 }), fc.string({ unit: 'binary', maxLength: 5 }));
  const value = fc.oneof(text, text, fc.constant('x'.repeat(1001)), fc.jsonValue());
  const name = fc.oneof(fc.constantFrom('a', 'a ', '', 'toString', 'n'.repeat(81)), text);
  const variables = fc.oneof(
    { weight: 5, arbitrary: fc.dictionary(name, value, { maxKeys: 3 }) },
    fc.jsonValue(),
  );
  const body = fc.record(
    {
      variables,
      records: fc.oneof({ weight: 5, arbitrary: fc.array(variables, { maxLength: 3 }) }, fc.jsonValue()),
      copies: fc.oneof(fc.integer({ min: -1, max: 101 }), fc.jsonValue()),
      format: fc.oneof(fc.constantFrom('zpl', 'png', 'pdf', 'gif'), fc.jsonValue()),
      other: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(body, (sent) => expectAsSchemas(JSON.stringify(sent))),
    { numRuns: 500 },
  );
});
