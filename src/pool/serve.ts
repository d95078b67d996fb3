import { getHeapStatistics } from 'node:v8';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { FailureError } from '../errors.ts';
import { movable, ReplyPacker } from './batch-reply.ts';
import type { Rendered, TaskResult, ThreadData, Unpacker } from './task-result.ts';

/**
 * What a thread's entry module exports by default: the function that piscina calls with each batch, as the packer
 * of this thread made it. A `FailureError` that `work` throws is of the task's content; anything else is a bug. What
 * it returns may have a body in memory that the next task writes to. A body that is the only view of its memory may be moved
 * to the main thread, and is empty here afterwards, so a worker must not keep it.
 */
export function serve<M, T, R extends Rendered>(unpacker: Unpacker<M, T, R>, work: (task: T) => R) {
  const packer = new ReplyPacker(unpacker);
  return (batch: M): unknown => {
    const { progress } = workerData as ThreadData;
    for (const [index, task] of unpacker.unpack(batch).entries()) {
      Atomics.store(progress, 0, index);
      packer.add(done(work, task));
    }
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
    const reply = packer.pack(heap + external);
    const moved = movable(reply);
    return moved.length === 0 ? reply : move({ [transferableSymbol]: moved, [valueSymbol]: reply });
  };
}

function done<T, R extends Rendered>(work: (task: T) => R, task: T): TaskResult<R> {
  const began = performance.now();
  try {
    const rendered = work(task);
    return { kind: 'rendered', rendered, ms: performance.now() - began };
  } catch (error) {
    const ms = performance.now() - began;
    if (error instanceof FailureError) return { kind: 'failed', failure: error.failure, ms };
    return { kind: 'thrown', error, ms };
  }
}
