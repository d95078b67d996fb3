import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { FailureError } from '../../src/errors.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { BODIES, BODY_MEMBERS, type BodyMember, type RenderFormat } from '../../src/record/body-members.ts';
import { readBody, readLabelId, readMember, readPrint, readRender } from '../../src/record/body-reader.ts';
import { PlainBody } from '../../src/record/plain-body.ts';
import { type NameOrder, valuesOf } from '../../src/record/plain-record.ts';
import type { Variables } from '../../src/record/variables.ts';
import { ApiSchemas } from '../support/api-description/api-schemas.ts';
import { runs } from '../support/runs.ts';
import { randomBody } from './random-body.ts';

// One suite for the table of body members, and all that follows it: reader, walk and description.

type Kind = keyof typeof BODIES;

/** All that a body may say: a render has no copies, a print job no format. */
interface Said {
  readonly records: readonly Variables[];
  readonly copies: number;
  readonly format: RenderFormat;
}

const USUAL: Said = { records: [{}], copies: 1, format: 'zpl' };
const said = (what: Partial<Said>): Said => ({ ...USUAL, ...what });
const X = said({ records: [{ a: 'x' }] });

/** The result of reading a body, or the words of its refusal. */
function read(kind: Kind, bytes: Uint8Array): Said | string {
  try {
    const body = readBody(bytes);
    if (kind === 'print') return said(readPrint(body));
    const { variables, format } = readRender(body);
    return said({ records: [variables], format });
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.code !== 'invalid_request') throw error;
    return error.message.replace(/^The input is invalid: /, '').replace(/\.$/, '');
  }
}

const order = (...names: string[]): NameOrder => ({
  names,
  inJson: names.map((name) => Buffer.from(JSON.stringify(name))),
});
const ORDERS = [order('a', 'b"ä'), order('a'), order('a', 'b', 'C')];
const plainBody = new PlainBody();

/** The result of the walk over a body, or null. */
function walk(kind: Kind, bytes: Uint8Array, orders = ORDERS): Said | null {
  const job = plainBody.read(kind, bytes, orders);
  return job && { ...job, records: job.records.map(valuesOf) };
}

const description = openApiDocument('/label-api');
const schemas = new ApiSchemas(description);
const { RenderRequest, PrintRequest } = description.components.schemas;
const SCHEMAS = { render: RenderRequest as object, print: PrintRequest as object };
// Beyond what JavaScript's numbers hold, a number is none to the library.
const isDescribed = (kind: Kind, json: string) =>
  schemas.errors(SCHEMAS[kind], JSON.parse(json.replaceAll('1e400', '1e300'))) === null;

const records = (count: number, record = '{"a":"x"}') => `[${new Array(count).fill(record).join(',')}]`;
const xs = (count: number) => Array.from({ length: count }, () => ({ a: 'x' }));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const variables = (count: number) =>
  JSON.stringify(
    Object.fromEntries(Array.from({ length: count }, (_, i) => [String(i).padEnd(80, 'n'), 'x'])),
  );

/** Bodies that the walk reads, since most bodies are like these. */
const WALKED: readonly [Kind, string, Said][] = [
  ['render', '{"variables":{"a":"x"}}', X],
  ['render', '{"variables":{"a":"x"},"format":"zpl"}', X],
  ['render', ' { "format" : "png" ,\n"variables" : { "a" : "x" } } ', { ...X, format: 'png' }],
  ['render', '{"variables":{"a":"x"},"format":"pdf"}', { ...X, format: 'pdf' }],
  ['render', '{"variables":{"a":1.50,"b\\"ä":null}}', said({ records: [{ a: '1.50', 'b"ä': '' }] })],
  ['render', '{"variables":{"a":"\\u0078"}}', X],
  ['render', `{"variables":{"a":"${'x'.repeat(1000)}"}}`, said({ records: [{ a: 'x'.repeat(1000) }] })],
  ['print', '{"variables":{"a":"x"}}', X],
  ['print', '{"copies":100,"variables":{"a":"x"}}', { ...X, copies: 100 }],
  [
    'print',
    '{"records":[{"a":"x"}, {"a":"y","b\\"ä":"z"},{"a":""}],"copies": 2 }',
    said({ records: [{ a: 'x' }, { a: 'y', 'b"ä': 'z' }, { a: '' }], copies: 2 }),
  ],
  ['print', `{"records":${records(25)},"copies":4}`, said({ records: xs(25), copies: 4 })],
];

