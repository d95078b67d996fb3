import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { poolMetrics } from '../../src/telemetry/pool-metrics.ts';

test('shows what the pool holds, how long tasks took, and what went wrong', async () => {
  const registry = new Registry();
  const metrics = poolMetrics(registry, ['png', 'print']);
  metrics.onDone('png', 500, 2000);
  metrics.onDone('print', 500, 20);
  metrics.onRefused('pixels');
  metrics.onReplaced('hung');
  const lines = (await registry.metrics()).split('\n');
  for (const line of [
    'platen_pool_wait_seconds_sum 1',
    'platen_pool_wait_seconds_count 2',
    'platen_render_seconds_sum{format="png"} 2',
    'platen_render_seconds_count{format="print"} 1',
    'platen_pool_refused_total{reason="pixels"} 1',
    'platen_pool_workers_replaced_total{reason="hung"} 1',
  ]) {
    expect(lines).toContain(line);
  }
});
