import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** What is read when metrics are collected. */
export interface MetricSources {
  readonly driver: string;
  readonly pool: { readonly running: number; readonly queued: number; readonly workersLost: number };
}

export interface Metrics {
  readonly registry: Registry;
  readonly requests: Counter<'route' | 'status'>;
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
  const gauge = (name: string, help: string, read: () => number): void => {
    const metric = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read());
      },
    });
    registry.registerMetric(metric);
  };
  return {
    registry,
    requests,
    observe({ driver, pool }) {
      new Gauge({
        name: 'platen_http_driver',
        help: 'HTTP driver in use',
        labelNames: ['name'],
        registers: [registry],
      }).set({ name: driver }, 1);
      gauge('platen_pool_running', 'Tasks that workers are at', () => pool.running);
      gauge('platen_pool_queued', 'Tasks that wait for a worker', () => pool.queued);
      gauge('platen_pool_workers_lost', 'Workers that died or were killed, and were replaced', () => pool.workersLost);
    },
  };
}
