import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { SERVICE_DRIVERS } from '../support/drivers.ts';
import { BASE, useDatabase, useService } from '../support/service.ts';
import { expectAnswer, expectProblem } from './expectations.ts';

const DESCRIPTION = `${BASE}/openapi.json`;
const PAGE = `${BASE}/docs`;
const HTML = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };

const database = useDatabase();

describe.each(SERVICE_DRIVERS)('what is served without a key over %s', (driver) => {
  const api = useService({ HTTP_DRIVER: driver }, database);
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    api.request('GET', path, { headers });

  it('is the description of the API, as the program makes it', async () => {
    const reply = await get(DESCRIPTION);
    expectAnswer(reply, 'application/json');
    expect(JSON.parse(reply.text)).toEqual(JSON.parse(JSON.stringify(openApiDocument(BASE))));
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
  });

  it.each([DESCRIPTION, PAGE, `${PAGE}/swagger-ui-bundle.js`])(
    '%s comes in gzip to who takes it',
    async (path) => {
      const plain = await get(path);
      const packed = await get(path, { 'accept-encoding': 'br, gzip' });
      expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
      expect(packed.headers['etag']).not.toBe(plain.headers['etag']);
      expect(packed.body.length).toBeLessThan(plain.body.length);
      expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
      expect(plain.headers).not.toHaveProperty('content-encoding');
    },
  );

  it.each([DESCRIPTION, PAGE, `${PAGE}/page.js`])('%s is not sent again to who has it', async (path) => {
    for (const encoding of ['identity', 'gzip']) {
      const asked = { 'accept-encoding': encoding };
      const { etag = '' } = (await get(path, asked)).headers;
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const reply = await get(path, { ...asked, 'if-none-match': known });
        expect({ status: reply.status, text: reply.text }).toEqual({ status: 304, text: '' });
        expect(reply.headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' });
        expect(reply.headers).not.toHaveProperty('content-length');
      }
      expect((await get(path, { ...asked, 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  it('is the page, under a policy that lets it load and ask only what is ours', async () => {
    const reply = await get(PAGE);
    expectAnswer(reply, 'text/html; charset=utf-8');
    const policy = String(reply.headers['content-security-policy']).split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy.filter((rule) => /unsafe|\*|https?:/.test(rule))).toEqual([]);
    expect(reply.headers['referrer-policy']).toBe('no-referrer');
    const loaded = [...reply.text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, name = '']) => name);
    const own = loaded.filter((name) => !name.startsWith('data:'));
    expect(own.length).toBeGreaterThan(3);
    for (const name of own) expect((await get(new URL(name, `http://x${PAGE}`).pathname)).status).toBe(200);
  });

  it.each([
    '/',
    '/index.html',
    '/LICENSE',
    '/swagger-ui/LICENSE',
    '/../openapi.json',
    '/..%2fpages.js',
    '/%2e%2e/pages.js',
    '/..\\pages.js',
    '/__proto__',
    '/page.js/',
    '/page.js%00',
  ])('has nothing at /docs%s', async (name) => {
    expectProblem(await get(PAGE + name), 404);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])('is not for %s', async (method) => {
    for (const path of [DESCRIPTION, PAGE, `${PAGE}/page.js`]) {
      const reply = await api.request(method, path);
      expect({ status: reply.status, allow: reply.headers['allow'] }).toEqual({ status: 405, allow: 'GET' });
    }
  });

  it('leads a browser there from the root, and nobody else', async () => {
    const reply = await get('/', HTML);
    expect({ status: reply.status, text: reply.text }).toEqual({ status: 303, text: '' });
    expect(new URL(String(reply.headers.location), 'http://x/').pathname).toBe(PAGE);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Accept' });
    expectProblem(await get('/'), 404);
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0']) {
      expectProblem(await get('/', { accept }), 404);
    }
    expectProblem(await api.request('POST', '/', { headers: HTML }), 404);
    expectProblem(await get(BASE, HTML), 401);
    expectProblem(await get(`${BASE}/`, HTML), 401);
  });
});

describe('a service whose base is the root', () => {
  const api = useService({ BASE_PATH: '/' }, database);

  it('leads a browser without a key to the page, and answers all others as before', async () => {
    const shop = await api.account();
    const asked = (headers: Readonly<Record<string, string>>) => api.request('GET', '/', { headers });
    expect(await asked(HTML)).toMatchObject({ status: 303, headers: { location: 'docs' } });
    expectAnswer(await api.request('GET', '/docs'), 'text/html; charset=utf-8');
    expectAnswer(await asked({ ...HTML, 'x-api-key': shop.key }), 'application/json');
    expectAnswer(await asked({ ...HTML, authorization: `Bearer ${shop.key}` }), 'application/json');
    expectProblem(await asked({ ...HTML, 'x-api-key': '' }), 401);
    expectProblem(await asked({}), 401);
  });

  it('says in the description where it is', async () => {
    const { text } = await api.request('GET', '/openapi.json');
    expect(JSON.parse(text)).toMatchObject({ servers: [{ url: '/' }] });
  });
});

describe('a service whose guard lets one request with a credential through', () => {
  const api = useService({ CREDENTIAL_PRECHECKS_PER_MINUTE: '1', RATE_UNITS_PER_MINUTE: '10' }, database);

  it('serves what needs no key all the same, and takes no unit for it, whatever key is sent along', async () => {
    const shop = await api.account();
    for (const key of [shop.key, `svc_${'0'.repeat(48)}`, 'svc_malformed']) {
      for (const path of [DESCRIPTION, PAGE, `${PAGE}/page.js`]) {
        const reply = await api.request('GET', path, { headers: { 'x-api-key': key } });
        expect(reply.status).toBe(200);
        expect(reply.headers).not.toHaveProperty('ratelimit');
      }
    }
    const first = await shop.get('/labels');
    expectAnswer(first, 'application/json');
    expect(first.headers['ratelimit']).toMatch(/;r=9;/);
    expectProblem(await shop.get('/labels'), 429);
  });
});

describe('API_DOCS=off', () => {
  const api = useService({ API_DOCS: 'off' }, database);

  it.each(['GET', 'POST', 'HEAD'])('there is no such route, for %s', async (method) => {
    for (const path of [DESCRIPTION, PAGE, `${PAGE}/page.js`, '/']) {
      const reply = await api.request(method, path, { headers: HTML });
      expect(reply).toMatchObject({ status: 404, headers: { 'x-svc-error-code': 'route_not_found' } });
    }
  });
});
