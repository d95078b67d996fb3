import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { BASE, type Reply, type TestService, useDatabase, useService } from '../support/service.ts';
import { expectAnswer, expectCleanLog, expectProblem, fieldData } from './expectations.ts';

const database = useDatabase();

const ops = (api: TestService, path: string, method = 'GET') =>
  api.request(method, path, { port: Number(new URL(api.service.opsUrl).port) });

describe('the operations listener', () => {
  const api = useService({ TRUSTED_PROXIES: '127.0.0.1' }, database);

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
    expect(text).toMatch(
      new RegExp(`^platen_key_requests_total\\{account_id="${shop.id}",key_id="[0-9a-f-]{36}"\\} 2$`, 'm'),
    );
    expect(text).not.toContain(shop.key);
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
  const api = useService({ POOL_THREADS: '1', POOL_QUEUE: '0' }, database);

  const expectBusy = (reply: Reply) => {
    expectProblem(reply, 503);
    expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(reply.headers['ratelimit']).toBeDefined();
  };

  it('answers 503 after budget and scope, before state and content; what needs no worker goes on', async () => {
    const [shop, poor, crowd] = [await api.account(), await api.account(), await api.account()];
    const page = '^XA^FO0,0^GE3900,3900,3900^FS^XZ';
    const slow = await crowd.label({ size: { widthMm: 495, heightMm: 495 }, zpl: page.repeat(5) });
    const good = await shop.label();
    const invalid = await shop.label({ zpl: '^XA^FO9,9^BEN,50^FD{ean}^FS^XZ' });
    const empty = await shop.label({ zpl: null });
    const poorLabel = await poor.label();
    await api.service.store.setRate(poor.id, 2);
    for (let unit = 0; unit < 2; unit++) await poor.get('/labels/none');

    // Whenever the only worker is free, it is given this to do.
    const over = new AbortController();
    const crowding = [1, 2].map(async () => {
      while (!over.signal.aborted) await crowd.post(`/labels/${slow.id}/render`, { format: 'pdf' });
    });
    for (const [path, body] of [
      [`/labels/${good.id}/render`, { format: 'png' }],
      [`/labels/${good.id}/render`, {}],
      [`/labels/${invalid.id}/render`, {}],
      [`/labels/${good.id}/print`, {}],
      [`/labels/${empty.id}/render`, {}],
    ] as const) {
      await eventually(async () => expectBusy(await shop.post(path, body)));
    }
    expect((await shop.post(`/labels/${good.id}/print`, {}, shop.renderKey)).status).toBe(403);
    expectProblem(await poor.post(`/labels/${poorLabel.id}/print`, {}), 429);
    expectAnswer(await shop.get('/labels'), 'application/json');
    over.abort();
    await Promise.all(crowding);
    expectProblem(await shop.post(`/labels/${empty.id}/render`, {}), 409);
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
