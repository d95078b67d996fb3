import { beforeAll, describe, expect, it } from 'vitest';
import { RawClient } from '../contract/transport/raw-client.ts';
import { answerCheck } from '../support/api-description/answer-check.ts';
import { SERVICE_DRIVERS } from '../support/drivers.ts';
import { BASE, type Reply, type TestAccount, useDatabase, useService } from '../support/service.ts';
import { expectAnswer, expectCleanLog, expectProblem, expectStillServing } from './expectations.ts';

const UNKNOWN_KEY = `svc_${'0'.repeat(48)}`;
const SOME_ID = '3f0c2f5e-8f0a-4b6e-9d0c-1a2b3c4d5e6f';

const database = useDatabase();

describe.each(SERVICE_DRIVERS)('refused requests over %s', (driver) => {
  const api = useService({ HTTP_DRIVER: driver, BODY_TIMEOUT_MS: '1500' }, database);

  let shop: TestAccount;
  beforeAll(async () => {
    shop = await api.account();
  });

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
      const headers = { 'x-api-key': shop.renderKey };
      const reply = await api.request(method, BASE + path, { headers, body: method === 'POST' ? '{' : '' });
      expectProblem(reply, 403, { required_scope: scope });
    });

    it('POST / reads the body, then looks at the scope, then at the rest of the body', async () => {
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
        const { id } = await shop.label();
        expectProblem(await shop.get(`/labels/${id}?${query}`), 400);
        expectProblem(await shop.get(`/?label_id=${id}&${query}`), 400);
        expectProblem(await shop.get(`/labels/${SOME_ID}?${query}`), 400);
        expect((await shop.get(`/?${query}`)).status).toBe(200);
      },
    );
  });

  describe('the body in time and size', () => {
    const padded = (bytes: number) => `{}${' '.repeat(bytes - 2)}`;

    it('takes exactly 65536 bytes and refuses one more, also of a label that is not there', async () => {
      const { id } = await shop.label();
      expectAnswer(await shop.post(`/labels/${id}/render`, padded(65_536)), 'text/plain');
      for (const path of [`/labels/${SOME_ID}/render`, `/labels/${SOME_ID}/print`, '/']) {
        expectProblem(await shop.post(path, padded(65_537)), 413);
      }
    });

    it('refuses a chunked body that grows too large', async () => {
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
      const body = JSON.stringify({ variables: {}, pad: '漢'.repeat(22_000) });
      expect(body.length).toBeLessThan(65_536);
      expectProblem(await shop.post(`/labels/${SOME_ID}/render`, body), 413);
    });

    it('408 for a body that does not come, also of a label that is not there', async () => {
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
