import { LABELARY_CROSSING } from '../labelary/labelary-crossing.ts';
import type { LabelaryResult, LabelaryTask } from '../labelary/labelary-task.ts';
import type { PoolEvents } from '../pool/options.ts';
import { RenderPool } from '../pool/pool.ts';
import { type PoolConfig, poolOptions } from '../pool-config.ts';
import { workerModule } from '../worker-module.ts';

/** The pool of a renderer, which may still be starting. */
export interface RendererPool {
  readonly pool: RenderPool<LabelaryTask, LabelaryResult>;
  /** Resolves when its thread is ready. */
  readonly ready: Promise<void>;
  /** Passes the events of the pool on from now on. */
  observe(events: PoolEvents<LabelaryTask>): void;
}

/**
 * Makes the pool and starts its first thread. This is the longest part of a start, so it begins before the rest of the
 * program is loaded.
 */
export function startRendererPool(config: PoolConfig): RendererPool {
  const events: PoolEvents<LabelaryTask> = { onDone() {}, onRefused() {}, onReplaced() {} };
  const pool = new RenderPool<LabelaryTask, LabelaryResult>({
    ...poolOptions(config),
    packer: () => LABELARY_CROSSING,
    workerUrl: workerModule('renderer'),
    events,
  });
  const ready = pool.ready();
  // Awaited once the rest of the program is loaded.
  ready.catch(() => {});
  return { pool, ready, observe: (observed) => void Object.assign(events, observed) };
}