/** Other valid bodies. */
const READ: readonly [Kind, string, Said][] = [
  ['render', '{}', USUAL],
  ['render', '{"variables":{},"other":{"format":1}}', USUAL],
  ['render', '{"variables":{"A":"x"}}', said({ records: [{ A: 'x' }] })],
  ['render', '{"variables":{"\\u0061":"x"}}', X],
  ['render', '{"__proto__":{"format":"png"},"constructor":1}', USUAL],
  [
    'render',
    '{"variables":{" a ":"x","n":12.5,"t":true,"z":null,"o":{"k":[1]},"l":[1,"b"]}}',
    said({ records: [{ a: 'x', n: '12.5', t: 'true', z: '', o: '{"k":[1]}', l: '[1,"b"]' }] }),
  ],
  [
    'render',
    '{"variables":{" id ":376104250021234569,"e":1e400,"f":1.0,"z":-0,"x":1E5,"o":{"k":[1.50,null,"1.0"]}}}',
    said({
      records: [
        { id: '376104250021234569', e: '1e400', f: '1.0', z: '-0', x: '1E5', o: '{"k":[1.50,null,"1.0"]}' },
      ],
    }),
  ],
  ['render', `{"variables":{"a":${nested(500)}}}`, said({ records: [{ a: nested(500) }] })],
  ['render', `{"variables":${variables(50)}}`, said({ records: [JSON.parse(variables(50)) as Variables] })],
  ['render', `{"variables":{"a":"${'ä'.repeat(1000)}"}}`, said({ records: [{ a: 'ä'.repeat(1000) }] })],
  ['print', '{"format":"gif","variables":{"a":"x"}}', X],
  ['print', '{"copies":2.0,"records":[{"a":1.0}]}', said({ records: [{ a: '1.0' }], copies: 2 })],
  ['print', '{"copies":1e1}', said({ copies: 10 })],
  ['print', '{"copies":100}', said({ copies: 100 })],
];

/** Bodies whose members are of another kind or beyond their bounds: the description says so too. */
const OUT_OF_BOUNDS: readonly [Kind, string, string][] = [
  ...(['null', '[]', '"{}"', '1.0'] as const).flatMap((json): [Kind, string, string][] => [
    ['render', json, 'the request body must be an object'],
    ['print', json, 'the request body must be an object'],
  ]),
  ...(['null', '[]', '"x"', '1.0', '[1.0]', '1e400'] as const).flatMap((json): [Kind, string, string][] => [
    ['render', `{"variables":${json}}`, 'variables must be an object'],
    ['print', `{"records":[{},${json}]}`, 'records[1] must be an object'],
  ]),
  ...(['null', '"gif"', '"ZPL"', '["zpl"]', '{}', '0'] as const).map((json): [Kind, string, string] => [
    'render',
    `{"format":${json}}`,
    'format must be one of zpl, png, pdf',
  ]),
  ...(['null', '0', '-1', '101', '1.5', '"2"', '[1]', '12345678901234567890', '1e400'] as const).map(
    (json): [Kind, string, string] => [
      'print',
      `{"copies":${json}}`,
      'copies must be an integer from 1 to 100',
    ],
  ),
  ...(['null', '{}', '"x"'] as const).map((json): [Kind, string, string] => [
    'print',
    `{"records":${json}}`,
    'records must be an array of objects',
  ]),
  ['print', '{"records":[]}', 'records must have 1 to 25 items'],
  ['print', `{"records":${records(26)}}`, 'records must have 1 to 25 items'],
  ['print', `{"records":${records(26, '1')}}`, 'records must have 1 to 25 items'],
  ['render', '{"variables":{" ":"x"}}', 'variables must not have a blank name'],
  ['render', '{"variables":{"__proto__":"x"}}', 'variables must not use the reserved name "__proto__"'],
  ...['constructor', 'prototype', 'toString'].map((name): [Kind, string, string] => [
    'print',
    `{"records":[{"${name}":"x"}]}`,
    `records[0] must not use the reserved name "${name}"`,
  ]),
  ['render', `{"variables":{"${'n'.repeat(81)}":"x"}}`, 'variables has a name longer than 80 characters'],
  [
    'render',
    `{"variables":{"a":"${'x'.repeat(1001)}"}}`,
    'variables has a value longer than 1000 characters: "a"',
  ],
  ['render', `{"variables":${variables(51)}}`, 'variables must have at most 50 members; it has 51'],
];

/** Bodies that are refused by rules that a schema cannot say, with the first fault in the order of the members. */
const REFUSED: readonly [Kind, string, string][] = [
  ['render', '', 'the request body is empty; a JSON object is needed, {} at least'],
  ...['{', '{"variables":{"a":"x"}', '{"variables":{"a":"x"}}}', '{"variables":{"a":"x"},}', "{'a':1}"].map(
    (json): [Kind, string, string] => ['render', json, 'the request body is not valid JSON'],
  ),
  ['render', '{"format""variables":{"a":"x"}}', 'the request body is not valid JSON'],
  ['print', '{"records":[{"a":"x"},]}', 'the request body is not valid JSON'],
  ['render', '{"variables":{" __proto__ ":"x"}}', 'variables must not use the reserved name "__proto__"'],
  ['render', '{"variables":{"a":"x"},"variables":{}}', 'variables appears twice in the request body'],
  [
    'render',
    '{"format":"zpl","format":"zpl","variables":{"a":"x"}}',
    'format appears twice in the request body',
  ],
  ['print', '{"copies":1,"records":[{"a":"x"}],"copies":1}', 'copies appears twice in the request body'],
  ['print', '{"records":[{"a":"x"}],"records":[{"a":"x"}]}', 'records appears twice in the request body'],
  ['render', '{"variables":{"a":"x","a":"y"}}', 'variables.a appears twice in the request body'],
  ['render', '{"variables":{"a":"x"," a":"y"}}', 'variables has the name "a" twice'],
  ['render', `{"variables":{"a":${nested(501)}}}`, 'variables has a value longer than 1000 characters: "a"'],
  [
    'print',
    '{"variables":{"a":"x"},"records":[{"a":"x"}]}',
    'records must not be given together with variables',
  ],
  [
    'print',
    '{"records":[{"a":"x"}],"variables":{"a":"x"}}',
    'records must not be given together with variables',
  ],
  [
    'print',
    `{"records":${records(25)},"copies":5}`,
    'copies times the number of records must be at most 100',
  ],
  ['render', '{"format":1,"variables":1}', 'variables must be an object'],
  ['print', '{"copies":0,"records":[{"":1}],"variables":{}}', 'records[0] must not have a blank name'],
  ['print', '{"records":[{}],"variables":null}', 'variables must be an object'],
];

