import { startPdfium } from '../src/convert/pdfium.ts';
import { doPageTask } from '../src/labelary/labelary-task.ts';

// Thread entry: a PDF in, its first page as a graphic out.

startPdfium();

export default doPageTask;
