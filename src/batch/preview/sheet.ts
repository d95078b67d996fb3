import type { LabelSize } from '../../units.ts';
import type { Cell } from './cell.ts';

/** What a sheet is made for. */
export interface SheetPlan {
  readonly title: string;
  readonly cells: number;
  /** Of the label; a picture of another size is made to fit. */
  readonly size: LabelSize;
  /** Of a row, below its picture. */
  readonly values: number;
}

/** Takes rows in any order; each is drawn as it comes, so that their pictures are never held together. */
export interface Sheet {
  /** @param place of the row among those of the sheet, from 0 */
  add(place: number, cell: Cell): Promise<void>;
  /** Returns the file. */
  finish(): Promise<Uint8Array>;
}

/** Cells of one size, in columns and rows. Lengths are in one unit. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly cellWidth: number;
  /** Without the caption. */
  readonly pictureHeight: number;
  readonly captionHeight: number;
  readonly margin: number;
  /** Between cells. */
  readonly gap: number;
  /** Above the cells. */
  readonly title: number;
}

/** Where the top left of a cell is; cells fill row after row. */
export function placeOf(grid: Grid, cell: number): { readonly x: number; readonly y: number } {
  return {
    x: grid.margin + (cell % grid.columns) * (grid.cellWidth + grid.gap),
    y:
      grid.margin +
      grid.title +
      Math.floor(cell / grid.columns) * (grid.pictureHeight + grid.captionHeight + grid.gap),
  };
}

/** What a grid takes with its margins. */
export function extentOf(grid: Grid): { readonly width: number; readonly height: number } {
  const { x, y } = placeOf(grid, grid.columns * grid.rows - 1);
  return {
    width: x + grid.cellWidth + grid.margin,
    height: y + grid.pictureHeight + grid.captionHeight + grid.margin,
  };
}
