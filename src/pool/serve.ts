import { getHeapStatistics } from 'node:v8';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { movable, packed } from './batch-reply.ts';
import type { Outcome, Reply, ThreadData } from './reply.ts';

/**
 * What a thread's entry module exports by default: the function that piscina calls with each batch, as the packer
 * of this thread made it. Large bodies are moved to the main thread rather than copied, and are empty here
 * afterwards, so a worker must not keep them.
 */
export function serve<T, M>(receive: (batch: M) => readonly T[], answer: (task: T) => Reply) {
  return (batch: M): unknown => {
    const { progress } = workerData as ThreadData;
    const outcomes = receive(batch).map((task, index): Outcome => {
      Atomics.store(progress, 0, index);
      const began = performance.now();
      try {
        const reply = answer(task);
        return { kind: 'reply', reply, ms: performance.now() - began };
      } catch (error) {
        return { kind: 'thrown', error, ms: performance.now() - began };
      }
    });
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
    const reply = packed(outcomes, heap + external);
    const moved = movable(reply);
    return moved.length === 0 ? reply : move({ [transferableSymbol]: moved, [valueSymbol]: reply });
  };
}
