import { Counter, type Registry } from 'prom-client';
import type { RefusalReason } from '../pool/options.ts';
import type { LossReason } from '../pool/render-thread.ts';
import { LightHistogram } from './light-histogram.ts';

/** Events of the pool at work. Times are milliseconds. */
export interface PoolMetrics {
  /** @param kind one of those that were given at the start. */
  onDone(kind: string, waitMs: number, workMs: number): void;
  onRefused(reason: RefusalReason): void;
  onReplaced(reason: LossReason): void;
}

/**
 * Metrics of what happens to the pool's tasks and workers. Label values come from closed sets.
 *
 * @param kinds of tasks, by which a worker's time is counted.
 */
export function poolMetrics(registry: Registry, kinds: readonly string[]): PoolMetrics {
  const registers = [registry];
  const wait = new LightHistogram(
    registry,
    'platen_pool_wait_seconds',
    'Time from admission to a worker',
    null,
    ['all'],
  );
  const work = new LightHistogram(
    registry,
    'platen_render_seconds',
    'Time that a worker took, by format',
    'format',
    kinds,
  );
  // Counted here, because prom-client's calls are slow and a flood is refused by the thousand.
  const refused = new Map<RefusalReason, number>();
  new Counter({
    name: 'platen_pool_refused_total',
    help: 'Tasks refused or given up, by reason',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of refused) this.inc({ reason }, count);
    },
  });
  const replaced = new Counter({
    name: 'platen_pool_workers_replaced_total',
    help: 'Workers replaced, by reason',
    labelNames: ['reason'],
    registers,
  });
  return {
    onDone(kind, waitMs, workMs) {
      wait.observe('all', waitMs / 1000);
      work.observe(kind, workMs / 1000);
    },
    onRefused: (reason) => void refused.set(reason, (refused.get(reason) ?? 0) + 1),
    onReplaced: (reason) => replaced.inc({ reason }),
  };
}
