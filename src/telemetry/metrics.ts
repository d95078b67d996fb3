import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type PoolMetrics, type PoolState, poolMetrics } from './pool-metrics.ts';

/** What is read when metrics are collected. */
export interface MetricSources {
  readonly driver: string;
  readonly pool: PoolState;
}

export interface Metrics {
  readonly registry: Registry;
  readonly requests: Counter<'route' | 'status'>;
  readonly pool: PoolMetrics;
  /** Connects the gauges to the parts that they show, once those exist. */
  observe(sources: MetricSources): void;
}

/** Prometheus metrics of this process. Label values come from closed sets. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'platen_http_requests_total',
    help: 'Answered requests by route and status',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const pool = poolMetrics(registry);
  return {
    registry,
    requests,
    pool,
    observe(sources) {
      new Gauge({
        name: 'platen_http_driver',
        help: 'HTTP driver in use',
        labelNames: ['name'],
        registers: [registry],
      }).set({ name: sources.driver }, 1);
      pool.observe(sources.pool);
    },
  };
}
