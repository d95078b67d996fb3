import type { Image, SKRSContext2D } from '@napi-rs/canvas';
import type { Rectangle } from '../../bitmap/box.ts';
import { PNG_SIGNATURE } from '../../encode/png.ts';
import { LIMITS } from '../../limits.ts';
import { canvas } from '../../on-first-use.ts';
import type { LabelSize } from '../../units.ts';
import { drawText, fitted, linesOf } from './sheet-text.ts';

/** The content and size of a sheet. */
export interface SheetPlan {
  readonly title: string;
  readonly cells: number;
  /** The size of the label; a picture of another size is scaled. */
  readonly size: LabelSize;
  /** Values below each picture. */
  readonly values: number;
}

/** A sheet that takes rows in any order. A row is drawn when it is added, so that its picture need not be kept. */
export interface Sheet {
  /** @param place of the row on the sheet, from 0 */
  add(place: number, cell: SheetCell): Promise<void>;
  /** Returns the file. */
  finish(): Promise<Uint8Array>;
}

/** Cells of one size, in columns and rows. Lengths are in one unit. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly cellWidth: number;
  /** The height of a cell without its caption. */
  readonly pictureHeight: number;
  readonly captionHeight: number;
  readonly margin: number;
  /** The space between cells. */
  readonly gap: number;
  /** The height of the title, above the cells. */
  readonly title: number;
}

/** The top left of a cell; cells fill row after row. */
export function placeOf(grid: Grid, cell: number): { readonly x: number; readonly y: number } {
  return {
    x: grid.margin + (cell % grid.columns) * (grid.cellWidth + grid.gap),
    y:
      grid.margin +
      grid.title +
      Math.floor(cell / grid.columns) * (grid.pictureHeight + grid.captionHeight + grid.gap),
  };
}

/** The extent of a grid with its margins. */
export function extentOf(grid: Grid): { readonly width: number; readonly height: number } {
  const { x, y } = placeOf(grid, grid.columns * grid.rows - 1);
  return {
    width: x + grid.cellWidth + grid.margin,
    height: y + grid.pictureHeight + grid.captionHeight + grid.margin,
  };
}

/** A row on the sheet. */
export interface SheetCell {
  /** The row's number in the input, from 1. */
  readonly row: number;
  /** Columns that the label uses: name and value. */
  readonly values: readonly (readonly [name: string, value: string])[];
  /** The row's PNG, or why there is none. */
  readonly picture: { readonly png: Uint8Array } | { readonly reason: string };
}

/** The offset of width and height in a PNG. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const START_BYTES = 24;

/** Decodes a PNG, which any renderer may have made. Null for one that is damaged or larger than the API renders. */
export async function pictureOf(png: Uint8Array): Promise<Image | null> {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.length);
  if (bytes.length < START_BYTES || !bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE))
    return null;
  const [width, height] = [bytes.readUInt32BE(WIDTH_AT), bytes.readUInt32BE(HEIGHT_AT)];
  if (width * height > LIMITS.renderPixels) return null;
  try {
    return await canvas().loadImage(bytes);
  } catch {
    return null;
  }
}

/** The reason on the sheet for a picture that {@link pictureOf} cannot decode. */
export const UNREADABLE = 'the renderer gave a picture that cannot be shown here';

/** Values below a picture, besides the row's number. */
export const CAPTION_VALUES = 3;
/** From one baseline to the next, in ems. */
const LINE = 1.3;

/** The height of a caption with this many values, and the row's number. Ems. */
export function captionEms(values: number): number {
  return (1 + Math.min(values, CAPTION_VALUES)) * LINE + 0.4;
}

const INK = '#000';
const FAINT = '#666';
const FAULT = '#a00';
const FAULT_PAPER = '#fff4f4';

/** Draws the row's number and its values below each other, from the top left of a box. `size` is the em, in pixels. */
export function drawCaption(
  context: SKRSContext2D,
  cell: SheetCell,
  { x, y, width }: Rectangle,
  size: number,
): void {
  let baseline = y + size * LINE;
  context.fillStyle = INK;
  drawText(context, `row ${cell.row}`, x, baseline, size);
  for (const [name, value] of cell.values.slice(0, CAPTION_VALUES)) {
    baseline += size * LINE;
    context.fillStyle = FAINT;
    const pen = drawText(context, `${fitted(context, name, width / 2, size)} `, x, baseline, size);
    context.fillStyle = INK;
    drawText(context, fitted(context, value, x + width - pen, size), pen, baseline, size);
  }
}

/** Draws the reason why a picture could not be made, in its place. */
export function drawReason(context: SKRSContext2D, reason: string, box: Rectangle, size: number): void {
  context.fillStyle = FAULT_PAPER;
  context.fillRect(box.x, box.y, box.width, box.height);
  context.fillStyle = FAULT;
  const pad = Math.min(size / 2, box.width / 20);
  const most = Math.max(1, Math.floor((box.height - 2 * pad) / (size * LINE)));
  const lines = linesOf(context, reason, { width: box.width - 2 * pad, size, most });
  for (const [i, line] of lines.entries())
    drawText(context, line, box.x + pad, box.y + pad + size * (1 + i * LINE), size);
}
