import type { PDFiumDocument } from '@hyzyla/pdfium';
import type { GreyPicture } from '../raster/images/grey-picture.ts';

const POINTS_PER_INCH = 72;

/** Whether a file is a PDF, which may have a few bytes before its beginning. */
export function isPdf(file: Uint8Array): boolean {
  return Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, 1024)).includes('%PDF-');
}

/** A page, before it is drawn. */
export interface PdfPage {
  /** Inches. */
  readonly width: number;
  readonly height: number;
  /** Draws the page with so many pixels. */
  draw(width: number, height: number): Promise<GreyPicture>;
}

/** A document that is open, and holds the memory of the library. */
export interface OpenPdf {
  readonly pageCount: number;
  /** @param index from 0 */
  page(index: number): PdfPage;
  close(): void;
}

/** Opens a PDF by PDFium. Rejects with an error that says what is wrong with it: damaged, or with a password. */
export async function openPdf(file: Uint8Array): Promise<OpenPdf> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  let document: PDFiumDocument;
  try {
    document = await library.loadDocument(file);
  } catch (error) {
    library.destroy();
    throw error;
  }
  return {
    pageCount: document.getPageCount(),
    page(index) {
      const page = document.getPage(index);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      return {
        width: originalWidth / POINTS_PER_INCH,
        height: originalHeight / POINTS_PER_INCH,
        async draw(width, height) {
          const { data } = await page.render({
            scale: 1,
            width,
            height,
            render: 'bitmap',
            colorSpace: 'Gray',
          });
          return { width, height, data };
        },
      };
    },
    close() {
      document.destroy();
      library.destroy();
    },
  };
}
