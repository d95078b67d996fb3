import { describe, expect, it } from 'vitest';
import { RawClient } from '../contract/transport/raw-client.ts';
import { answerCheck } from '../support/api-description/answer-check.ts';
import { SERVICE_DRIVERS } from '../support/drivers.ts';
import { BASE, type Reply, useDatabase, useService } from '../support/service.ts';
import { expectAnswer, expectCleanLog, expectProblem, expectStillServing } from './expectations.ts';

const UNKNOWN_KEY = `svc_${'0'.repeat(48)}`;
const SOME_ID = '3f0c2f5e-8f0a-4b6e-9d0c-1a2b3c4d5e6f';

const database = useDatabase();

describe.each(SERVICE_DRIVERS)('refused requests over %s', (driver) => {
  const api = useService({ HTTP_DRIVER: driver, BODY_TIMEOUT_MS: '1500' }, database);

  /** The answer to exactly these bytes, which may be less or other than a request. */
  const sendRaw = async (text: string): Promise<Reply> => {
    const client = await RawClient.sending(api.service.port, text);
    const answer = await client.answer();
    client.destroy();
    if (answer === null) throw new Error('no answer');
    const [method = '', target = ''] = text.split(' ');
    answerCheck(BASE).check(method, target, answer);
    return { ...answer, text: answer.body.toString() };
  };

  /** A request whose body never comes to its end. */
  const stall = (path: string, key: string) =>
    sendRaw(
      `POST ${BASE}${path} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{',
    );

  describe('routes and methods, before any key is looked at', () => {
    it.each([
      ['GET', '/'],
      ['GET', '/metrics'],
      ['GET', '/readyz'],
      ['GET', '/labels'],
      ['GET', `${BASE}/labels/`],
      ['GET', `${BASE}/labels/${SOME_ID}/`],
      ['GET', `${BASE}/labels/${SOME_ID}/pdf`],
      ['GET', `${BASE}/labels/${SOME_ID}/zpl/x`],
      ['GET', `${BASE}/Labels`],
      ['GET', `${BASE}/%6Cabels`],
      ['GET', `${BASE}/labels/../labels`],
      ['POST', `${BASE}/labels/${SOME_ID}/__proto__`],
      ['GET', `${BASE}x`],
    ])('404 for %s %s', async (method, path) => {
      expectProblem(await api.request(method, path), 404);
    });

    it.each([
      ['PUT', '/', 'GET, POST'],
      ['DELETE', '/', 'GET, POST'],
      ['POST', '/labels', 'GET'],
      ['DELETE', `/labels/${SOME_ID}`, 'GET, POST'],
      ['PATCH', `/labels/${SOME_ID}`, 'GET, POST'],
      ['POST', `/labels/${SOME_ID}/zpl`, 'GET'],
      ['GET', `/labels/${SOME_ID}/render`, 'POST'],
      ['PUT', `/labels/${SOME_ID}/print`, 'POST'],
      ['OPTIONS', '/labels', 'GET'],
      ['OPTIONS', '/', 'GET, POST'],
    ])('405 for %s %s, with Allow: %s', async (method, path, allow) => {
      const reply = await api.request(method, BASE + path);
      expectProblem(reply, 405);
      expect(reply.headers['allow']).toBe(allow);
    });

    it('405 for all but GET on /healthz', async () => {
      const reply = await api.request('POST', '/healthz');
      expectProblem(reply, 405);
      expect(reply.headers['allow']).toBe('GET');
      expect((await api.request('HEAD', '/healthz')).status).toBe(405);
    });

    it.each(['/', '/labels', `/labels/${SOME_ID}/zpl`])('405 for HEAD %s, without a body', async (path) => {
      const { status, headers, text } = await api.request('HEAD', BASE + path);
      expect({ status, text }).toEqual({ status: 405, text: '' });
      expect(headers['allow']).toMatch(/^GET\b/);
      expect(headers['x-request-id']).toBeDefined();
    });
  });

  describe('credentials', () => {
    it.each([
      ['no header', {}],
      ['an empty key', { 'x-api-key': '' }],
      ['another prefix', { 'x-api-key': `key_${'0'.repeat(48)}` }],
      ['upper-case digits', { 'x-api-key': `svc_${'A'.repeat(48)}` }],
      ['47 digits', { 'x-api-key': `svc_${'0'.repeat(47)}` }],
      ['49 digits', { 'x-api-key': `svc_${'0'.repeat(49)}` }],
      ['an unknown key', { 'x-api-key': UNKNOWN_KEY }],
      ['an unknown bearer', { authorization: `Bearer ${UNKNOWN_KEY}` }],
      ['a bearer without a key', { authorization: 'Bearer' }],
      ['another scheme', { authorization: `Basic ${UNKNOWN_KEY}` }],
      ['a bare key as authorization', { authorization: UNKNOWN_KEY }],
    ])('401 for %s', async (_name, headers) => {
      const reply = await api.request('GET', `${BASE}/labels`, { headers });
      expectProblem(reply, 401);
      expect(reply.headers['www-authenticate']).toBe('Bearer');
      expect(reply.headers).not.toHaveProperty('ratelimit');
    });

    it('does not take the key from the query', async () => {
      const shop = await api.account();
      expectProblem(
        await api.request('GET', `${BASE}/labels?x-api-key=${shop.key}&api_key=${shop.key}`),
        401,
      );
    });

    it('looks at the key before the parameters and the body', async () => {
      const headers = { 'x-api-key': UNKNOWN_KEY };
      expectProblem(await api.request('GET', `${BASE}/labels?limit=0`, { headers }), 401);
      expectProblem(await api.request('POST', `${BASE}/`, { headers, body: '{' }), 401);
    });
  });

  describe('entitlement and scope', () => {
    it('403 without an active entitlement, which is looked at before the scope', async () => {
      const free = await api.account('free');
      expectProblem(await free.get('/labels'), 403);
      expectProblem(await free.get('/labels', free.renderKey), 403);
      expectProblem(await free.get('/labels?limit=0'), 403);
    });

    it.each([
      ['GET', '/labels', 'labels:list'],
      ['GET', '/', 'labels:list'],
      ['GET', `/?label_id=${SOME_ID}`, 'labels:read'],
      ['GET', `/labels/${SOME_ID}`, 'labels:read'],
      ['GET', `/labels/${SOME_ID}/zpl`, 'labels:read'],
      ['POST', `/labels/${SOME_ID}/print`, 'print'],
      ['GET', '/labels?limit=0', 'labels:list'],
      ['GET', '/?label_id=none', 'labels:read'],
      ['GET', '/labels/none?include=x', 'labels:read'],
      ['POST', '/labels/none/print', 'print'],
    ])('403 for a render key at %s %s, before its parameters are looked at', async (method, path, scope) => {
      const shop = await api.account();
      const headers = { 'x-api-key': shop.renderKey };
      const reply = await api.request(method, BASE + path, { headers, body: method === 'POST' ? '{' : '' });
      expectProblem(reply, 403, { required_scope: scope });
    });

    it('POST / reads the body, then looks at the scope, then at the rest of the body', async () => {
      const shop = await api.account();
      const post = (body: object | string) => shop.post('/', body, shop.renderKey);
      expectProblem(await post('{'), 400);
      expectProblem(await post({ action: 'burn' }), 400);
      expectProblem(await post({ action: 'print', label_id: 'none' }), 403, { required_scope: 'print' });
      expectProblem(await post({ action: 'print', copies: 0 }), 403, { required_scope: 'print' });
      expectProblem(await post({ label_id: 'none' }), 400);
    });
  });

  describe('parameters', () => {
    it.each([
      'limit=0',
      'limit=101',
      'limit=-1',
      'limit=1.5',
      'limit=1e1',
      'limit=ten',
      'limit=',
      'limit=%00',
      'offset=-1',
      'offset=10001',
      'offset=99999999999999999999',
      'offset=0x10',
      'limit=%FF',
    ])('400 for the page %s', async (query) => {
      const shop = await api.account();
      expectProblem(await shop.get(`/labels?${query}`), 400);
      expectProblem(await shop.get(`/?${query}`), 400);
    });

    it.each([
      ['no UUID', 'none'],
      ['version 0', '3f0c2f5e-8f0a-0b6e-9d0c-1a2b3c4d5e6f'],
      ['version 6', '3f0c2f5e-8f0a-6b6e-9d0c-1a2b3c4d5e6f'],
      ['version 7', '3f0c2f5e-8f0a-7b6e-9d0c-1a2b3c4d5e6f'],
      ['variant 7', '3f0c2f5e-8f0a-4b6e-7d0c-1a2b3c4d5e6f'],
      ['variant c', '3f0c2f5e-8f0a-4b6e-cd0c-1a2b3c4d5e6f'],
      ['no hyphens', '3f0c2f5e8f0a4b6e9d0c1a2b3c4d5e6f'],
      ['one character more', `${SOME_ID}0`],
      ['a line feed at the end', `${SOME_ID}%0a`],
      ['braces', `{${SOME_ID}}`],
      ['dots', '..'],
      ['an encoded slash', '..%2f..'],
    ])('400 for a label id with %s, on every route', async (_name, id) => {
      const shop = await api.account();
      for (const path of [`/labels/${id}`, `/labels/${id}/zpl`, `/?label_id=${id}`]) {
        expectProblem(await shop.get(path), 400);
      }
      for (const path of [`/labels/${id}`, `/labels/${id}/render`, `/labels/${id}/print`]) {
        expectProblem(await shop.post(path, {}), 400);
      }
      for (const action of ['render', 'print']) {
        expectProblem(await shop.post('/', { action, label_id: decodeURIComponent(id) }), 400);
      }
    });

    it.each(['include=canvas', 'include=&include=canvas', 'include=%20', 'include=zpl&limit=5'])(
      '400 for the query %s on a label',
      async (query) => {
        const shop = await api.account();
        const { id } = await shop.label();
        expectProblem(await shop.get(`/labels/${id}?${query}`), 400);
        expectProblem(await shop.get(`/?label_id=${id}&${query}`), 400);
        expectProblem(await shop.get(`/labels/${SOME_ID}?${query}`), 400);
        expect((await shop.get(`/?${query}`)).status).toBe(200);
      },
    );
  });

  const ROUTES = [
    ['render', (id: string) => `/labels/${id}/render`, {}],
    ['print', (id: string) => `/labels/${id}/print`, {}],
    ['POST / to render', () => '/', { action: 'render' }],
    ['POST / to print', () => '/', { action: 'print' }],
  ] as const;

  describe.each(ROUTES)('bodies of %s', (_route, path, extra) => {
    const withExtra = (body: object) =>
      'action' in extra ? { label_id: SOME_ID, ...extra, ...body } : { ...extra, ...body };

    it.each([
      ['nothing', ''],
      ['blanks', '  '],
      ['no JSON', '{"variables":'],
      ['two documents', '{}{}'],
      ['a comment', '{/**/}'],
      ['NaN', '{"copies":NaN}'],
      ['an array', '[]'],
      ['text', '"{}"'],
      ['null', 'null'],
      ['a number', '7'],
      ['broken UTF-8', Buffer.from('{"variables":{"a":"\xff"}}', 'latin1')],
      ['half a UTF-8 character', Buffer.from('{"a":"\xe6\xbc"}', 'latin1')],
      ['UTF-16', Buffer.from('{}', 'utf16le')],
      ['deep nesting', '['.repeat(60_000)],
    ])('400 for %s', async (_name, body) => {
      const shop = await api.account();
      expectProblem(await shop.post(path(SOME_ID), body), 400);
    });

    it.each([
      ['variables that are an array', { variables: [] }],
      ['variables that are text', { variables: 'a' }],
      ['variables that are null', { variables: null }],
      ['a blank name', { variables: { ' \t\u00a0': 'x' } }],
      ['an empty name', { variables: { '': 'x' } }],
      ['a name of 81 characters', { variables: { ['n'.repeat(81)]: 'x' } }],
      ['a value of 1001 characters', { variables: { a: 'x'.repeat(1001) } }],
      ['an object that is too long as text', { variables: { a: { b: 'x'.repeat(1000) } } }],
      [
        '51 variables',
        { variables: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`v${i}`, ''])) },
      ],
      ['a name twice after trimming', { variables: { a: '1', ' a ': '2' } }],
      ['the name constructor', { variables: { constructor: 'x' } }],
      ['the name prototype', { variables: { ' prototype ': 'x' } }],
      ['the name toString', { variables: { toString: 'x' } }],
      ['the name __proto__', JSON.parse('{"variables":{"__proto__":"x"}}')],
    ])('400 for %s', async (_name, body) => {
      const shop = await api.account();
      expectProblem(await shop.post(path(SOME_ID), withExtra(body)), 400);
    });

    it('400 for the same variable twice, spelled alike or with an escape', async () => {
      const shop = await api.account();
      const rest = JSON.stringify(withExtra({})).slice(1, -1);
      const comma = rest === '' ? '' : ',';
      for (const twice of ['"a":"1","a":"2"', '"a":"1","\\u0061":"1"']) {
        expectProblem(await shop.post(path(SOME_ID), `{${rest}${comma}"variables":{${twice}}}`), 400);
      }
    });

    it.each([
      ['none', undefined],
      ['text/plain', 'text/plain'],
      ['a form', 'application/x-www-form-urlencoded'],
      ['JSON-like', 'application/jsonp'],
      ['another charset', 'application/json; charset=iso-8859-1'],
    ])('400 for the content type: %s', async (_name, type) => {
      const shop = await api.account();
      const { id } = await shop.label();
      const headers = { 'x-api-key': shop.key, ...(type === undefined ? {} : { 'content-type': type }) };
      const body = { ...withExtra({}), ...('action' in extra ? { label_id: id } : {}) };
      const reply = await api.request('POST', BASE + path(id), { headers, body });
      expectProblem(reply, 400);
    });

    it('accepts the content type with a charset, in any case', async () => {
      const shop = await api.account();
      const { id } = await shop.label();
      const body = { ...withExtra({}), ...('action' in extra ? { label_id: id } : {}) };
      for (const type of [
        'Application/JSON',
        'application/json;charset=UTF-8',
        'application/json; charset="utf-8"',
      ]) {
        const headers = { 'x-api-key': shop.key, 'content-type': type };
        expect((await api.request('POST', BASE + path(id), { headers, body })).status).toBe(200);
      }
    });
  });

  it.each([{ format: 'gif' }, { format: 'PNG' }, { format: '' }, { format: null }, { format: ['png'] }])(
    '400 for a render of %o',
    async (body) => {
      const shop = await api.account();
      expectProblem(await shop.post(`/labels/${SOME_ID}/render`, body), 400);
      expectProblem(await shop.post(`/labels/${SOME_ID}`, body), 400);
      expectProblem(await shop.post('/', { label_id: SOME_ID, ...body }), 400);
    },
  );

  it.each([
    { variables: {}, records: [{}] },
    { records: [] },
    { records: blankRecords(26) },
    { records: {} },
    { records: [[]] },
    { records: [null] },
    { records: [{}, { '': 'x' }] },
    { copies: 0 },
    { copies: 101 },
    { copies: -1 },
    { copies: 1.5 },
    { copies: '2' },
    { copies: null },
    { records: blankRecords(25), copies: 5 },
    { records: [{}, {}], copies: 51 },
  ])('400 for a print of %o', async (body) => {
    const shop = await api.account();
    expectProblem(await shop.post(`/labels/${SOME_ID}/print`, body), 400);
    expectProblem(await shop.post('/', { label_id: SOME_ID, action: 'print', ...body }), 400);
  });

  it.each([
    {},
    { label_id: null },
    { label_id: 7 },
    { label_id: SOME_ID, action: 'RENDER' },
    { label_id: SOME_ID, action: null },
    { label_id: SOME_ID, action: 'toString' },
  ])('400 for POST / with %o', async (body) => {
    const shop = await api.account();
    expectProblem(await shop.post('/', body), 400);
  });

  it('ignores members that it does not know, and those of the other action', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    const unknown = { zpl: '^XA^XZ', label: null, extra: { variables: [] } };
    expectAnswer(await shop.post(`/labels/${id}/render`, { ...unknown, copies: 0 }), 'text/plain');
    expectAnswer(await shop.post('/', { label_id: id, ...unknown, records: 7 }), 'text/plain');
    const print = await shop.post('/', { label_id: id, action: 'print', format: 'gif', ...unknown });
    expect(print.status).toBe(200);
  });

  describe('the body in time and size', () => {
    const padded = (bytes: number) => `{}${' '.repeat(bytes - 2)}`;

    it('takes exactly 65536 bytes and refuses one more, also of a label that is not there', async () => {
      const shop = await api.account();
      const { id } = await shop.label();
      expectAnswer(await shop.post(`/labels/${id}/render`, padded(65_536)), 'text/plain');
      for (const path of [`/labels/${SOME_ID}/render`, `/labels/${SOME_ID}/print`, '/']) {
        expectProblem(await shop.post(path, padded(65_537)), 413);
      }
    });

    it('refuses a chunked body that grows too large', async () => {
      const shop = await api.account();
      const headers = {
        'x-api-key': shop.key,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      };
      const path = `${BASE}/labels/${SOME_ID}/render`;
      expectProblem(await api.request('POST', path, { headers, body: padded(65_537) }), 413);
      expectProblem(await api.request('POST', path, { headers, body: padded(65_536) }), 404);
    });

    it('counts bytes, not characters', async () => {
      const shop = await api.account();
      const body = JSON.stringify({ variables: {}, pad: '漢'.repeat(22_000) });
      expect(body.length).toBeLessThan(65_536);
      expectProblem(await shop.post(`/labels/${SOME_ID}/render`, body), 413);
    });

    it('408 for a body that does not come, also of a label that is not there', async () => {
      const shop = await api.account();
      const replies = await Promise.all([
        stall(`/labels/${SOME_ID}/render`, shop.key),
        stall('/', shop.renderKey),
      ]);
      for (const reply of replies) expectProblem(reply, 408);
    });
  });

  it.each([
    ['two keys', `X-Api-Key: ${UNKNOWN_KEY}\r\nX-Api-Key: ${UNKNOWN_KEY}\r\n`],
    ['two credentials', 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'],
  ])('400 for a request with %s', async (_name, headers) => {
    const reply = await sendRaw(`GET ${BASE}/labels HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
    expectProblem(reply, 400);
  });

  it('still serves after all of that, and its log holds no key, value or ZPL', async () => {
    await expectStillServing(api);
    expectCleanLog(api);
  });
});

function blankRecords(count: number): object[] {
  return Array.from({ length: count }, () => ({}));
}
