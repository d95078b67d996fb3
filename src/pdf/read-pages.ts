import type { CompressedDots } from '../encode/compressed-dots.ts';
import { MM_PER_INCH, POINTS_PER_INCH } from '../units.ts';
import { encodePdf, type PdfPage } from './encode-pdf.ts';
import { STREAM_END } from './pdf-file.ts';

const MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH;
/** Bytes of a page's texts, at most. */
const PAGE_TEXTS_BYTES = 600;
/** The description of a page and its image, as `encodePdf` writes it, up to the first byte of the image. */
const PAGE =
  /^\d+ 0 obj\n<<\/Type\/Page\/[^]*?\/MediaBox\[0 0 ([\d.]{1,12}) ([\d.]{1,12})\][^]*?\/Width (\d{1,6})\/Height (\d{1,6})\/[^]*?\/Length (\d{1,10})>>\nstream\n/;
type Numbers = [pointsWide: number, pointsHigh: number, width: number, height: number, length: number];

/**
 * The pages of a PDF that `encodePdf` wrote, as views of its bytes; null for any other. The document is written again
 * and compared, since its bytes come from elsewhere and may be anything.
 */
export function readPages(pdf: Uint8Array): readonly CompressedDots[] | null {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const pages: (PdfPage & { readonly bitmap: CompressedDots })[] = [];
  let at = file.indexOf('3 0 obj\n');
  while (at >= 0) {
    const match = PAGE.exec(file.toString('latin1', at, at + PAGE_TEXTS_BYTES));
    if (match === null) break;
    const [pointsWide, pointsHigh, width, height, length] = match.slice(1).map(Number) as Numbers;
    const start = at + match[0].length;
    const stream = file.subarray(start, start + length);
    pages.push({
      bitmap: { width, height, stream },
      widthMm: pointsWide * MM_PER_POINT,
      heightMm: pointsHigh * MM_PER_POINT,
    });
    at = start + length + STREAM_END.length;
  }
  if (pages.length === 0 || !encodePdf(pages).equals(file)) return null;
  return pages.map(({ bitmap }) => bitmap);
}
