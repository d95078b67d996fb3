import { Counter, Gauge, type Registry } from 'prom-client';
import { BREAKER_STATES, type BreakerState } from '../circuit-breaker.ts';

type Cache = 'callers' | 'labels';

/** Figures of a server's parts, read when metrics are collected. */
export interface ServiceParts {
  readonly transport: { readonly driver: string; readonly inFlight: number };
  readonly pool: {
    readonly running: number;
    readonly queued: number;
    readonly queuedPixels: number;
    readonly breaker: BreakerState;
  };
  /** Missing without accounts and labels. */
  readonly cache?: {
    readonly lookups: Readonly<Record<Cache, { readonly hit: number; readonly miss: number }>>;
  };
  /** Missing or null without Redis. */
  readonly redis?: { readonly up: boolean } | null;
  /** Missing or null with the local renderer. */
  readonly external?: {
    readonly running: number;
    readonly breaker: BreakerState;
    readonly outcomes: Readonly<Record<string, number>>;
  } | null;
}

/** Shows parts that keep their own counts, from now on. Label values come from closed sets. */
export function showParts(
  registry: Registry,
  { transport, pool, cache, redis = null, external = null }: ServiceParts,
): void {
  const registers = [registry];
  new Gauge({ name: 'platen_http_driver', help: 'HTTP driver in use', labelNames: ['name'], registers }).set(
    { name: transport.driver },
    1,
  );
  gauge(registry, 'platen_pool_running', 'Tasks that workers are doing', () => pool.running);
  gauge(registry, 'platen_pool_queued', 'Tasks that wait for a worker', () => pool.queued);
  gauge(registry, 'platen_pool_queued_pixels', 'Pixels of the tasks that wait', () => pool.queuedPixels);
  breakerGauge(registry, 'platen_pool_breaker_state', () => pool.breaker);
  gauge(registry, 'platen_http_in_flight', 'Requests that are not answered yet', () => transport.inFlight);
  if (cache !== undefined) showCache(registry, cache);
  if (redis !== null) {
    gauge(
      registry,
      'platen_redis_up',
      '1 while the shared budgets can be asked, 0 while Redis is out of reach',
      () => Number(redis.up),
    );
  }
  if (external === null) return;
  gauge(
    registry,
    'platen_external_running',
    'Images that are being substituted or drawn',
    () => external.running,
  );
  new Counter({
    name: 'platen_external_calls_total',
    help: 'Calls to the external renderer, by result',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(external.outcomes)) this.inc({ outcome }, count);
    },
  });
  breakerGauge(registry, 'platen_external_breaker_state', () => external.breaker);
}

function showCache(registry: Registry, { lookups }: NonNullable<ServiceParts['cache']>): void {
  new Counter({
    name: 'platen_cache_lookups_total',
    help: 'Lookups of callers and labels in the cache, by hit and miss',
    labelNames: ['cache', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const kind of ['callers', 'labels'] as const) {
        for (const result of ['hit', 'miss'] as const) {
          this.inc({ cache: kind, result }, lookups[kind][result]);
        }
      }
    },
  });
}

/** A gauge of a number that is read when metrics are collected. */
function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

/** A circuit breaker's state, read when metrics are collected: 1 for the one that it is in, 0 for the others. */
function breakerGauge(registry: Registry, name: string, read: () => BreakerState): void {
  new Gauge({
    name,
    help: '1 for the state that the breaker is in',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const now = read();
      for (const state of BREAKER_STATES) this.set({ state }, Number(state === now));
    },
  });
}
