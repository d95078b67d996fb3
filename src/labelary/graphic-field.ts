import { PdfFault } from '../convert/pdfium.ts';
import { pictureZpl } from '../convert/picture-zpl.ts';
import { openPdf, type SourcePage } from '../convert/read-pdf.ts';
import { dithered } from '../raster/images/dithered.ts';
import { pictureDots } from '../raster/images/picture-file.ts';
import { pictureHeader } from '../raster/images/picture-header.ts';
import { isTooMuchWork } from '../raster/images/svg-work.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { DPI_OF_HEAD } from '../units.ts';
import type { Picture } from '../zpl/printer.ts';
import { LABELARY_LIMITS } from './labelary-limits.ts';

/** Resolution at which a page of a PDF is drawn; pictures have dots of their own. */
const PAGE_DPI = DPI_OF_HEAD[8];

/** A picture or a PDF that a client uploads, and the requested format. */
export interface GraphicUpload {
  readonly file: Uint8Array;
  readonly format: 'zpl' | 'json';
}

/**
 * A picture as a `^GF` field: the field itself, or its facts as JSON (`totalBytes`, `rowBytes`, `data`). A picture too
 * large for one field becomes several with origins, and stays whole in JSON.
 *
 * @throws RequestRefusal (400) for a file that is no picture, damaged, or too large
 */
export function graphicField({ file, format }: GraphicUpload): Buffer {
  const header = pictureHeader(file);
  if (header === null) {
    throw new RequestRefusal(400, 'file is not a PDF, nor a PNG, JPEG, GIF, BMP, WebP or plain SVG picture');
  }
  checkSize(header, 'file is a picture');
  if (header.type === 'SVG' && isTooMuchWork(file, header)) {
    throw new RequestRefusal(400, 'file is an SVG with too many elements for its size');
  }
  const dots = pictureDots(file, header);
  if (dots === null) throw new RequestRefusal(400, `file is a damaged ${header.type} picture`);
  return written(dots, format);
}

/**
 * The first page of a PDF as a `^GF` field, as {@link graphicField} has it of a picture. The file
 * determines how long it takes, without a bound.
 *
 * @throws RequestRefusal: 400 for a file that cannot be read, or a page that is too large; 413 for one that takes too
 *   much memory
 */
export function pageField(upload: GraphicUpload): Buffer {
  const { file, format } = upload;
  // A picture that contains a PDF is a picture.
  if (pictureHeader(file) !== null) return graphicField(upload);
  try {
    using pdf = openPdf(file);
    return written(pageDots(pdf.page(0)), format);
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error;
    throw new RequestRefusal(error.reason === 'memory' ? 413 : 400, `file cannot be read: ${error.message}`);
  }
}

function pageDots(page: SourcePage): Picture {
  const dots = (inches: number): number => Math.max(1, Math.round(inches * PAGE_DPI));
  const [width, height] = [dots(page.width), dots(page.height)];
  checkSize({ width, height }, `the first page of file has, at ${PAGE_DPI} dots per inch, a size`);
  return page.draw(width, height, (picture) => dithered(picture, 'none', 128));
}

function written(dots: Picture, format: GraphicUpload['format']): Buffer {
  if (format === 'json') {
    const { data, bytesPerRow } = dots;
    const hex = Buffer.from(data).toString('hex').toUpperCase();
    return Buffer.from(JSON.stringify({ totalBytes: data.length, rowBytes: bytesPerRow, data: hex }));
  }
  const zpl = pictureZpl(dots, 8 * dots.bytesPerRow, {
    encoding: null,
    name: null,
    isLabel: false,
    isQuick: true,
  });
  return Buffer.from(zpl, 'latin1');
}

/** @param subject the beginning of the message of a refusal */
function checkSize(
  { width, height }: { readonly width: number; readonly height: number },
  subject: string,
): void {
  const { graphicDots: max } = LABELARY_LIMITS;
  if (width >= 1 && height >= 1 && width <= max && height <= max) return;
  throw new RequestRefusal(400, `${subject} of ${width} x ${height} dots; at most ${max} on a side are read`);
}
