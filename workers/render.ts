import { doTask } from '../src/engine/do-task.ts';
import { warm } from '../src/engine/run-task.ts';
import { TaskUnpacker } from '../src/engine/task-batch.ts';
import { serve } from '../src/pool/serve.ts';

// Thread entry: batches of tasks in, their artifacts out.

warm();
export default serve(new TaskUnpacker(), doTask);
