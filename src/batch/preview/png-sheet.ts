import { canvas } from '../../on-first-use.ts';
import { dotsOf } from '../../units.ts';
import { drawCaption, drawReason } from './cell.ts';
import { pictureOf, UNREADABLE } from './picture.ts';
import { pngGrid } from './png-grid.ts';
import { extentOf, placeOf, type Sheet, type SheetPlan } from './sheet.ts';
import { drawText, fitted } from './text.ts';

const PAPER = '#e8e8e8';
const LABEL = '#fff';
const INK = '#000';

/** Begins a sheet of one picture: labels in their own dots, or smaller where they are many. */
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
