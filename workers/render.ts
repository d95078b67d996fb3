import { runTask, warm } from '../src/engine/run-task.ts';
import type { Task } from '../src/engine/task.ts';
import { figuresOf, type TaskBatch, TaskUnpacker } from '../src/engine/task-batch.ts';
import { FailureError } from '../src/errors.ts';
import type { Reply } from '../src/pool/reply.ts';
import { serve } from '../src/pool/serve.ts';

const unpacker = new TaskUnpacker();

/** A render thread: one task in, one reply out. Failures of the content are replies; anything else is a bug. */
function render(task: Task): Reply {
  try {
    const artifact = runTask(task);
    return { ok: true, body: artifact.body, figures: figuresOf(artifact) };
  } catch (error) {
    if (error instanceof FailureError) return { ok: false, failure: error.failure };
    throw error;
  }
}

warm();
export default serve((batch: TaskBatch) => unpacker.unpack(batch), render);
