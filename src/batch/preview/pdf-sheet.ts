import type { SKRSContext2D } from '@napi-rs/canvas';
import { Bitmap } from '../../bitmap/bitmap.ts';
import { bitOf } from '../../bitmap/packed-bits.ts';
import { type CompressedDots, compressed } from '../../encode/compressed-dots.ts';
import { canvas } from '../../on-first-use.ts';
import { encodeSheets, type PlacedImage } from '../../pdf/pdf-sheets.ts';
import type { LabelSize } from '../../units.ts';
import {
  captionEms,
  drawCaption,
  drawReason,
  type Grid,
  pictureOf,
  placeOf,
  type Sheet,
  type SheetCell,
  type SheetPlan,
  UNREADABLE,
} from './sheet.ts';
import { drawText, fitted } from './sheet-text.ts';

/** A4, in millimetres, as all lengths here. */
export const PAGE = { width: 210, height: 297 } as const;
const MARGIN = 10;
const GAP = 4;
const TITLE = 8;
/** Size of the captions. */
const EM = 2.8;
/** The smallest scale of labels, at which they are still legible. They have their own size if several fit on a page. */
const SCALE_MIN = 0.55;
/** The usual width of three columns. */
const USUAL_WIDTH = 58;
/** A narrower cell has no room for its caption. */
const CELL_MIN = 40;

/** The resolution of drawings made here, such as captions: letters of any script need no font of the reader. */
const DOTS_PER_MM = 12;

const PAPER = { widthMm: PAGE.width, heightMm: PAGE.height };
/** The stroke of the labels' edges, which show on white paper. */
const STROKE = '.6 G .3 w';

/** Begins a sheet of A4 pages, with labels in all of their dots, which are held compressed. */
export function openPdfSheet({ title, cells, size, values }: SheetPlan): Sheet {
  const grid = pdfGrid(size, values);
  const perPage = grid.columns * grid.rows;
  const pages = Math.ceil(cells / perPage);
  const images: PlacedImage[][] = Array.from({ length: pages }, (_, page) => [
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
    finish: () => Promise.resolve(encodeSheets(images, PAPER, STROKE)),
  };
}

type Drawn = Omit<PlacedImage, 'x' | 'y'>;

async function drawnPicture(
  cell: SheetCell,
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

function drawnCaption(cell: SheetCell, { cellWidth, captionHeight }: PdfGrid): Drawn {
  return drawn(cellWidth, captionHeight, (context, box) => drawCaption(context, cell, box, EM * DOTS_PER_MM));
}

function drawnTitle(title: string, { margin, title: height }: PdfGrid): PlacedImage {
  const size = 1.2 * EM * DOTS_PER_MM;
  const width = PAGE.width - 2 * margin;
  const text = drawn(width, height, (context, box) => {
    context.fillStyle = '#000';
    drawText(context, fitted(context, title, box.width, size), 0, size, size);
  });
  return { ...text, x: margin, y: margin };
}

type Draw = (context: Parameters<typeof drawCaption>[0], box: Parameters<typeof drawCaption>[2]) => void;

function drawn(width: number, height: number, draw: Draw): Drawn {
  const box = { x: 0, y: 0, width: Math.ceil(width * DOTS_PER_MM), height: Math.ceil(height * DOTS_PER_MM) };
  const dots = dotsOfDrawing(box.width, box.height, (context) => draw(context, box));
  return { dots, width: box.width / DOTS_PER_MM, height: box.height / DOTS_PER_MM, framed: false };
}

/** The threshold of 255 below which a pixel is ink. */
const HALF = 128;

/** The dots of a drawing on a white surface. */
function dotsOfDrawing(
  width: number,
  height: number,
  draw: (context: SKRSContext2D) => void,
): CompressedDots {
  const context = canvas().createCanvas(width, height).getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  draw(context);
  const { data } = context.getImageData(0, 0, width, height);
  const dots = Bitmap.ofBoundedSize(width, height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const light =
        0.3 * (data[at] as number) + 0.59 * (data[at + 1] as number) + 0.11 * (data[at + 2] as number);
      if (light >= HALF) continue;
      const word = y * dots.stride + (x >> 5);
      dots.words[word] = (dots.words[word] as number) | bitOf(x);
    }
  }
  return compressed(dots);
}

/** The grid of a page, with the scale of its labels, at most 1. */
interface PdfGrid extends Grid {
  readonly scale: number;
}

/**
 * The grid with the largest labels of which several fit on a page.
 *
 * @param values below each label, in its caption
 */
export function pdfGrid({ widthMm, heightMm }: LabelSize, values: number): PdfGrid {
  const captionHeight = captionEms(values) * EM;
  const width = PAGE.width - 2 * MARGIN;
  const height = PAGE.height - 2 * MARGIN - TITLE;
  const fitting = Math.min(1, width / widthMm, (height - captionHeight) / heightMm);
  const fit = (whole: number, part: number): number => Math.max(1, Math.floor((whole + GAP) / (part + GAP)));
  const least = Math.min(fitting, Math.max(SCALE_MIN, USUAL_WIDTH / widthMm));
  const columns = fit(width, Math.max(CELL_MIN, widthMm * least));
  const widest = (width + GAP) / columns - GAP;
  const scale = Math.min(fitting, widest / widthMm);
  const pictureHeight = heightMm * scale;
  return {
    columns,
    rows: fit(height, pictureHeight + captionHeight),
    scale,
    cellWidth: Math.min(widest, Math.max(CELL_MIN, widthMm * scale)),
    pictureHeight,
    captionHeight,
    margin: MARGIN,
    gap: GAP,
    title: TITLE,
  };
}
