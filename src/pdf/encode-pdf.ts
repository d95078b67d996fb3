import type { Bitmap } from '../bitmap/bitmap.ts';
import { type CompressedDots, compressed } from '../encode/compressed-dots.ts';
import { PdfFile, points } from './pdf-file.ts';

/** One label of a document, at its physical size in millimetres. */
export interface PdfPage {
  readonly bitmap: Bitmap | CompressedDots;
  readonly widthMm: number;
  readonly heightMm: number;
}

/**
 * A PDF with one page a label, each filled by its dots as a 1-bit image. The same labels give the same bytes: the file
 * has no dates.
 */
export function encodePdf(pages: readonly PdfPage[]): Buffer {
  const file = new PdfFile();
  // Objects 1 and 2 are the catalogue and the page tree; each page takes three more.
  const pageNumbers = pages.map((_, i) => 3 + i * 3);
  file.add('<</Type/Catalog/Pages 2 0 R>>');
  file.add(`<</Type/Pages/Count ${pages.length}/Kids[${pageNumbers.map((n) => `${n} 0 R`).join(' ')}]>>`);
  for (const [i, page] of pages.entries()) addPage(file, page, 3 + i * 3);
  return file.finish();
}

function addPage(file: PdfFile, { bitmap, ...size }: PdfPage, first: number): void {
  const [width, height] = [points(size.widthMm), points(size.heightMm)];
  file.add(
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${first + 1} 0 R` +
      `/Resources<</XObject<</I ${first + 2} 0 R>>>>>>`,
  );
  file.addFilledPage(size);
  file.addImage('stream' in bitmap ? bitmap : compressed(bitmap));
}
