import { describe, expect, it } from 'vitest';
import { MemoryBudget, MemoryGuard } from '../../src/budget/memory.ts';
import { type FailureCode, FailureError, fail } from '../../src/errors.ts';
import type { Parts } from '../../src/http/call.ts';
import { pipeline } from '../../src/http/pipeline.ts';
import { LIMITS } from '../../src/limits.ts';
import { serve } from '../contract/transport/served.ts';
import { BASE, type Reply, type TestService, useDirectory, useService } from '../support/service.ts';
import { expectAnswer, expectCleanLog, expectProblem, fieldData } from './expectations.ts';

const directory = useDirectory();

const ops = (api: TestService, path: string, method = 'GET') =>
  api.request(method, path, { port: Number(new URL(api.service.opsUrl).port) });

describe('the operations listener', () => {
  const api = useService({ TRUSTED_PROXIES: '127.0.0.1' }, directory);

  it.each(['/healthz', '/readyz'])('answers %s while all is well', async (path) => {
    const { status, headers } = await ops(api, path);
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/json' });
  });

  it('shows Prometheus metrics, counted by route and status', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    await shop.post(`/labels/${id}/render`, {});
    await shop.get('/labels/none');
    const { status, headers, text } = await ops(api, '/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toMatch(/^platen_http_requests_total\{route="render-label",status="200"\} [1-9]/m);
    expect(text).toMatch(/^platen_http_requests_total\{route="read-label",status="400"\} [1-9]/m);
    expect(text).not.toContain(id);
  });

  it('has nothing else', async () => {
    expect((await ops(api, `${BASE}/labels`)).status).toBe(404);
    expect((await ops(api, '/metrics', 'POST')).status).toBe(405);
  });

  it('shares only /healthz with the public one', async () => {
    expectAnswer(await api.request('GET', '/healthz'), 'application/json');
    for (const path of ['/metrics', '/readyz', `${BASE}/metrics`, `${BASE}/healthz`]) {
      expectProblem(await api.request('GET', path), 404);
    }
  });

  it('logs the client that a trusted proxy names, and the request id', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9', 'x-request-id': 'proxied-1' };
    await api.request('GET', `${BASE}/labels`, { headers });
    const lines = api.logs.map((line) => JSON.parse(line));
    expect(lines.find((line) => line.request_id === 'proxied-1')).toMatchObject({
      client: '203.0.113.9',
      route: 'list-labels',
      method: 'GET',
      status: 401,
    });
    expectCleanLog(api);
  });
});

describe('a full pool', () => {
  const env = { POOL_THREADS: '1', POOL_QUEUE: '0', RATE_UNITS_PER_MINUTE: '60' };
  const api = useService(env, directory);

  /** Resolves when the only worker is at work. */
  const occupied = async () => {
    while (!/^platen_pool_running 1$/m.test((await ops(api, '/metrics')).text)) {
      // The next answer tells.
    }
  };

  const expectBusy = (reply: Reply) => {
    expectProblem(reply, 503);
    expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(reply.headers['ratelimit']).toBeDefined();
  };

  it('answers 503 after budget and state, before any content; what needs no worker goes on', async () => {
    const shop = await api.account();
    const poor = await api.account();
    const page = `^XA${'^FO0,0^GE3900,3900,900^FS'.repeat(40)}^XZ`;
    const slow = await shop.label({ width: 495, height: 495, zpl: page.repeat(6) });
    const good = await shop.label();
    const invalid = await shop.label({ zpl: '^XA^FO9,9^BEN,50^FD{ean}^FS^XZ' });
    const empty = await shop.label({ zpl: null });
    const poorLabel = await poor.label();
    for (let unit = 0; unit < 58; unit++) await poor.get('/labels/none');

    let done = false;
    const render = shop.post(`/labels/${slow.id}/render`, { format: 'pdf' }).finally(() => {
      done = true;
    });
    await occupied();
    const replies = await Promise.all([
      shop.post(`/labels/${good.id}/render`, { format: 'png' }),
      shop.post(`/labels/${good.id}/render`, {}),
      shop.post(`/labels/${invalid.id}/render`, {}),
      shop.post(`/labels/${good.id}/print`, {}),
    ]);
    const [noZpl, noBudget, list] = await Promise.all([
      shop.post(`/labels/${empty.id}/render`, {}),
      poor.post(`/labels/${poorLabel.id}/print`, {}),
      shop.get('/labels'),
    ]);
    expect(done).toBe(false);
    for (const reply of replies) expectBusy(reply);
    expectProblem(noZpl, 409);
    expectProblem(noBudget, 429);
    expectAnswer(list, 'application/json');
    expectAnswer(await render, 'application/pdf');
    expect(fieldData((await shop.post(`/labels/${good.id}/render`, {})).text)).toEqual(['Hello {name}']);
  });
});

