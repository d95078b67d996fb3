import { doPageTask } from '../src/labelary/labelary-task.ts';

// Thread entry: a PDF in, its first page as a graphic out.

export default doPageTask;
