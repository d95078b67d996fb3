import { ConvertFault, convertPage, type PictureOptions } from './convert-picture.ts';
import { PdfFault } from './pdfium.ts';
import { openPdf } from './read-pdf.ts';

/** A page of a PDF to convert: work without a bound, for a thread with a time limit. Plain data. */
export interface PdfTask {
  readonly file: Uint8Array;
  /** The number of the page, from 1. */
  readonly page: number;
  readonly options: PictureOptions;
}

/** The ZPL of a page, or the reason why there is none. Plain data. */
export type PdfReply =
  | { readonly ok: true; readonly zpl: string; readonly pageCount: number }
  | { readonly ok: false; readonly message: string };

/** Converts a page in this thread. Faults of the file are a reply; other errors are thrown. */
export function doPdfTask({ file, page, options }: PdfTask): PdfReply {
  try {
    using pdf = openPdf(file);
    const { pageCount } = pdf;
    if (page > pageCount) throw new ConvertFault(`the PDF has ${pageCount} pages, and no page ${page}`);
    return { ok: true, zpl: convertPage(pdf.page(page - 1), options), pageCount };
  } catch (error) {
    const isFault = error instanceof ConvertFault || error instanceof PdfFault;
    if (isFault) return { ok: false, message: error.message };
    throw error;
  }
}