describe('valid bodies', () => {
  it.each([...WALKED, ...READ])('%s %s says what it says', (kind, json, expected) => {
    expect(read(kind, Buffer.from(json))).toEqual(expected);
    expect(isDescribed(kind, json)).toBe(true);
  });

  it.each(WALKED)('%s %s is read without making values of it', (kind, json, expected) => {
    expect(walk(kind, Buffer.from(json))).toEqual(expected);
  });
});

describe('invalid bodies', () => {
  it.each([...OUT_OF_BOUNDS, ...REFUSED])('%s %s is refused, with words', (kind, json, words) => {
    expect(read(kind, Buffer.from(json))).toBe(words);
    expect(walk(kind, Buffer.from(json))).toBeNull();
  });

  it.each(OUT_OF_BOUNDS)('%s %s is none that is described', (kind, json) => {
    expect(isDescribed(kind, json)).toBe(false);
  });

  it('are those in another encoding', () => {
    const json = Buffer.from('{"variables":{"a":"ä"}}');
    expect(walk('render', json)).toEqual(said({ records: [{ a: 'ä' }] }));
    const others = [Buffer.from(json.toString(), 'latin1'), Buffer.from(json.toString(), 'utf16le')];
    for (const bytes of others) expect(read('render', bytes)).toBe('the request body is not valid UTF-8');
    expect(others.map((bytes) => walk('render', bytes))).toEqual([null, null]);
  });
});

it('leaves bodies that it cannot walk to the reader', () => {
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  const json = Buffer.from('{"variables":{"a":"x"}}');
  expect(walk('render', json, [])).toBeNull();
  expect(walk('render', Buffer.concat([mark, json]))).toBeNull();
  for (const [kind, text] of [...READ, ['render', '{"variables":{"a":"x\\ud800"}}'] as const]) {
    expect(walk(kind, Buffer.from(text))).toBeNull();
  }
});

it('walks a body to what the reader says, or not at all', () => {
  fc.assert(
    fc.property(randomBody, ({ json, records: count }) => {
      const kind = count === null ? 'render' : 'print';
      const walked = walk(kind, json);
      if (walked !== null) expect(walked).toEqual(read(kind, json));
    }),
    { numRuns: runs(500) },
  );
});

it('reads the members of POST /, which has its label and action in its body', () => {
  const member = (name: 'action' | 'label_id', json: string) => readMember(readBody(Buffer.from(json)), name);
  expect(member('action', '{}')).toBe('render');
  expect(member('action', '{"action":"print"}')).toBe('print');
  for (const action of ['"delete"', 'null', '0']) {
    expect(() => member('action', `{"action":${action}}`)).toThrow('action must be render or print');
  }
  const id = 'A0EEBC99-9C0B-1EF8-BB6D-6BB9BD380A11';
  expect(member('label_id', JSON.stringify({ label_id: id }))).toBe(id.toLowerCase());
  for (const other of ['{}', '{"label_id":"x"}', '{"label_id":1}', `{"label_id":"${id} "}`]) {
    expect(() => member('label_id', other)).toThrow('label_id must be a UUID of version 1 to 5');
  }
  expect(() => member('action', '{"label_id":"x","label_id":"y"}')).toThrow('label_id appears twice');
});

it.each([
  'a0eebc99-9c0b-7ef8-bb6d-6bb9bd380a11',
  'a0eebc99-9c0b-4ef8-cb6d-6bb9bd380a11',
  'a0eebc999c0b4ef8bb6d6bb9bd380a11',
  'x',
  '',
  'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11%20',
])('refuses the label id %j', (id) => {
  expect(() => readLabelId(id)).toThrow(/^The input is invalid: label_id must be a UUID of version 1 to 5/);
  expect(schemas.errors(description.components.schemas['LabelId'] as object, id)).not.toBeNull();
});

it('has a value for each choice and count that is not sent, within its bounds', () => {
  for (const member of Object.values<BodyMember>(BODY_MEMBERS)) {
    if (member.kind === 'choice') expect(member.choices).toContain(member.usual);
    if (member.kind === 'count') expect(member.usual).toBeLessThanOrEqual(member.max);
  }
  expectTypeOf<RenderFormat>().toEqualTypeOf<'zpl' | 'png' | 'pdf'>();
});
