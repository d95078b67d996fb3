import { Gauge, type Registry } from 'prom-client';
import { BREAKER_STATES, type BreakerState } from '../circuit-breaker.ts';

/** A gauge of a number that is read when metrics are collected. */
export function gauge(registry: Registry, name: string, help: string, read: () => number): void {
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
export function breakerGauge(registry: Registry, name: string, read: () => BreakerState): void {
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
