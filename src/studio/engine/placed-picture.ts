import { packedBits } from '../../bitmap/packed-bits.ts';
import { isAnimated } from '../../convert/animated.ts';
import {
  ConvertFault,
  type DotOptions,
  dotsOfPage,
  dotsOfPicture,
  openPicture,
  type PictureDots,
  type PictureSource,
} from '../../convert/convert-picture.ts';
import { PdfFault } from '../../convert/pdfium.ts';
import { graphicFields } from '../../convert/picture-zpl.ts';
import { type DrawPage, isPdf, openPdf, type SourcePage } from '../../convert/read-pdf.ts';
import { copied, type GreyPicture, resized } from '../../raster/images/grey-picture.ts';
import { type PictureHeader, pictureHeader } from '../../raster/images/picture-header.ts';
import { RequestRefusal } from '../../request-refusal.ts';
import { packDots } from '../packed-words.ts';
import { PICTURE_BYTES_MAX, type PictureChoices, type PlacedPicture } from './messages.ts';

/** The most pixels that are kept of a photo: a label of 4 x 6 inches has 2 million dots at 300 dpi. */
const DRAWN_PIXELS_MAX = 4_000_000;

/** Drawings of a file that are kept: the whole and its part, or a page and its shapes at twice the size. */
const DRAWINGS_MAX = 2;

/** A file that is open. */
interface OpenPicture extends Pick<PlacedPicture, 'type' | 'pageCount' | 'isAnimated'> {
  readonly file: Uint8Array;
  readonly page: number;
  dotsWith(options: DotOptions): PictureDots;
}

/** The last file: all steps of a slider are about one file. */
let last: OpenPicture | null = null;

/**
 * Makes dots of a picture, or of a page of a PDF.
 *
 * @throws RequestRefusal: 422 for a file that cannot be read, or has too many pixels or dots; 413 for a file of too
 *   many bytes, or that takes too much memory
 */
export function placedPicture(file: Uint8Array, choices: PictureChoices): PlacedPicture {
  try {
    const isOpen = last?.page === choices.page && Buffer.compare(last.file, file) === 0;
    const open = isOpen && last !== null ? last : opened(file, choices.page);
    // After a failure, the file is opened again.
    last = null;
    const { cropsToInk, isFinal, ...others } = choices;
    const options: DotOptions = { ...others, heightMm: null, crop: cropsToInk ? 'ink' : null };
    const { dots, width } = open.dotsWith(options);
    last = open;
    const { type, pageCount, isAnimated } = open;
    const { data, rows, bytesPerRow } = dots;
    const { words, stride } = packedBits(width, rows, data, bytesPerRow);
    return {
      type,
      pageCount,
      isAnimated,
      width,
      height: rows,
      dots: Buffer.from(packDots(words, stride).buffer).toString('base64'),
      fields: graphicFields(dots, { encoding: null, isQuick: !isFinal }),
    };
  } catch (error) {
    if (error instanceof ConvertFault) throw new RequestRefusal(422, error.message);
    if (!(error instanceof PdfFault)) throw error;
    throw new RequestRefusal(error.reason === 'memory' ? 413 : 422, error.message);
  }
}

function opened(file: Uint8Array, page: number): OpenPicture {
  if (file.length > PICTURE_BYTES_MAX)
    throw new RequestRefusal(413, `the file has ${file.length} bytes; ${PICTURE_BYTES_MAX} are allowed`);
  // A picture may have a PDF inside, which is ignored.
  const header = pictureHeader(file);
  if (header !== null) return openFile(file, header);
  if (isPdf(file)) return openPage(file, page);
  throw new RequestRefusal(422, 'neither a PDF, nor a PNG, JPEG, GIF, BMP, WebP or plain SVG picture');
}

function openFile(file: Uint8Array, header: PictureHeader): OpenPicture {
  const picture = openPicture(file, header);
  const pixels = picture.width * picture.height;
  const scale = Math.min(picture.scale, Math.sqrt(DRAWN_PIXELS_MAX / pixels));
  const drawn = (width: number, height: number): GreyPicture => {
    if (header.type === 'SVG') return picture.draw(width, height);
    const [across, down] = [header.width, header.height].map((side) => Math.round(side * picture.scale));
    return resized(picture.draw(across as number, down as number), width, height);
  };
  const smaller: PictureSource = { ...picture, scale: header.type === 'SVG' ? 1 : scale, draw: kept(drawn) };
  return {
    file,
    page: 1,
    type: header.type,
    pageCount: 1,
    isAnimated: isAnimated(file, header),
    dotsWith: (options) => dotsOfPicture(smaller, options),
  };
}

function openPage(file: Uint8Array, number: number): OpenPicture {
  const { pageCount, page: pageAt } = openPdf(file);
  if (number > pageCount)
    throw new RequestRefusal(422, `the PDF has ${pageCount} pages, and no page ${number}`);
  const { draw, drawShapes, ...facts } = pageAt(number - 1);
  const page: SourcePage = { ...facts, draw: keptPage(draw), drawShapes: keptPage(drawShapes) };
  return {
    file,
    page: number,
    type: 'PDF',
    pageCount,
    isAnimated: false,
    dotsWith: (options) => dotsOfPage(page, options),
  };
}

function keptPage(draw: DrawPage): DrawPage {
  const drawing = kept((width: number, height: number) => draw(width, height, copied));
  return (width, height, use) => use(drawing(width, height));
}

/** A function that keeps its last drawings, by their size in pixels. */
function kept<T>(draw: (width: number, height: number) => T): (width: number, height: number) => T {
  const drawings = new Map<string, T>();
  return (width, height) => {
    const key = `${width} ${height}`;
    const drawing = drawings.get(key) ?? draw(width, height);
    drawings.delete(key);
    const [oldest] = drawings.keys();
    if (oldest !== undefined && drawings.size === DRAWINGS_MAX) drawings.delete(oldest);
    drawings.set(key, drawing);
    return drawing;
  };
}
