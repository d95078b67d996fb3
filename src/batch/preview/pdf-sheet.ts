import type { CompressedDots } from '../../encode/compressed-dots.ts';
import { PdfFile, points } from '../../encode/pdf-file.ts';
import { type Cell, drawCaption, drawReason } from './cell.ts';
import { EM, PAGE, type PdfGrid, pdfGrid } from './pdf-grid.ts';
import { dotsOfDrawing, pictureOf, UNREADABLE } from './picture.ts';
import { placeOf, type Sheet, type SheetPlan } from './sheet.ts';
import { drawText, fitted } from './text.ts';

/** Of what is drawn here, captions for one: letters of any script need no font of the reader. */
const DOTS_PER_MM = 12;

/** Dots on a page, and where: millimetres from its top left. */
interface Placed {
  readonly dots: CompressedDots;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether it is a label, which needs an edge on white paper. */
  readonly framed: boolean;
}

/** Begins a sheet of A4 pages with the labels in all of their dots; what is held of each is compressed. */
export function openPdfSheet({ title, cells, size, values }: SheetPlan): Sheet {
  const grid = pdfGrid(size, values);
  const perPage = grid.columns * grid.rows;
  const pages = Math.ceil(cells / perPage);
  const images: Placed[][] = Array.from({ length: pages }, (_, page) => [
    drawnTitle(`${title}${pages > 1 ? `, page ${page + 1} of ${pages}` : ''}`, grid),
  ]);
  return {
    async add(place, cell) {
      const at = placeOf(grid, place % perPage);
      const picture = await drawnPicture(cell, grid, size.widthMm * grid.scale);
      images[Math.floor(place / perPage)]?.push(
        { ...picture, ...at },
        { ...drawnCaption(cell, grid), x: at.x, y: at.y + grid.pictureHeight },
      );
    },
    finish: () => Promise.resolve(sheetOf(images)),
  };
}

type Drawn = Omit<Placed, 'x' | 'y'>;

async function drawnPicture(
  cell: Cell,
  { cellWidth, pictureHeight }: PdfGrid,
  pictureWidth: number,
): Promise<Drawn> {
  const picture = 'png' in cell.picture ? await pictureOf(cell.picture.png) : null;
  if (picture === null) {
    const reason = 'reason' in cell.picture ? cell.picture.reason : UNREADABLE;
    const text = drawn(cellWidth, pictureHeight, (context, box) =>
      drawReason(context, reason, box, EM * DOTS_PER_MM),
    );
    return { ...text, framed: true };
  }
  const { width, height } = picture;
  const dots = dotsOfDrawing(width, height, (context) => context.drawImage(picture, 0, 0));
  const scale = Math.min(pictureWidth / width, pictureHeight / height);
  return { dots, width: width * scale, height: height * scale, framed: true };
}

function drawnCaption(cell: Cell, { cellWidth, captionHeight }: PdfGrid): Drawn {
  return drawn(cellWidth, captionHeight, (context, box) => drawCaption(context, cell, box, EM * DOTS_PER_MM));
}

function drawnTitle(title: string, { margin, title: height }: PdfGrid): Placed {
  const size = 1.2 * EM * DOTS_PER_MM;
  const width = PAGE.width - 2 * margin;
  const text = drawn(width, height, (context, box) => {
    context.fillStyle = '#000';
    drawText(context, fitted(context, title, box.width, size), 0, size, size);
  });
  return { ...text, x: margin, y: margin };
}

type Draw = (context: Parameters<typeof drawCaption>[0], box: Parameters<typeof drawCaption>[2]) => void;

/** @param width in millimetres, as the height */
function drawn(width: number, height: number, draw: Draw): Drawn {
  const box = { x: 0, y: 0, width: Math.ceil(width * DOTS_PER_MM), height: Math.ceil(height * DOTS_PER_MM) };
  const dots = dotsOfDrawing(box.width, box.height, (context) => draw(context, box));
  return { dots, width: box.width / DOTS_PER_MM, height: box.height / DOTS_PER_MM, framed: false };
}

function sheetOf(pages: readonly (readonly Placed[])[]): Buffer {
  const file = new PdfFile();
  // Objects 1 and 2 are the catalogue and the page tree; a page takes two more, and its images.
  const numbers: number[] = [];
  let next = 3;
  for (const images of pages) {
    numbers.push(next);
    next += 2 + images.length;
  }
  const box = `/MediaBox[0 0 ${points(PAGE.width)} ${points(PAGE.height)}]`;
  file.add('<</Type/Catalog/Pages 2 0 R>>');
  file.add(`<</Type/Pages/Count ${pages.length}${box}/Kids[${numbers.map((n) => `${n} 0 R`).join(' ')}]>>`);
  for (const [i, images] of pages.entries()) {
    const first = (numbers[i] as number) + 2;
    const names = images.map((_, image) => `/I${image} ${first + image} 0 R`).join('');
    file.add(`<</Type/Page/Parent 2 0 R/Contents ${first - 1} 0 R/Resources<</XObject<<${names}>>>>>>`);
    file.addStream('', Buffer.from(contentOf(images), 'latin1'));
    for (const { dots } of images) file.addImage(dots);
  }
  return file.finish();
}

/** The images, and thin frames above all of them. */
function contentOf(images: readonly Placed[]): string {
  const at = ({ x, y, width, height }: Placed): string[] =>
    [x, PAGE.height - y - height, width, height].map(points);
  const drawn = images.map((image, i) => {
    const [left, bottom, width, height] = at(image);
    return `q ${width} 0 0 ${height} ${left} ${bottom} cm/I${i} Do Q`;
  });
  const frames = images.filter(({ framed }) => framed).map((image) => `${at(image).join(' ')} re S`);
  return [...drawn, '.6 G .3 w', ...frames].join('\n');
}
