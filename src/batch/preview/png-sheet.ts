import { canvas } from '../../on-first-use.ts';
import { dotsOf } from '../../units.ts';
import {
  captionEms,
  drawCaption,
  drawReason,
  extentOf,
  type Grid,
  pictureOf,
  placeOf,
  type Sheet,
  type SheetPlan,
  UNREADABLE,
} from './sheet.ts';
import { drawText, fitted } from './sheet-text.ts';

const PAPER = '#e8e8e8';
const LABEL = '#fff';
const INK = '#000';

/** Begins a sheet that is one PNG: labels in their own dots, or smaller if there are many. */
export function openPngSheet({ title, cells, size, values }: SheetPlan): Sheet {
  const [width, height] = [dotsOf(size.widthMm, size.dpi), dotsOf(size.heightMm, size.dpi)];
  const grid = pngGrid(cells, width, height, values);
  const extent = extentOf(grid);
  const surface = canvas().createCanvas(extent.width, extent.height);
  const context = surface.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = PAPER;
  context.fillRect(0, 0, extent.width, extent.height);
  context.fillStyle = INK;
  const titleEm = grid.em * 1.2;
  const titleText = fitted(context, title, extent.width - 2 * grid.margin, titleEm);
  drawText(context, titleText, grid.margin, grid.margin + titleEm, titleEm);

  return {
    async add(place, cell) {
      const { x, y } = placeOf(grid, place);
      const box = { x, y, width: Math.max(1, Math.round(width * grid.scale)), height: grid.pictureHeight };
      const picture = 'png' in cell.picture ? await pictureOf(cell.picture.png) : null;
      if (picture === null) {
        const reason = 'reason' in cell.picture ? cell.picture.reason : UNREADABLE;
        drawReason(context, reason, { ...box, width: grid.cellWidth }, grid.em);
      } else {
        context.fillStyle = LABEL;
        context.fillRect(box.x, box.y, box.width, box.height);
        const scale = Math.min(box.width / picture.width, box.height / picture.height);
        context.drawImage(picture, x, y, picture.width * scale, picture.height * scale);
      }
      drawCaption(context, cell, { ...box, y: y + box.height, width: grid.cellWidth }, grid.em);
    },
    finish: () => surface.encode('png'),
  };
}

/** The largest sheet, in pixels: viewers open it, and drawing takes at most a quarter of a gigabyte of memory. */
export const WIDTH_MAX = 4000;
export const HEIGHT_MAX = 16_000;
export const PIXELS_MAX = 16_000_000;

/** A narrower cell has no room for its caption. */
const CELL_MIN = 240;
const EM_MIN = 16;
const EM_MAX = 30;
/** Scaled pictures may be this much smaller to bring the shape of the sheet closer to a screen's. */
const NEARLY = 0.9;
const SCREEN = 4 / 3;
/** Steps of the search for the scale, each of which halves the range. */
const STEPS = 12;

/** A grid of pixels, with the em of its captions, and the scale of its pictures, at most 1. */
interface PngGrid extends Grid {
  readonly em: number;
  readonly scale: number;
}

/** The grid with the largest pictures that a sheet has room for. Width and height are a picture's. */
export function pngGrid(cells: number, width: number, height: number, values: number): PngGrid {
  const at = (columns: number, scale: number): PngGrid => {
    const cellWidth = Math.max(CELL_MIN, Math.round(width * scale));
    const em = Math.min(EM_MAX, Math.max(EM_MIN, Math.round(cellWidth / 16)));
    return {
      columns,
      rows: Math.ceil(cells / columns),
      scale,
      em,
      cellWidth,
      pictureHeight: Math.max(1, Math.round(height * scale)),
      captionHeight: Math.ceil(captionEms(values) * em),
      margin: em,
      gap: em,
      title: 2 * em,
    };
  };
  const largest = (columns: number): PngGrid => {
    const whole = at(columns, 1);
    if (fits(whole)) return whole;
    let [most, least] = [1, 0];
    for (let step = 0; step < STEPS; step++) {
      const middle = (most + least) / 2;
      if (fits(at(columns, middle))) least = middle;
      else most = middle;
    }
    return at(columns, least);
  };
  const grids = Array.from({ length: cells }, (_, i) => largest(i + 1)).filter(fits);
  const best = Math.max(...grids.map(({ scale }) => scale));
  const [first, ...rest] = grids.filter(({ scale }) => scale >= (best === 1 ? 1 : NEARLY * best));
  if (first === undefined) throw new Error(`No sheet holds ${cells} cells`);
  return rest.reduce((kept, grid) => (shapeDistance(grid) < shapeDistance(kept) ? grid : kept), first);
}

function fits(grid: Grid): boolean {
  const { width, height } = extentOf(grid);
  return width <= WIDTH_MAX && height <= HEIGHT_MAX && width * height <= PIXELS_MAX;
}

/** The distance of a sheet's shape from a screen's; 0 if they are the same. */
function shapeDistance(grid: Grid): number {
  const { width, height } = extentOf(grid);
  return Math.abs(Math.log(width / height / SCREEN));
}
