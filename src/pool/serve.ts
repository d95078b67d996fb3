import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import type { Batch, Outcome, Reply, ThreadData, ThreadMessage } from './reply.ts';

/** Below this a copy costs no more than a move. Bytes; measured equal at 25 kB. */
const MOVE_FROM_BYTES = 32_768;

/**
 * For a thread's entry module: answers tasks from now on. Large bodies are moved to the main thread rather than
 * copied, and are empty here afterwards, so a worker must not keep them.
 *
 * Batches arrive as events. Waiting with `Atomics.wait` instead measured a tenth faster at best, and an event
 * loop that never turns never frees what native objects (canvases) hold.
 */
export function serve(answer: (task: never) => Reply): void {
  const { progress } = workerData as ThreadData;
  const port = parentPort;
  if (port === null) throw new Error('serve() is for worker threads');
  const post = (message: ThreadMessage<Reply>, moved: ArrayBuffer[] = []): void =>
    port.postMessage(message, moved);

  port.on('message', (batch: Batch<never>) => {
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
    post({ kind: 'done', outcomes, memoryBytes: heap + external }, outcomes.flatMap(movable));
  });
  post({ kind: 'ready' });
}

/** The memory of a large body that is the only view of it. */
function movable(outcome: Outcome<Reply>): ArrayBuffer[] {
  if (outcome.kind !== 'reply' || !outcome.reply.ok) return [];
  const { body } = outcome.reply;
  if (body === undefined || body.byteLength < MOVE_FROM_BYTES) return [];
  const { buffer } = body;
  return buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength ? [buffer] : [];
}
