import { runTask } from '../src/engine/run-task.ts';
import type { Task, TaskReply } from '../src/engine/task.ts';
import { FailureError } from '../src/errors.ts';
import { reply } from '../src/pool/reply.ts';

/** A render thread: one task in, one reply out. Failures of the content are replies; anything else is a bug. */
export default function render(task: Task): TaskReply {
  try {
    const artifact = runTask(task);
    return reply<TaskReply>(artifact, [artifact.body]);
  } catch (error) {
    if (error instanceof FailureError) return { ok: false, failure: error.failure };
    throw error;
  }
}
