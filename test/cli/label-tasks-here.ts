import { afterAll, beforeAll, vi } from 'vitest';
import { type LabelTask, labelTask } from '../../src/cli/label-task.ts';
import { BoundedThread } from '../../src/threads/bounded-thread.ts';

/**
 * Has commands do their work on labels in this thread, for the tests of a file: starting their own takes most of the
 * time of a command. `label-thread.test.ts` runs them with it.
 */
export function useLabelTasksHere(): void {
  beforeAll(() => {
    vi.spyOn(BoundedThread.prototype, 'run').mockImplementation(async (task) =>
      structuredClone(await labelTask(structuredClone(task as LabelTask))),
    );
  });
  afterAll(() => vi.mocked(BoundedThread.prototype.run).mockRestore());
}
