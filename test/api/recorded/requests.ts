import { carrierValues, LABEL_NAMES, type LabelName } from './labels.ts';

/** Whose request it is: an account's with both types of key, one without entitlement, one with a budget of 40 units. */
export type CallerName = 'full' | 'render' | 'unpaid' | 'poor' | 'unknown' | 'malformed' | 'nobody';

export interface RecordedRequest {
  readonly by: CallerName;
  readonly method: string;
  /** Below the base path; `{simple}` stands for the id of the caller's label of that name, `{}` for one of nobody. */
  readonly path: string;
  readonly body?: string | Buffer | undefined;
  readonly type?: string;
}

const members = (count: number, of: (at: number) => unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, of(at)]));
const records = (count: number, of: (at: number) => object): object[] =>
  Array.from({ length: count }, (_, at) => of(at));

/** Bodies that are not an object with variables, and bodies that may seem to ask for another format than they do. */
const ODD = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{}',
  '{"variables":null}',
  '{"variables":[]}',
  '{"variables":{}}',
  '{"format":"gif"}',
  '{"format":null}',
  '{"format":"png","format":"zpl"}',
  String.raw`{"f\u006frmat":"png"}`,
  '{"variables":{"format":"png"}}',
  '{"variables":{"format":"png"},"format":"zpl"}',
  String.raw`{"variables":{"x":"\"format\":\"png\""}}`,
  '{ "format" : "pdf" }',
];
const VALUES = [
  String.raw`{"variables":{"name":"Ä\u00e4 {b} }{","qty":1.0}}`,
  '{"variables":{"name":1e400}}',
  '{"variables":{"name":{"a":[1,2.50]}}}',
  '{"variables":{"name":true,"qty":null}}',
  '{"variables":{" name ":"x"}}',
  '{"variables":{" name ":"x","name":"y"}}',
  '{"variables":{"name":"x","name":"y"}}',
  '{"variables":{"__proto__":"x"}}',
  '{"variables":{"":"x"}}',
  json({ variables: { name: 'x'.repeat(1001) } }),
  json({ variables: members(51, () => '') }),
  json({ variables: { ['x'.repeat(81)]: '' } }),
  `{"variables":{"a":${'['.repeat(600)}${']'.repeat(600)}}}`,
  Buffer.from('{"\xff":1}', 'latin1'),
  '{"other":{"a":{}}}',
  '{"variables":{"name":"^XZ~JA_5E"}}',
  '{"variables":{"code":"ABC123","ean":"400638133393","name":"n"}}',
  String.raw`{"variables":{"code":"ABC\u00e9","ean":"12"}}`,
  '{"variables":{"ean":"4006381333931","code":"x"}}',
  '{"copies":3}',
];
/** Bodies of print jobs, some of which seem to have another number of records than they do. */
const JOBS = [
  '{"records":[]}',
  '{"records":null}',
  '{"records":[{}]}',
  '{"records":[{},{}],"copies":2}',
  '{"records":[{"name":"{"},{"name":"}}{"}]}',
  '{"records":[{"name":{"a":{}}}]}',
  '{"variables":{"name":"{{{"}}',
  '{"variables":{},"records":[{}]}',
  '{"copies":0}',
  '{"copies":101}',
  '{"copies":1.5}',
  '{"copies":100,"records":[{},{}]}',
  json({ records: records(25, (at) => ({ name: `r${at}`, qty: at })), copies: 4 }),
  json({ records: records(26, () => ({})) }),
  json({ records: records(30, () => ({ a: {} })) }),
  '{"records":[{"name":"x","name":"y"}]}',
  '{"records":[{},[]]}',
  '{"other":[{},{},{}],"records":[{}]}',
  String.raw`{"records":[{"ean":"1","code":"\u00e9"},{"ean":"2"}]}`,
  '{"records":[{"name":"a"},{"name":"much longer than ten"}]}',
  '\n{\n  "records": [\n {\n "name": "x" } ] }',
];

/**
 * Some hundred requests of every kind, by rule: always the same in the same order, for budgets go by what came before.
 */
export const REQUESTS: readonly RecordedRequest[] = [
  ...renders(),
  ...prints(),
  ...reads(),
  ...refused(),
  ...legacy(),
  ...budgets(),
];

