import { getHeapStatistics } from 'node:v8';
import { workerData } from 'node:worker_threads';
import { FailureError } from '../errors.ts';
import { servePort } from '../threads/serve-port.ts';
import { type BatchReply, movable, ReplyPacker } from './batch-reply.ts';
import type { RenderedTask, TaskResult, ThreadData, Unpacker } from './task-result.ts';

/**
 * Makes the default export of a pool thread's module, which answers batches packed for this thread's unpacker. A
 * `FailureError` that `work` throws is a fault of the task's content; any other error is a bug. The next task may
 * overwrite the body of its result. A body that is the only view of its memory may be moved to the main thread, and is
 * empty here afterwards, so a worker must not keep it.
 */
export function serve<M, T, R extends RenderedTask>(unpacker: Unpacker<M, T, R>, work: (task: T) => R) {
  const packer = new ReplyPacker(unpacker);
  const reply = (batch: M): BatchReply<R> => {
    const { progress } = workerData as ThreadData;
    for (const [index, task] of unpacker.unpack(batch).entries()) {
      Atomics.store(progress, 0, index);
      packer.add(done(work, task));
    }
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
    return packer.pack(heap + external);
  };
  return servePort(reply, movable);
}

function done<T, R extends RenderedTask>(work: (task: T) => R, task: T): TaskResult<R> {
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
