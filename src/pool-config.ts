import type { Config } from './config.ts';
import { LIMITS } from './limits.ts';

/** The settings of a pool. */
export type PoolConfig = Pick<Config, 'poolThreads' | 'poolQueue' | 'memoryMaxMb'>;

/**
 * The most work of each thread, running and waiting: some sixty labels of 4 x 6 inch at 203 dpi, or four surfaces of
 * the most pixels; sixteen times the ZPL of the longest label.
 */
const WORK_PER_THREAD = { pixels: 4 * LIMITS.renderPixels, units: 16 * LIMITS.zplUnits };

/** The bounds that these settings give a pool. */
export function poolOptions({ poolThreads, poolQueue, memoryMaxMb }: PoolConfig) {
  return {
    threads: poolThreads,
    queue: poolQueue,
    perThread: WORK_PER_THREAD,
    memoryMaxBytes: memoryMaxMb === 0 ? Infinity : memoryMaxMb * 2 ** 20,
  };
}
