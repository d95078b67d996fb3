import { collectDefaultMetrics, Registry } from 'prom-client';

/** For the Prometheus metrics of this process; Node's own (event-loop delay, memory) are in it. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
