import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type PoolMetrics, type PoolState, poolMetrics } from './pool-metrics.ts';

/** What is read when metrics are collected. */
export interface MetricSources {
  readonly driver: string;
  readonly pool: PoolState;
}

export interface Metrics {
  readonly registry: Registry;
  readonly pool: PoolMetrics;
  /** Connects the gauges to the parts that they show, once those exist. */
  observe(sources: MetricSources): void;
}

/** Prometheus metrics of this process, Node's own (event-loop delay, memory) among them. Label values come from closed sets. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const pool = poolMetrics(registry);
  return {
    registry,
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