function renders(): RecordedRequest[] {
  const known = { name: 'Name', qty: '7', code: 'C1', ean: '400638133393' };
  return [
    ...[...ODD, ...VALUES].flatMap((body) => [
      post('full', '/labels/{simple}/render', body),
      post('full', '/labels/{codes}/render', body),
    ]),
    // Whatever else is wrong, and where the cost follows from the values.
    ...ODD.flatMap((body) => [
      post('full', '/labels/{}/render', body),
      post('full', '/labels/{none}/render', body),
      post('full', '/labels/{bitmap}', body),
      post('full', '/labels/{simple}/render?validate=maybe', body),
      post('render', '/labels/{simple}/render?validate=true', body),
      post('render', '/labels/{transforms}/render', body),
    ]),
    ...['zpl', 'png', 'pdf'].flatMap((format) =>
      LABEL_NAMES.map((label) =>
        post('full', `/labels/{${label}}/render`, json({ format, variables: known })),
      ),
    ),
    ...records(9, (set) => ({ variables: carrierValues(set), format: ['zpl', 'png', 'pdf'][set % 3] })).map(
      (body) => post('full', '/labels/{carrier}/render', json(body)),
    ),
  ];
}

function prints(): RecordedRequest[] {
  const labels: LabelName[] = ['simple', 'codes', 'transforms', 'none', 'named'];
  return [
    ...[...ODD.slice(0, 9), ...JOBS].flatMap((body) =>
      labels.map((label) => post('full', `/labels/{${label}}/print`, body)),
    ),
    ...JOBS.flatMap((body) => [
      post('full', '/labels/{simple}/print?validate=true', body),
      post('full', '/labels/{}/print', body),
      post('render', '/labels/{simple}/print', body),
    ]),
    ...records(9, (set) => ({ records: [carrierValues(set), carrierValues(set + 1)], copies: 2 })).map(
      (body) => post('full', '/labels/{carrier}/print', json(body)),
    ),
    post('full', '/labels/{large}/print', '{"copies":30}'),
  ];
}

function reads(): RecordedRequest[] {
  return [
    ...LABEL_NAMES.flatMap((label) => [
      ask('full', 'GET', `/labels/{${label}}`),
      ask('full', 'GET', `/labels/{${label}}/zpl`),
    ]),
    ...[
      '/labels',
      '/labels?limit=2&offset=1',
      '/labels?limit=x',
      '/?label_id={simple}',
      '/',
      '/labels/x',
      '/labels/{}',
      '/labels/{simple}?include=x',
      '/labels/{simple}?include=',
    ].flatMap((path) => [ask('full', 'GET', path), ask('render', 'GET', path)]),
  ];
}

function refused(): RecordedRequest[] {
  const render = '/labels/{simple}/render';
  return [
    ask('full', 'GET', '/nope'),
    ask('full', 'PUT', '/labels'),
    ask('full', 'OPTIONS', '/labels'),
    ask('full', 'HEAD', '/labels/{simple}'),
    ...(['nobody', 'unknown', 'malformed', 'unpaid'] as const).flatMap((by) => [
      ask(by, 'GET', '/labels'),
      post(by, render, '{}'),
      post(by, render, '{'),
      post(by, '/labels/x/print', ''),
    ]),
    post('full', render, 'x'.repeat(70_000)),
    { ...post('full', render, '{}'), type: 'text/plain' },
    { ...post('full', render, '{}'), type: 'application/json; charset="UTF-8"' },
    { ...post('full', render, '{}'), type: 'application/json; charset=latin1' },
  ];
}

function legacy(): RecordedRequest[] {
  return [
    { label_id: '{simple}' },
    { label_id: '{simple}', action: 'print', records: [{}, {}] },
    { label_id: 'x' },
    { action: 'nope' },
    { label_id: '{simple}', format: 'png' },
    { label_id: '{simple}', action: 'print', variables: {}, records: [{}] },
    { label_id: '{}', variables: [] },
    { label_id: '{simple}', variables: { name: '{' }, action: 'print' },
  ].flatMap((body) => [post('full', '/', json(body)), post('render', '/', json(body))]);
}

/** Requests of an account that soon has nothing left: charges, refunds and refusals. */
function budgets(): RecordedRequest[] {
  const round = [
    post('poor', '/labels/{simple}/print', '{"records":[{"name":"{"},{},{}]}'),
    post('poor', '/labels/{simple}/print', '{"records":[{},[]]}'),
    post('poor', '/labels/{simple}/print', json({ records: records(25, () => ({})) })),
    post('poor', '/labels/{none}/print', '{"records":[{}]}'),
    post('poor', '/labels/{codes}/print', '{"records":[{"ean":"1"},{}]}'),
    ask('poor', 'GET', '/labels/{simple}'),
  ];
  return [...round, ...round, ...round, ...round, ...round, ...round];
}

function post(by: CallerName, path: string, body: string | Buffer): RecordedRequest {
  return { by, method: 'POST', path, body, type: 'application/json' };
}

function ask(by: CallerName, method: string, path: string): RecordedRequest {
  return { by, method, path };
}

function json(value: object): string {
  return JSON.stringify(value);
}
