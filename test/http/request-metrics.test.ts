import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import type { RequestEntry } from '../../src/http/request-log.ts';
import { requestMetrics } from '../../src/http/request-metrics.ts';
import { Stopwatch } from '../../src/http/stopwatch.ts';
import type { Exchange } from '../../src/http/transport/transport.ts';

function entry(given: Partial<RequestEntry>): RequestEntry {
  const watch = new Stopwatch();
  return { exchange: {} as Exchange, route: 'read-label', status: 200, reason: null, watch, ...given };
}

test('counts requests by route and status, and refusals by reason, however often it is asked', async () => {
  const registry = new Registry();
  const record = requestMetrics(registry);
  record(entry({}));
  record(entry({}));
  record(entry({ route: 'none', status: 404, reason: 'route_not_found' }));
  record(entry({ status: 499, reason: 'client_gone' }));
  await registry.metrics();
  const lines = (await registry.metrics()).split('\n');
  expect(lines.filter((line) => /^platen_http_(requests|refused)_total\{/.test(line))).toEqual([
    'platen_http_requests_total{route="read-label",status="200"} 2',
    'platen_http_requests_total{route="read-label",status="499"} 1',
    'platen_http_requests_total{route="none",status="404"} 1',
    'platen_http_refused_total{reason="route_not_found"} 1',
    'platen_http_refused_total{reason="client_gone"} 1',
  ]);
});

test('times the stages that answered requests reached', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const registry = new Registry();
  const record = requestMetrics(registry);
  const answered = entry({});
  answered.watch.enter('auth');
  vi.advanceTimersByTime(2);
  answered.watch.enter(null);
  vi.advanceTimersByTime(3);
  record(answered);
  record(entry({ status: 503, reason: 'busy' }));
  vi.useRealTimers();
  const text = await registry.metrics();
  const count = (stage: string) => new RegExp(`_count\\{stage="${stage}"\\} (\\d+)$`, 'm').exec(text)?.[1];
  expect([count('auth'), count('limit'), count('total')]).toEqual(['1', '0', '1']);
  expect(text).toContain('platen_http_stage_seconds_sum{stage="auth"} 0.002');
  expect(text).toContain('platen_http_stage_seconds_sum{stage="total"} 0.005');
  expect(text).toContain('platen_http_stage_seconds_bucket{le="0.003",stage="total"} 0');
  expect(text).toContain('platen_http_stage_seconds_bucket{le="0.01",stage="total"} 1');
});

const by = (caller: RequestEntry['caller'], status = 200) => entry({ status, caller });

/** Counts by account and key. */
async function counts(registry: Registry): Promise<[account: string, key: string, requests: number][]> {
  const series = /^platen_key_requests_total\{account_id="(.*)",key_id="(.*)"\} (\d+)$/gm;
  return [...(await registry.metrics()).matchAll(series)].map(([, account = '', key = '', requests]) => [
    account,
    key,
    Number(requests),
  ]);
}

test('counts requests by account and key, refused ones too, and none without a key', async () => {
  const registry = new Registry();
  const record = requestMetrics(registry);
  record(by({ accountId: 'a', keyId: '1' }));
  record(by({ accountId: 'a', keyId: '2' }));
  record(by({ accountId: 'a', keyId: '1' }, 429));
  record(by(undefined, 401));
  await registry.metrics();
  expect(await counts(registry)).toEqual([
    ['a', '1', 2],
    ['a', '2', 1],
  ]);
});

test('has a thousand series at most, and one for all other keys', async () => {
  const registry = new Registry();
  const record = requestMetrics(registry);
  for (let key = 0; key < 5000; key++) record(by({ accountId: `a${key}`, keyId: `k${key}` }));
  record(by({ accountId: 'a999', keyId: 'k999' }));
  const all = await counts(registry);
  expect(all).toHaveLength(1001);
  expect(all.slice(-2)).toEqual([
    ['a999', 'k999', 2],
    ['other', 'other', 4000],
  ]);
});
