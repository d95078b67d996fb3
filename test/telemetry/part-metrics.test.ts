import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { showParts } from '../../src/telemetry/part-metrics.ts';

const transport = { driver: 'node', inFlight: 3 };
const pool = { running: 2, queued: 3, queuedPixels: 4_000_000, breaker: 'open' } as const;
const cache = { lookups: { callers: { hit: 5, miss: 1 }, labels: { hit: 2, miss: 4 } } };

test('shows what the parts hold and count', async () => {
  const registry = new Registry();
  showParts(registry, {
    transport,
    pool,
    cache,
    redis: { up: false },
    external: { running: 2, breaker: 'half-open', outcomes: { rendered: 7, timed_out: 1 } },
  });
  await registry.metrics();
  const lines = (await registry.metrics()).split('\n').filter((line) => /^[^#]/.test(line));
  expect(lines.toSorted()).toEqual([
    'platen_cache_lookups_total{cache="callers",result="hit"} 5',
    'platen_cache_lookups_total{cache="callers",result="miss"} 1',
    'platen_cache_lookups_total{cache="labels",result="hit"} 2',
    'platen_cache_lookups_total{cache="labels",result="miss"} 4',
    'platen_external_breaker_state{state="closed"} 0',
    'platen_external_breaker_state{state="half-open"} 1',
    'platen_external_breaker_state{state="open"} 0',
    'platen_external_calls_total{outcome="rendered"} 7',
    'platen_external_calls_total{outcome="timed_out"} 1',
    'platen_external_running 2',
    'platen_http_driver{name="node"} 1',
    'platen_http_in_flight 3',
    'platen_pool_breaker_state{state="closed"} 0',
    'platen_pool_breaker_state{state="half-open"} 0',
    'platen_pool_breaker_state{state="open"} 1',
    'platen_pool_queued 3',
    'platen_pool_queued_pixels 4000000',
    'platen_pool_running 2',
    'platen_redis_up 0',
  ]);
});

test('shows nothing of parts that there are not', async () => {
  const registry = new Registry();
  showParts(registry, { transport, pool, cache, redis: null, external: null });
  expect(await registry.metrics()).not.toMatch(/redis|external/);
});
