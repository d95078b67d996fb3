import { runTask, warm } from '../src/engine/run-task.ts';
import type { Task, TaskReply } from '../src/engine/task.ts';
import { FailureError } from '../src/errors.ts';
import { serve } from '../src/pool/serve.ts';

/** A render thread: one task in, one reply out. Failures of the content are replies; anything else is a bug. */
function render(task: Task): TaskReply {
  try {
    return runTask(task);
  } catch (error) {
    if (error instanceof FailureError) return { ok: false, failure: error.failure };
    throw error;
  }
}

warm();
export default serve(render);
