import { Bitmap } from '../bitmap/bitmap.ts';
import { cornerOf, type Fill, type Frame, fillIn } from '../bitmap/frame.ts';
import type { BarcodeSymbol, DotSymbol, LinearSymbol, MatrixSymbol } from './symbol.ts';

/** Upright size in dots, without the tails of guard bars. */
export function extentOf(symbol: BarcodeSymbol): { readonly width: number; readonly height: number } {
  switch (symbol.kind) {
    case 'linear':
      return { width: sum(symbol.widths), height: symbol.height };
    case 'matrix':
      return {
        width: symbol.columns * symbol.moduleWidth,
        height: symbol.rowHeights ? sum(symbol.rowHeights) : symbol.rows * symbol.moduleHeight,
      };
    case 'dots':
      return symbol;
  }
}

/** Blackens the dots of a symbol, its upright top left where u = 0 and v = 0. */
export function paintSymbol(surface: Bitmap, symbol: BarcodeSymbol, frame: Frame): void {
  switch (symbol.kind) {
    case 'linear':
      return paintBars(surface, symbol, frame);
    case 'matrix':
      return paintModules(symbol, fillIn(surface, frame));
    case 'dots':
      return paintDots(surface, symbol, frame);
  }
}

/** Fills the runs of black modules of each row of the upright symbol. */
export function paintModules(symbol: MatrixSymbol, fill: Fill): void {
  const { columns, rows, cells, moduleWidth } = symbol;
  let v = 0;
  for (let row = 0; row < rows; row++) {
    const height = symbol.rowHeights?.[row] ?? symbol.moduleHeight;
    let runStart = -1;
    for (let column = 0; column <= columns; column++) {
      const black = column < columns && cells[row * columns + column] === 1;
      if (black && runStart < 0) runStart = column;
      if (!black && runStart >= 0) {
        fill(runStart * moduleWidth, v, (column - runStart) * moduleWidth, height);
        runStart = -1;
      }
    }
    v += height;
  }
}

function paintBars(surface: Bitmap, symbol: LinearSymbol, frame: Frame): void {
  const { widths, height, guardExtension = 0 } = symbol;
  paintRow(surface, frame, widths, 0, height, () => true);
  if (symbol.guards === undefined) return;
  const guards = new Set(symbol.guards);
  paintRow(surface, frame, widths, height, guardExtension, (bar) => guards.has(bar));
}

/** Paints the bars chosen from v downwards. All rows are alike, so one row of dots serves for all. */
function paintRow(
  surface: Bitmap,
  frame: Frame,
  widths: readonly number[],
  v: number,
  height: number,
  isPainted: (bar: number) => boolean,
): void {
  const width = sum(widths);
  const isOneRow = frame.orientation === 'N' && width <= surface.width;
  const row = isOneRow ? Bitmap.create(width, 1) : undefined;
  const fill: Fill =
    row === undefined ? fillIn(surface, frame) : (u, _, bar) => row.fillRect(u, 0, bar, 1, 'black');
  let u = 0;
  for (const [i, bar] of widths.entries()) {
    if (i % 2 === 0 && isPainted(i)) fill(u, v, bar, height);
    u += bar;
  }
  if (row === undefined) return;
  surface.blit({ width, height, stride: 0, words: row.words }, frame.x, frame.y + v, 'black');
}

/** Units of a work meter for every eight dots of a symbol of dots. */
const DOTS_WORK = 16;

function paintDots(surface: Bitmap, { width, height, paint }: DotSymbol, frame: Frame): void {
  surface.spend(DOTS_WORK * ((width + 7) >> 3) * height);
  const isLying = liesDown(frame);
  const dots = Bitmap.ofBoundedSize(isLying ? height : width, isLying ? width : height);
  const { x, y } = cornerOf(frame, 0, 0, width, height);
  paint(fillIn(dots, { ...frame, x: frame.x - x, y: frame.y - y }));
  surface.blit(dots, x, y, 'black');
}

/** Rotated by a quarter turn, to either side. */
function liesDown({ orientation }: Frame): boolean {
  return orientation === 'R' || orientation === 'B';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