describe('a database out of reach', () => {
  const api = useService({ DATABASE_URL: 'postgres://platen:hushhush@127.0.0.1:1/platen' });

  it('leaves the service up, not ready, and answering 500', async () => {
    const readiness = await ops(api, '/readyz');
    expect(readiness.status).toBe(503);
    expect(JSON.parse(readiness.text).reason).toMatch(/./);
    expect((await ops(api, '/healthz')).status).toBe(200);
    const headers = { 'x-api-key': `svc_${'0'.repeat(48)}` };
    const reply = await api.request('GET', `${BASE}/labels`, { headers });
    expectProblem(reply, 500);
    expectProblem(await api.request('GET', `${BASE}/labels`), 401);
    for (const said of [readiness.text, reply.text, ...api.logs]) expect(said).not.toContain('hushhush');
    expect(reply.text).not.toMatch(/ECONNREFUSED|postgres/i);
  });
});

describe('parts that fail', () => {
  const caller = { keyId: 'key', accountId: 'account', keyType: 'full', entitled: true } as const;
  const label = {
    id: '3f0c2f5e-8f0a-4b6e-9d0c-1a2b3c4d5e6f',
    zpl: '^XA^XZ',
    width: 50,
    height: 25,
    dpi: 203,
    outputFormat: 'vector',
    dynamicTokens: [],
  };
  const unreachable = () => Promise.reject(new Error('ECONNREFUSED 10.0.0.1'));

  /** What a render is answered when these parts behave so and all others are well. */
  const renderWith = async (parts: Partial<Parts>, headers = { 'x-api-key': `svc_${'0'.repeat(48)}` }) => {
    const store = { peekCaller: () => caller, peekLabel: () => label } as unknown as Parts['store'];
    const { port, errors } = await serve(
      'node',
      pipeline({
        basePath: BASE,
        bodyTimeoutMs: 1000,
        store,
        budget: new MemoryBudget(60),
        guard: new MemoryGuard({ prechecks: 60, unknownKeys: 60 }),
        run: async () => ({ ok: true, body: Buffer.from('^XA^XZ'), warnings: 0 }),
        log: () => {},
        ...parts,
      }),
    );
    const path = `http://127.0.0.1:${port}${BASE}/labels/${label.id}/render`;
    const init = { method: 'POST', body: '{}', headers: { ...headers, 'content-type': 'application/json' } };
    const response = await fetch(path, init);
    const text = await response.text();
    return {
      reply: { status: response.status, headers: Object.fromEntries(response.headers), text } as Reply,
      errors,
    };
  };

  it('200 when all is well', async () => {
    expectAnswer((await renderWith({})).reply, 'text/plain');
  });

  it('503 when the credential guard cannot be asked, whatever the key is', async () => {
    const guard = { precheck: unreachable, unknownKey: unreachable };
    for (const headers of [undefined, { 'x-api-key': '' }]) {
      const { reply } = await renderWith({ guard }, headers);
      expectProblem(reply, 503);
      expect(reply.headers['retry-after']).toBe('1');
    }
  });

  it('503 when unknown keys cannot be counted', async () => {
    const guard = { precheck: () => ({ allowed: true }) as const, unknownKey: unreachable };
    const store = { peekCaller: () => null, findCaller: () => null } as unknown as Parts['store'];
    expectProblem((await renderWith({ guard, store })).reply, 503);
  });

  it.each([
    ['the budget', { budget: { charge: unreachable } }],
    [
      'the key lookup',
      { store: { peekCaller: () => undefined, findCaller: unreachable } as unknown as Parts['store'] },
    ],
    [
      'the label lookup',
      {
        store: {
          peekCaller: () => caller,
          peekLabel: () => undefined,
          findLabel: unreachable,
        } as unknown as Parts['store'],
      },
    ],
    ['a worker', { run: unreachable }],
  ])('500 when %s fails, which only the operator learns about', async (_name, parts) => {
    const { reply, errors } = await renderWith(parts);
    expectProblem(reply, 500);
    expect(reply.text).not.toContain('ECONNREFUSED');
    expect(String(errors)).toContain('ECONNREFUSED');
  });

  it('500 for a worker’s bug, whose cause is logged', async () => {
    const failure = new FailureError({ code: 'internal', message: 'could not be rendered' });
    failure.cause = new Error('index out of range');
    const { reply, errors } = await renderWith({ run: () => Promise.reject(failure) });
    expectProblem(reply, 500);
    expect(reply.text).not.toContain('index out of range');
    expect(errors).toEqual([failure.cause]);
  });

  it.each([
    [LIMITS.responseBytes, 200],
    [LIMITS.responseBytes + 1, 413],
  ])('a response of %i bytes is answered %i', async (bytes, status) => {
    const run = async () => ({ ok: true, body: Buffer.alloc(bytes), warnings: 0 }) as const;
    expect((await renderWith({ run })).reply.status).toBe(status);
  });

  it.each<[FailureCode, number]>([
    ['renderer_failed', 502],
    ['renderer_timeout', 504],
    ['internal', 500],
  ])('%s from the renderer is %i', async (code, status) => {
    const { reply } = await renderWith({ run: async () => fail(code, 'the renderer failed') });
    expectProblem(reply, status);
  });
});
