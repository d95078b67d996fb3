import { PdfFile } from '../pdf/pdf-file.ts';
import { MEMORY_BYTES } from '../raster/images/decoding-memory.ts';
import { copied, type GreyPicture } from '../raster/images/grey-picture.ts';
import { frameOf, type JpegFrame } from '../raster/images/jpeg-segments.ts';
import { hasEnd } from '../raster/images/picture-file.ts';
import { PdfFault } from './pdfium.ts';
import { openPdf } from './read-pdf.ts';

type Size = Pick<GreyPicture, 'width' | 'height'>;

/**
 * A JPEG in grey and smaller, not turned by its EXIF. PDFium decodes it row by row, as the picture of a page; a canvas
 * would hold all of its pixels. Null if it is damaged.
 *
 * @param jpeg a file with a frame of one component or three
 * @param size of the result
 * @throws PdfFault where the file leaves too little memory
 */
export function drawnByRows(jpeg: Uint8Array, size: Size): GreyPicture | null {
  if (!hasEnd(jpeg, 'JPEG')) return null;
  const page = pageOf(jpeg);
  try {
    using pdf = openPdf(page, MEMORY_BYTES - jpeg.length - page.length);
    const picture = pdf.page(0).draw(size.width, size.height, copied, true);
    return isGround(picture) ? null : picture;
  } catch (error) {
    if (error instanceof PdfFault && error.reason === 'damaged') return null;
    throw error;
  }
}

/** White, and black in two quarters of the page: a picture that cannot be decoded leaves the ground as it is. */
const GROUND = '1 g 0 0 72 72 re f 0 g 0 36 36 36 re 36 0 36 36 re f';

/** Whether a drawing is the ground alone, by its corners and the middles of its quarters. */
function isGround({ width, height, data }: GreyPicture): boolean {
  const pointsOf = (side: number): readonly number[] => [0, side >> 2, (3 * side) >> 2, side - 1];
  return pointsOf(height).every((y, row) =>
    pointsOf(width).every((x, column) => data[y * width + x] === (row < 2 === column < 2 ? 0 : 255)),
  );
}

/** A PDF of one page, an inch on each side, which the JPEG fills. */
function pageOf(jpeg: Uint8Array): Buffer {
  const { width, height, components } = frameOf(jpeg) as JpegFrame;
  const content = `${GROUND} 72 0 0 72 0 0 cm/I Do`;
  const pdf = new PdfFile();
  pdf.add('<</Type/Catalog/Pages 2 0 R>>');
  pdf.add('<</Type/Pages/Count 1/Kids[3 0 R]>>');
  const resources = '<</XObject<</I 5 0 R>>>>';
  pdf.add(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Contents 4 0 R/Resources${resources}>>`);
  pdf.addStream('', Buffer.from(content));
  pdf.addStream(
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/Filter/DCTDecode` +
      `/ColorSpace/${components === 1 ? 'DeviceGray' : 'DeviceRGB'}`,
    jpeg,
  );
  return pdf.finish();
}
