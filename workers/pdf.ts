import { loadPdfium } from '../src/convert/read-pdf.ts';
import { doPageTask } from '../src/labelary/labelary-task.ts';

// Thread entry: a PDF in, its first page as a graphic out.

await loadPdfium();

export default doPageTask;
