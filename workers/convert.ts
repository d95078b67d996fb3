import { doPdfTask } from '../src/convert/pdf-task.ts';

// Thread entry: a page of a PDF in, its ZPL out.

export default doPdfTask;
