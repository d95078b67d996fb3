import { describe, expect, it } from 'vitest';
import { MemoryBudget, MemoryGuard } from '../../src/budget/memory.ts';
import type { Parts } from '../../src/http/call.ts';
import { pipeline } from '../../src/http/pipeline.ts';
import type { RequestEntry } from '../../src/http/request-log.ts';
import type { TransportOptions } from '../../src/http/transport/transport.ts';
import { RawClient } from '../contract/transport/raw-client.ts';
import { serve } from '../contract/transport/served.ts';
import { SERVICE_DRIVERS } from '../support/drivers.ts';
import { PATIENCE_MS } from '../support/eventually.ts';
import { BASE, type Reply, type TestService, useDatabase, useService } from '../support/service.ts';
import { expectAnswer, expectCleanLog, expectProblem } from './expectations.ts';

const database = useDatabase();

/**
 * Reasons of failures, of exchanges that end without their handler, of the pool's refusals, and of replaced workers.
 */
const REASON = new RegExp(
  `^(${
    'invalid_request key_missing key_unknown entitlement_inactive scope_missing route_not_found label_not_found ' +
    'method_not_allowed body_timeout zpl_not_saved dimensions_invalid bitmap_dynamic_output_incompatible ' +
    'too_large barcode_invalid encoding_unsupported field_transform_invalid budget_exceeded guard_exceeded ' +
    'guard_unavailable schema_unfit internal renderer_failed renderer_timeout busy deadline malformed client_gone ' +
    'jobs pixels units share breaker closed crashed hung memory recycled'
  })$`.replaceAll(' ', '|'),
);

const metricsOf = async (api: TestService): Promise<string> =>
  (await api.request('GET', '/metrics', { port: Number(new URL(api.service.opsUrl).port) })).text;

/** Names of the stages that an answer tells of, in order. */
const stagesOf = ({ headers }: Reply): string[] =>
  [...String(headers['server-timing'] ?? '').matchAll(/(?:^|, )(\w+);dur=\d+(?:\.\d\d?)?(?=,|$)/g)].map(
    ([, stage]) => stage as string,
  );

