import { getHeapStatistics } from 'node:v8';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { FailureError } from '../errors.ts';
import { movable, ReplyPacker } from './batch-reply.ts';
import type { Rendered, TaskResult, ThreadData, Unpacker } from './task-result.ts';

/**
 * What a thread's entry module exports by default: the function that piscina calls with each batch, as the packer
 * of this thread made it. A `FailureError` that `work` throws is of the task's content; anything else is a bug. Large
 * bodies are moved to the main thread rather than copied, and are empty here afterwards, so a worker must not keep them.
 */
export function serve<M, T, R extends Rendered>(unpacker: Unpacker<M, T, R>, work: (task: T) => R) {
  const packer = new ReplyPacker(unpacker);
  return (batch: M): unknown => {
    const { progress } = workerData as ThreadData;
    const results = unpacker.unpack(batch).map((task, index): TaskResult<R> => {
      Atomics.store(progress, 0, index);
      const began = performance.now();
      try {
        const rendered = work(task);
        return { kind: 'rendered', rendered, ms: performance.now() - began };
      } catch (error) {
        const ms = performance.now() - began;
        if (error instanceof FailureError) return { kind: 'failed', failure: error.failure, ms };
        return { kind: 'thrown', error, ms };
      }
    });
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
    const reply = packer.pack(results, heap + external);
    const moved = movable(reply);
    return moved.length === 0 ? reply : move({ [transferableSymbol]: moved, [valueSymbol]: reply });
  };
}
