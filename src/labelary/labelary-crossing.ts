import type { LabelaryTask } from './labelary-task.ts';

/** The way of tasks to a thread of the pool, and of results back: they are few and large, and copied as they are. */
export const LABELARY_CROSSING = {
  // A view of a larger buffer would take all of that along.
  pack: (tasks: readonly LabelaryTask[]): readonly LabelaryTask[] =>
    tasks.map((task) =>
      task.kind === 'labels'
        ? { ...task, zpl: new Uint8Array(task.zpl) }
        : { ...task, file: new Uint8Array(task.file) },
    ),
  unpack: (tasks: readonly LabelaryTask[]): readonly LabelaryTask[] => tasks,
  numbersOf: (): null => null,
  renderedOf(): never {
    throw new Error('results cross whole');
  },
};