describe('what a running service tells', () => {
  const api = useService({ PORT: '0' }, database);
  const lineOf = (reply: Reply) =>
    api.logs
      .map((line) => JSON.parse(line))
      .filter((line) => line.request_id === reply.headers['x-request-id']);

  it('Server-Timing says what the time went into, as far as the request came', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    const png = await shop.post(`/labels/${id}/render`, { format: 'png' });
    expectAnswer(png, 'image/png');
    expect(stagesOf(png)).toEqual(['auth', 'limit', 'queue', 'render', 'encode']);
    expect(stagesOf(await shop.post(`/labels/${id}/print`, {}))).toEqual([
      'auth',
      'limit',
      'queue',
      'render',
    ]);
    expect(stagesOf(await shop.get(`/labels/${id}`))).toEqual(['auth', 'limit']);
    const tooLarge = await shop.post(`/labels/${id}/render`, 'x'.repeat(70_000));
    expectProblem(tooLarge, 413);
    expect(stagesOf(tooLarge)).toEqual(['auth', 'limit']);
    expect(stagesOf(await api.request('GET', `${BASE}/labels`))).toEqual(['auth']);
    expect(stagesOf(await api.request('GET', '/nothing'))).toEqual([]);
  });

  it('the log has one line for a request of every route, and nothing of keys or labels', async () => {
    const shop = await api.account();
    const { id } = await shop.label({ zpl: '^XA^FO20,20^A0N,30,30^FDUnmistakable {name}^FS^XZ' });
    const variables = { name: 'Confidential consignee' };
    const odd = '/labels/svc_deadbeefdeadbeef/render';
    const asked: readonly (readonly [route: string, status: number, reply: Promise<Reply>])[] = [
      ['list-labels', 200, shop.get('/labels')],
      ['read-label', 200, shop.get(`/labels/${id}`)],
      ['download-zpl', 200, shop.get(`/labels/${id}/zpl`)],
      ['render-label', 200, shop.post(`/labels/${id}/render`, { variables })],
      ['render-label', 200, shop.post(`/labels/${id}`, { variables, format: 'pdf' })],
      ['print-labels', 200, shop.post(`/labels/${id}/print`, { variables })],
      ['legacy-post', 200, shop.post('/', { label_id: id, variables })],
      ['legacy-get', 200, shop.get(`/?label_id=${id}`)],
      ['health', 200, api.request('GET', '/healthz')],
      ['openapi', 200, api.request('GET', `${BASE}/openapi.json`)],
      ['openapi', 304, api.request('GET', `${BASE}/openapi.json`, { headers: { 'if-none-match': '*' } })],
      ['docs', 200, api.request('GET', `${BASE}/docs`)],
      ['docs', 303, api.request('GET', '/', { headers: { accept: 'text/html' } })],
      ['docs', 404, api.request('GET', `${BASE}/docs/Confidential`)],
      ['render-label', 400, shop.post(`/labels/${id}/render`, { variables, format: 'Unmistakable format' })],
      ['render-label', 400, shop.post(`/labels/${id}/render`, '{"Confidential consignee"')],
      ['render-label', 400, shop.post(odd, { variables })],
      [
        'list-labels',
        401,
        api.request('GET', `${BASE}/labels`, { headers: { 'x-api-key': 'svc_deadbeef00' } }),
      ],
      ['read-label', 403, shop.get(`/labels/${id}`, shop.renderKey)],
      ['none', 404, shop.get('/Confidential')],
    ];
    for (const [route, status, pending] of asked) {
      const reply = await pending;
      expect(reply.status).toBe(status);
      expect(lineOf(reply)).toMatchObject([{ route, status, client: '127.0.0.1', ms: expect.any(Number) }]);
    }
    expectCleanLog(api);
    expect(api.logs.join('')).not.toMatch(/Unmistakable|Confidential|Shelf/);
  });

  it('the log names account, key and label by their ids, as far as a request came', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    const keys = await api.service.store.listKeys(shop.id);
    const [full, render] = ['full', 'render'].map((type) => keys.find((key) => key.type === type)?.id);
    const none = crypto.randomUUID();
    const asked: readonly (readonly [ids: readonly unknown[], reply: Reply])[] = [
      [[shop.id, full, id], await shop.get(`/labels/${id}`)],
      [[shop.id, full, id], await shop.post('/', { label_id: id, action: 'print' })],
      [[shop.id, render, id], await shop.post(`/labels/${id}/render`, { format: 'png' }, shop.renderKey)],
      [[shop.id, full, none], await shop.get(`/labels/${none}`)],
      [[shop.id, full, undefined], await shop.get('/labels')],
      [[shop.id, full, undefined], await shop.get('/labels/svc_deadbeef')],
      [[shop.id, render, id], await shop.get(`/labels/${id}`, shop.renderKey)],
      [[undefined, undefined, undefined], await api.request('GET', `${BASE}/labels/${id}`)],
    ];
    for (const [ids, reply] of asked) {
      const [line] = lineOf(reply);
      expect([line.account_id, line.key_id, line.label_id]).toEqual(ids);
    }
    expectCleanLog(api);
  });

  it('metrics count lookups, stages and refusals', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    const before = await metricsOf(api);
    for (let time = 0; time < 3; time++) await shop.get(`/labels/${id}`);
    await shop.get('/labels/none');
    const after = await metricsOf(api);
    const grown = (line: string): number => valueOf(after, line) - valueOf(before, line);
    expect(grown('platen_cache_lookups_total{cache="callers",result="miss"}')).toBe(1);
    expect(grown('platen_cache_lookups_total{cache="callers",result="hit"}')).toBe(3);
    expect(grown('platen_cache_lookups_total{cache="labels",result="miss"}')).toBe(1);
    expect(grown('platen_cache_lookups_total{cache="labels",result="hit"}')).toBe(2);
    expect(grown('platen_http_requests_total{route="read-label",status="200"}')).toBe(3);
    expect(grown('platen_http_refused_total{reason="invalid_request"}')).toBe(1);
    expect(grown('platen_http_stage_seconds_count{stage="limit"}')).toBe(3);
    expect(grown('platen_http_stage_seconds_count{stage="total"}')).toBe(3);
    expect(valueOf(after, 'platen_http_in_flight')).toBe(0);
    expect(after).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  });

  it('tokens are found by a worker when a label is imported, and by nobody when it is asked for', async () => {
    const found = async () => {
      const [, count] =
        /platen_render_seconds_count\{format="tokens"\} (\d+)/.exec(await metricsOf(api)) ?? [];
      return Number(count);
    };
    const shop = await api.account();
    const before = await found();
    const labels = [
      await shop.label({ zpl: `^XA${'^FD{sku}^FS'.repeat(9000 / 2)}^XZ` }),
      await shop.label({ outputFormat: 'bitmap', zpl: '^XA^FD{sku}^FS^XZ' }),
    ];
    expect(await found()).toBe(before + 2);
    for (const { id } of labels) {
      expect(JSON.parse((await shop.get(`/labels/${id}`)).text).data.dynamic_tokens).toEqual(['sku']);
    }
    expect((await shop.post(`/labels/${labels[1]?.id}/render`, {})).status).toBe(409);
    expect(await found()).toBe(before + 2);
  });

  it('whatever is sent, no label of a metric has a value that is not on its list', async () => {
    const shop = await api.account();
    await shop.post('/labels/none/render', {});
    const paths = [
      '/labels/%00',
      '/__proto__',
      '/labels/x/constructor',
      `/${'a'.repeat(2000)}`,
      '/"}\\n',
      '/?a="',
    ];
    for (const path of paths) {
      await api.request('GET', path);
      await api.request('POST', BASE + path, { headers: { 'x-api-key': shop.key, 'x-request-id': '"}' } });
    }
    for (const method of ['PUT', 'PROPFIND', 'HEAD', 'OPTIONS']) await api.request(method, `${BASE}/labels`);
    const allowed: Readonly<Record<string, RegExp>> = {
      route:
        /^(list-labels|read-label|download-zpl|render-label|print-labels|legacy-(get|post)|openapi|docs|health|none)$/,
      status: /^(200|30[34]|40[013458]|409|413|422|429|499|50[0234])$/,
      reason: REASON,
      stage: /^(auth|limit|queue|render|encode|total)$/,
      name: /^(uws|node)$/,
      format: /^(zpl|png|pdf|print|tokens)$/,
      state: /^(closed|open|half-open)$/,
      cache: /^(callers|labels)$/,
      result: /^(hit|miss)$/,
      le: /^(\+Inf|[\d.e-]+)$/,
      // Ids that the store made, of a bounded number of keys.
      account_id: /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|other)$/,
      key_id: /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|other)$/,
    };
    const lines = (await metricsOf(api)).split('\n').filter((line) => line.startsWith('platen_'));
    const seen = lines.flatMap((line) => [...line.matchAll(/[{,](\w+)="((?:[^"\\]|\\.)*)"/g)]);
    expect(seen.length).toBeGreaterThan(50);
    expect(seen.filter(([, name = '', value = '']) => !allowed[name]?.test(value))).toEqual([]);
  });
});

