import { warm } from '../src/engine/run-task.ts';
import { TaskUnpacker } from '../src/engine/task-batch.ts';
import { doTask } from '../src/http/do-task.ts';
import { serve } from '../src/pool/serve.ts';

// Thread entry: batches of tasks in, their artifacts out.

warm();
export default serve(new TaskUnpacker(), doTask);
