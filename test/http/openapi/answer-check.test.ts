import { expect, it } from 'vitest';
import { answerCheck } from '../../support/api-description/answer-check.ts';

const answers = answerCheck('/label-api');

const HEADERS = { 'x-request-id': 'r-1', 'content-type': 'application/json' };
const KEPT = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const BUDGETS = { 'ratelimit-policy': '"account";q=60;w=60, "key";q=60;w=60', ratelimit: '"key";r=1;t=1' };
const LISTED = { ...HEADERS, ...KEPT, ...BUDGETS };
const EMPTY = '{"data":[],"pagination":{"limit":50,"offset":0,"total":0,"next_offset":null}}';
const UNKNOWN = { ...HEADERS, 'www-authenticate': 'Bearer', 'x-svc-error-code': 'key_unknown' };

const check = (
  target: string,
  status: number,
  headers: Record<string, string>,
  body: string,
  method = 'GET',
) => {
  answers.check(method, target, { status, headers, body: Buffer.from(body) });
};

it('takes an answer that is as described', () => {
  check('/label-api/labels?limit=5', 200, LISTED, EMPTY);
  check('/label-api/labels', 401, UNKNOWN, '{"error":"No."}');
  check('/label-api', 200, LISTED, EMPTY);
  check('/healthz', 200, { ...HEADERS, ...KEPT }, '{"status":"ok"}');
});

it.each([
  ['a status', 418, LISTED, EMPTY, /the status is not described/],
  ['a header', 200, { ...LISTED, 'x-more': '1' }, EMPTY, /the header x-more is not described/],
  ['no budget', 200, { ...HEADERS, ...KEPT }, EMPTY, /ratelimit is missing/],
  [
    'a header of other form',
    200,
    { ...LISTED, 'cache-control': 'public' },
    EMPTY,
    /cache-control: data must/,
  ],
  ['a media type', 200, { ...LISTED, 'content-type': 'text/html' }, EMPTY, /media type text\/html is not/],
  ['a member', 200, LISTED, `{"more":1,${EMPTY.slice(1)}`, /must NOT have additional properties/],
  ['a missing member', 200, LISTED, '{"data":[]}', /must have required property 'pagination'/],
  [
    'a code of another status',
    401,
    { ...UNKNOWN, 'x-svc-error-code': 'busy' },
    '{"error":"No."}',
    /x-svc-error-code/,
  ],
])('does not take %s that is not described', (_name, status, headers, body, fault) => {
  expect(() => check('/label-api/labels', status, headers, body)).toThrow(fault);
});

it('takes failures alone where there is no operation', () => {
  const headers = { ...HEADERS, 'x-svc-error-code': 'route_not_found' };
  check('/label-api/other', 404, headers, '{"error":"No."}');
  expect(() => check('/label-api/other', 200, LISTED, EMPTY)).toThrow(/the status is not described/);
  expect(() => check('/label-api/labels', 404, headers, '{"error":"No."}')).toThrow(/the status is not/);
  const refused = { ...HEADERS, 'x-svc-error-code': 'method_not_allowed', allow: 'GET' };
  check('/label-api/labels', 405, refused, '', 'HEAD');
  expect(() => check('/label-api/labels', 405, refused, '{}', 'HEAD')).toThrow(/it has a body/);
});
