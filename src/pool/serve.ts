import { getHeapStatistics } from 'node:v8';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { Batch, BatchReply, Outcome, Reply, ThreadData } from './reply.ts';

/** Below this a copy costs no more than a move. Bytes; measured equal at 25 kB. */
const MOVE_FROM_BYTES = 32_768;

/**
 * What a thread's entry module exports by default: the function that piscina calls with each batch. Large bodies
 * are moved to the main thread rather than copied, and are empty here afterwards, so a worker must not keep them.
 */
export function serve<T>(answer: (task: T) => Reply): (batch: Batch<T>) => unknown {
  return (batch) => {
    const { progress } = workerData as ThreadData;
    const outcomes = batch.map((task, index): Outcome<Reply> => {
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
    const reply: BatchReply<Reply> = { outcomes: joined(outcomes), memoryBytes: heap + external };
    const moved = reply.outcomes.flatMap(movable);
    return moved.length === 0 ? reply : move({ [transferableSymbol]: moved, [valueSymbol]: reply });
  };
}

/** The same with all small bodies in one piece of memory: each of its own costs the main thread a microsecond. */
function joined(outcomes: readonly Outcome<Reply>[]): readonly Outcome<Reply>[] {
  const sizes = outcomes.map((outcome) => {
    const size = bodyOf(outcome)?.byteLength ?? 0;
    return size < MOVE_FROM_BYTES ? size : 0;
  });
  const memory = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  return outcomes.map((outcome, index): Outcome<Reply> => {
    const size = sizes[index] as number;
    if (outcome.kind !== 'reply' || size === 0) return outcome;
    memory.set(bodyOf(outcome) as Uint8Array, at);
    const body = memory.subarray(at, (at += size));
    return { ...outcome, reply: { ...outcome.reply, body } as Reply };
  });
}

/** The memory of a large body that is the only view of it. */
function movable(outcome: Outcome<Reply>): ArrayBuffer[] {
  const body = bodyOf(outcome);
  if (body === undefined || body.byteLength < MOVE_FROM_BYTES) return [];
  const { buffer } = body;
  return buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength ? [buffer] : [];
}

function bodyOf(outcome: Outcome<Reply>): Uint8Array | undefined {
  return outcome.kind === 'reply' && outcome.reply.ok ? outcome.reply.body : undefined;
}
