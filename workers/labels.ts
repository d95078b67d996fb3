import { labelTask } from '../src/cli/label-task.ts';

// Thread entry: what a command is given in, what is to be said of it out.

export default labelTask;
