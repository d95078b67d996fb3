import { doPdfTask } from '../src/convert/pdf-task.ts';
import { loadPdfium } from '../src/convert/read-pdf.ts';

// Thread entry: a page of a PDF in, its ZPL out.

await loadPdfium();

export default doPdfTask;
