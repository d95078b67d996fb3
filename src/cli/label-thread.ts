import { BoundedThread, BoundPassed } from '../threads/bounded-thread.ts';
import { workerModule } from '../worker-module.ts';
import { CommandFailure } from './failure.ts';
import type { LabelReply, LabelResults, LabelTask } from './label-task.ts';

/**
 * Does work on labels in a thread of its own: whatever is in one, it takes no more memory than a thread of the service.
 */
export interface LabelThread {
  /**
   * Does a task.
   *
   * @param place what the task is about, as messages call it.
   * @throws CommandFailure for a stream that is refused, and for a label that takes too much memory.
   */
  run<K extends LabelTask['kind']>(
    task: LabelTask & { readonly kind: K },
    place: string,
  ): Promise<LabelResults[K]>;
}

/** Gives a thread to a command for as long as it needs one. It has the fonts that the command holds by then. */
export async function withLabelThread<T>(use: (thread: LabelThread) => Promise<T>): Promise<T> {
  const thread = new BoundedThread<LabelTask, LabelReply>(workerModule('labels'), {
    subject: 'the label',
    startsNow: false,
    waitingMax: 1,
  });
  try {
    return await use({
      async run<K extends LabelTask['kind']>(task: LabelTask & { readonly kind: K }, place: string) {
        const reply = await thread.run(task).catch((error: unknown) => {
          throw error instanceof BoundPassed ? new CommandFailure(`${place}: ${error.message}`) : error;
        });
        if (!reply.ok) throw new CommandFailure(reply.message);
        // The thread answers what it was asked.
        return reply.result as LabelResults[K];
      },
    });
  } finally {
    await thread.stop();
  }
}
