import { studioTask } from '../src/studio/engine/studio-task.ts';

// Thread entry: one draft of a label in, its picture or file out.

export default studioTask;