describe.each(SERVICE_DRIVERS)('a request that its handler does not answer on %s', (driver) => {
  const label = { id: '3f0c2f5e-8f0a-4b6e-9d0c-1a2b3c4d5e6f', zpl: '^XA^XZ', dynamicTokens: [] };
  const caller = { keyId: 'key', accountId: 'account', keyType: 'full', entitled: true };
  const head = `POST ${BASE}/labels/${label.id}/render HTTP/1.1\r\nHost: a\r\nx-api-key: svc_${'0'.repeat(48)}\r\n`;
  const request = `${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;

  /** A service whose workers never answer, and the lines of its log. */
  const stuck = async (options: Partial<TransportOptions>) => {
    const entries: RequestEntry[] = [];
    let begun = 0;
    const served = await serve(
      driver,
      pipeline(null, {
        basePath: BASE,
        bodyTimeoutMs: PATIENCE_MS,
        store: {} as Parts['store'],
        cache: { findCaller: () => caller, findLabel: () => label } as unknown as Parts['cache'],
        keyUses: { note() {} },
        budget: new MemoryBudget(60),
        guard: new MemoryGuard({ prechecks: 60, unknownKeys: 60 }),
        refuse: () => undefined,
        render: (_task, { signal }) => {
          begun++;
          return new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          });
        },
        log: (entry) => entries.push(entry),
      }),
      options,
    );
    return { ...served, entries, begun: () => begun };
  };

  it('is logged once, as the 503 that the driver gave, with the id that the client got', async () => {
    const { port, entries } = await stuck({ requestDeadlineMs: 200 });
    const answer = await (await RawClient.sending(port, request)).answer();
    expect(answer?.status).toBe(503);
    await new Promise((resolve) => setImmediate(resolve));
    expect(entries).toMatchObject([{ route: 'render-label', status: 503, reason: 'deadline' }]);
    expect(answer?.headers['x-request-id']).toBe(entries[0]?.exchange.id);
  });

  it('is logged once, as 499, when its client leaves', async () => {
    const { port, entries, begun, transport } = await stuck({});
    const client = await RawClient.sending(port, request);
    await expect.poll(begun).toBe(1);
    expect(transport.inFlight).toBe(1);
    client.destroy();
    await expect.poll(() => entries.length).toBe(1);
    expect(entries).toMatchObject([{ route: 'render-label', status: 499, reason: 'client_gone' }]);
    await expect.poll(() => transport.inFlight).toBe(0);
    expect(entries).toHaveLength(1);
  });
});

function valueOf(metrics: string, name: string): number {
  const line = metrics.split('\n').find((text) => text.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
}
