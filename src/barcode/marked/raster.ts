import type { Orientation } from '../../zpl/label.ts';
import type { BarcodeSymbol } from '../symbol.ts';

/** Ink in packed rows. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Rectangles of ink, in dots from the top left of the upright symbol. */
type Ink = (x: number, y: number, width: number, height: number) => void;

/**
 * Draws a symbol turned clockwise, with `quiet` dots of space on every side (left and right of linear ones).
 * Null when a dimension would pass `most` dots, which is found out before anything is allocated.
 */
export function dotsOf(
  symbol: BarcodeSymbol,
  rotation: Orientation,
  quiet: number,
  most: number,
): Raster | null {
  const inner = extentOf(symbol);
  const quietY = symbol.kind === 'linear' ? 0 : quiet;
  const width = inner.width + 2 * quiet;
  const height = inner.height + 2 * quietY;
  if (!(width <= most && height <= most)) return null;
  const turned = rotation === 'R' || rotation === 'B';
  const raster = { width: turned ? height : width, height: turned ? width : height };
  const stride = (raster.width + 7) >> 3;
  const data = new Uint8Array(stride * raster.height);
  paint(symbol, (x, y, w, h) => {
    const left = x + quiet;
    const top = y + quietY;
    if (rotation === 'N') fill(data, stride, left, top, w, h);
    else if (rotation === 'R') fill(data, stride, height - top - h, left, h, w);
    else if (rotation === 'I') fill(data, stride, width - left - w, height - top - h, w, h);
    else fill(data, stride, top, width - left - w, h, w);
  });
  return { ...raster, data };
}

function extentOf(symbol: BarcodeSymbol): { readonly width: number; readonly height: number } {
  switch (symbol.kind) {
    case 'linear':
      return {
        width: symbol.widths.reduce((sum, width) => sum + width, 0),
        height: symbol.height + (symbol.guardExtension ?? 0),
      };
    case 'matrix':
      return {
        width: symbol.columns * symbol.moduleWidth,
        height:
          symbol.rowHeights?.reduce((sum, height) => sum + height, 0) ?? symbol.rows * symbol.moduleHeight,
      };
    case 'dots':
      return { width: symbol.width, height: symbol.height };
  }
}

function paint(symbol: BarcodeSymbol, ink: Ink): void {
  switch (symbol.kind) {
    case 'linear': {
      const guards = new Set(symbol.guards);
      let x = 0;
      symbol.widths.forEach((width, i) => {
        const extension = guards.has(i) ? (symbol.guardExtension ?? 0) : 0;
        if (i % 2 === 0 && width > 0) ink(x, 0, width, symbol.height + extension);
        x += width;
      });
      return;
    }
    case 'matrix': {
      const { columns, cells, moduleWidth } = symbol;
      for (let row = 0, y = 0; row < symbol.rows; row++) {
        const height = symbol.rowHeights?.[row] ?? symbol.moduleHeight;
        for (let from = 0; from < columns; from++) {
          if (cells[row * columns + from] !== 1) continue;
          let to = from + 1;
          while (to < columns && cells[row * columns + to] === 1) to++;
          ink(from * moduleWidth, y, (to - from) * moduleWidth, height);
          from = to;
        }
        y += height;
      }
      return;
    }
    case 'dots': {
      const stride = (symbol.width + 7) >> 3;
      for (let y = 0; y < symbol.height; y++) {
        for (let x = 0; x < symbol.width; x++) {
          if ((symbol.data[y * stride + (x >> 3)] as number) & (0x80 >> (x & 7))) ink(x, y, 1, 1);
        }
      }
    }
  }
}

/** Inks a rectangle, a byte at a time where it can. */
function fill(data: Uint8Array, stride: number, x: number, y: number, width: number, height: number): void {
  const first = x >> 3;
  const last = (x + width - 1) >> 3;
  const head = 0xff >> (x & 7);
  const tail = (0xff << (7 - ((x + width - 1) & 7))) & 0xff;
  for (let row = y; row < y + height; row++) {
    const at = row * stride;
    if (first === last) {
      data[at + first] = (data[at + first] as number) | (head & tail);
      continue;
    }
    data[at + first] = (data[at + first] as number) | head;
    data.fill(0xff, at + first + 1, at + last);
    data[at + last] = (data[at + last] as number) | tail;
  }
}
