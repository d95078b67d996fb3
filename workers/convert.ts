import { doPdfTask } from '../src/convert/pdf-task.ts';
import { startPdfium } from '../src/convert/pdfium.ts';

// Thread entry: a page of a PDF in, its ZPL out.

startPdfium();

export default doPdfTask;
