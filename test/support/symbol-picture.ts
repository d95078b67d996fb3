import { createHash } from 'node:crypto';
import type { LinearSymbol, MatrixSymbol } from '../../src/symbology/symbol.ts';
import type { Picture } from './symbol-reader.ts';

/** A symbol with its top left at `x`, `y` of a white canvas that holds it. */
export function pictureOf(
  symbol: LinearSymbol | MatrixSymbol,
  { width, height, x, y }: { width: number; height: number; x: number; y: number },
): Picture {
  const stride = (width + 7) >> 3;
  const data = new Uint8Array(stride * height);
  const bar = (left: number, top: number, dots: number, rows: number) => {
    for (let row = top; row < top + rows; row++) {
      for (let dot = left; dot < left + dots; dot++) {
        const at = row * stride + (dot >> 3);
        data[at] = (data[at] as number) | (0x80 >> (dot & 7));
      }
    }
  };
  if (symbol.kind === 'linear') {
    symbol.widths.reduce((left, dots, i) => {
      if (i % 2 === 0) bar(left, y, dots, symbol.height);
      return left + dots;
    }, x);
    return { width, height, data };
  }
  for (let row = 0, top = y; row < symbol.rows; row++) {
    const tall = symbol.rowHeights?.[row] ?? symbol.moduleHeight;
    for (let column = 0; column < symbol.columns; column++) {
      if (symbol.cells[row * symbol.columns + column] === 1)
        bar(x + column * symbol.moduleWidth, top, symbol.moduleWidth, tall);
    }
    top += tall;
  }
  return { width, height, data };
}

/** FNV-1a, 32 bits. */
export function fnv1a(bytes: Iterable<number>): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** The first 16 digits of the SHA-256 of a picture with one byte a dot: 0 for ink, else 255. */
export function grayDigest({ width, height, data }: Picture): string {
  const stride = (width + 7) >> 3;
  const gray = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (((data[y * stride + (x >> 3)] as number) >> (7 - (x & 7))) & 1) gray[y * width + x] = 0;
    }
  }
  return createHash('sha256').update(gray).digest('hex').slice(0, 16);
}
