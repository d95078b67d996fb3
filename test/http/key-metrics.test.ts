import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { keyMetrics } from '../../src/http/key-metrics.ts';
import type { RequestEntry } from '../../src/http/request-log.ts';
import { Stopwatch } from '../../src/http/stopwatch.ts';
import type { Exchange } from '../../src/http/transport/transport.ts';

const entry = (caller: RequestEntry['caller'], status = 200): RequestEntry => ({
  exchange: {} as Exchange,
  route: 'read-label',
  status,
  reason: null,
  watch: new Stopwatch(),
  caller,
});

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
  const record = keyMetrics(registry);
  record(entry({ accountId: 'a', keyId: '1' }));
  record(entry({ accountId: 'a', keyId: '2' }));
  record(entry({ accountId: 'a', keyId: '1' }, 429));
  record(entry(undefined, 401));
  await registry.metrics();
  expect(await counts(registry)).toEqual([
    ['a', '1', 2],
    ['a', '2', 1],
  ]);
});

test('has a thousand series at most, and one for all other keys', async () => {
  const registry = new Registry();
  const record = keyMetrics(registry);
  for (let key = 0; key < 5000; key++) record(entry({ accountId: `a${key}`, keyId: `k${key}` }));
  record(entry({ accountId: 'a999', keyId: 'k999' }));
  const all = await counts(registry);
  expect(all).toHaveLength(1001);
  expect(all.slice(-2)).toEqual([
    ['a999', 'k999', 2],
    ['other', 'other', 4000],
  ]);
});
