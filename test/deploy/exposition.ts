import type { MetricValueWithName } from 'prom-client';
import type { FailureCode } from '../../src/errors.ts';
import { requestMetrics } from '../../src/http/request-metrics.ts';
import { Stopwatch } from '../../src/http/stopwatch.ts';
import type { Exchange } from '../../src/http/transport/transport.ts';
import { supervisorMetrics, together } from '../../src/telemetry/listener-metrics.ts';
import { createRegistry } from '../../src/telemetry/metrics.ts';
import { showParts } from '../../src/telemetry/part-metrics.ts';
import { poolMetrics } from '../../src/telemetry/pool-metrics.ts';

/** One value of a metric, under the name and with the labels that Prometheus stores. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Every kind of sample that Prometheus can have of a service with all its parts, in which all has gone wrong once. */
export async function everySample(): Promise<Sample[]> {
  const registry = createRegistry();
  const pool = poolMetrics(registry, ['print']);
  const record = requestMetrics(registry);
  const answered = (status: number, reason: FailureCode | null): void =>
    record({
      exchange: {} as Exchange,
      route: 'render-label',
      status,
      reason,
      watch: new Stopwatch(),
    });
  answered(200, null);
  answered(401, 'key_unknown');
  answered(429, 'guard_exceeded');
  answered(500, 'internal');
  answered(502, 'renderer_failed');
  answered(503, 'busy');
  answered(504, 'renderer_timeout');
  pool.onDone('print', 1, 1);
  pool.onRefused('jobs');
  pool.onRefused('closed');
  pool.onReplaced('crashed');
  pool.onReplaced('recycled');
  showParts(registry, {
    transport: { driver: 'node', inFlight: 0 },
    pool: { running: 0, queued: 0, queuedPixels: 0, breaker: 'closed' },
    cache: { lookups: { callers: { hit: 0, miss: 0 }, labels: { hit: 0, miss: 0 } } },
    redis: { up: true },
    external: { running: 0, breaker: 'closed', outcomes: { rendered: 0 } },
  });
  const supervisor = supervisorMetrics(() => 2);
  supervisor.replaced.inc();
  const whole = together([
    { listener: 'supervisor', samples: await supervisor.registry.getMetricsAsJSON() },
    { listener: '1', samples: await registry.getMetricsAsJSON() },
  ]);
  const exported = (await whole.getMetricsAsJSON()).flatMap(({ name, values }) =>
    (values as Partial<MetricValueWithName<string>>[]).map(({ metricName = name, labels = {} }) => ({
      name: metricName,
      labels: Object.entries(labels).map(([label, value]) => [label, String(value)]),
    })),
  );
  // Series that Prometheus adds, and its own.
  const scraped = [...exported, { name: 'up', labels: [] }].map(({ name, labels }) => ({
    name,
    labels: { ...Object.fromEntries(labels), job: 'platen', instance: 'a:9090' },
  }));
  return [...scraped, { name: 'ALERTS', labels: { alertname: 'PlatenX', alertstate: 'firing' } }];
}
