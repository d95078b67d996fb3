import type { CompressedDots } from '../encode/compressed-dots.ts';
import { PdfFile, points } from './pdf-file.ts';

/** Dots on a sheet, and where: millimetres from its upper left. */
export interface PlacedImage {
  readonly dots: CompressedDots;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether its edge is drawn, above all images. */
  readonly framed: boolean;
}

/**
 * A PDF of sheets of paper of one size, each with its images.
 *
 * @param stroke how edges are drawn, as PDF's operators; null where there are none
 */
export function encodeSheets(
  sheets: readonly (readonly PlacedImage[])[],
  paper: { readonly widthMm: number; readonly heightMm: number },
  stroke: string | null,
): Buffer {
  const file = new PdfFile();
  // Objects 1 and 2 are the catalogue and the page tree; a page takes two more, and its images.
  const numbers: number[] = [];
  let next = 3;
  for (const images of sheets) {
    numbers.push(next);
    next += 2 + images.length;
  }
  const box = `/MediaBox[0 0 ${points(paper.widthMm)} ${points(paper.heightMm)}]`;
  file.add('<</Type/Catalog/Pages 2 0 R>>');
  file.add(`<</Type/Pages/Count ${sheets.length}${box}/Kids[${numbers.map((n) => `${n} 0 R`).join(' ')}]>>`);
  for (const [i, images] of sheets.entries()) {
    const first = (numbers[i] as number) + 2;
    const names = images.map((_, image) => `/I${image} ${first + image} 0 R`).join('');
    file.add(`<</Type/Page/Parent 2 0 R/Contents ${first - 1} 0 R/Resources<</XObject<<${names}>>>>>>`);
    file.addStream('', Buffer.from(contentOf(images, paper.heightMm, stroke), 'latin1'));
    for (const { dots } of images) file.addImage(dots);
  }
  return file.finish();
}

function contentOf(images: readonly PlacedImage[], heightMm: number, stroke: string | null): string {
  const at = ({ x, y, width, height }: PlacedImage): string[] =>
    [x, heightMm - y - height, width, height].map(points);
  const drawn = images.map((image, i) => {
    const [left, bottom, width, height] = at(image);
    return `q ${width} 0 0 ${height} ${left} ${bottom} cm/I${i} Do Q`;
  });
  if (stroke === null) return drawn.join('\n');
  const frames = images.filter(({ framed }) => framed).map((image) => `${at(image).join(' ')} re S`);
  return [...drawn, stroke, ...frames].join('\n');
}
