import type { Orientation } from '../../bitmap/rotate.ts';
import type { PostalSymbol } from '../../symbology/symbol.ts';
import type { Ink, MarkedSymbol } from './request.ts';

/** Where and how a symbol stands in its raster. */
export interface Placed {
  readonly symbol: MarkedSymbol;
  /** Clockwise. */
  readonly rotation: Orientation;
  /** Dots of space left and right, and above and below, of the upright symbol. */
  readonly quietX: number;
  readonly quietY: number;
}

interface Extent {
  readonly width: number;
  readonly height: number;
}

function uprightSize({ symbol, quietX, quietY }: Placed): Extent {
  const { width, height } = extentOf(symbol);
  return { width: width + 2 * quietX, height: height + 2 * quietY };
}

/** Dots of the raster that {@link dotsOf} would draw. */
export function sizeOf(placed: Placed): Extent {
  const { width, height } = uprightSize(placed);
  const isTurned = placed.rotation === 'R' || placed.rotation === 'B';
  return isTurned ? { width: height, height: width } : { width, height };
}

/** The symbol's ink in packed rows of ceil(width / 8) bytes, most significant bit leftmost. */
export function dotsOf(placed: Placed): Uint8Array {
  const { symbol, rotation, quietX, quietY } = placed;
  const { width, height } = uprightSize(placed);
  const size = sizeOf(placed);
  const stride = (size.width + 7) >> 3;
  const data = new Uint8Array(stride * size.height);
  paintSymbol(symbol, (x, y, w, h) => {
    const left = x + quietX;
    const top = y + quietY;
    if (rotation === 'N') fill(data, stride, left, top, w, h);
    else if (rotation === 'R') fill(data, stride, height - top - h, left, h, w);
    else if (rotation === 'I') fill(data, stride, width - left - w, height - top - h, w, h);
    else fill(data, stride, top, width - left - w, h, w);
  });
  return data;
}

function extentOf(symbol: MarkedSymbol): Extent {
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
    case 'inked':
      return { width: symbol.width, height: symbol.height };
  }
}

/** The upright symbol, in rectangles of dots from its top left. */
export function paintSymbol(symbol: MarkedSymbol, ink: Ink): void {
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
    case 'dots':
      return paintDots(symbol, ink);
    case 'inked':
      return symbol.paint(ink);
  }
}

/** Runs of dots, row by row. */
function paintDots({ width, height, data }: PostalSymbol, ink: Ink): void {
  const stride = (width + 7) >> 3;
  for (let y = 0; y < height; y++) {
    let from = -1;
    for (let x = 0; x <= width; x++) {
      const byte = x < width ? (data[y * stride + (x >> 3)] as number) : 0;
      const isInk = (byte & (0x80 >> (x & 7))) !== 0;
      if (isInk && from < 0) from = x;
      if (!isInk && from >= 0) {
        ink(from, y, x - from, 1);
        from = -1;
      }
    }
  }
}

/** Inks a rectangle, a byte at a time where it can. */
function fill(data: Uint8Array, stride: number, x: number, y: number, width: number, height: number): void {
  if (width <= 0) return;
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
