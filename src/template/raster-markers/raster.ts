import { Bitmap } from '../../bitmap/bitmap.ts';
import type { Frame } from '../../bitmap/frame.ts';
import { packedBytes } from '../../bitmap/packed-bits.ts';
import type { Orientation } from '../../bitmap/rotate.ts';
import { extentOf, paintSymbol } from '../../symbology/paint-symbol.ts';
import type { BarcodeSymbol } from '../../symbology/symbol.ts';

/** The place of a symbol in its raster, its orientation and its scale. */
export interface SymbolPlacement {
  readonly symbol: BarcodeSymbol;
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

/** Dots of the raster that {@link dotsOf} would draw. */
export function sizeOf(placed: SymbolPlacement): Extent {
  const { width, height } = uprightSize(placed);
  const lies = placed.rotation === 'N' || placed.rotation === 'I';
  return lies ? { width, height } : { width: height, height: width };
}

/** The symbol in packed rows of ceil(width / 8) bytes, most significant bit leftmost, 1 is black. */
export function dotsOf(placed: SymbolPlacement): Uint8Array {
  const { width, height } = sizeOf(placed);
  const surface = Bitmap.ofBoundedSize(width, height);
  paintSymbol(surface, placed.symbol, frameOf(placed));
  return packedBytes(surface);
}

function uprightSize({ symbol, quietX, quietY }: SymbolPlacement): Extent {
  const { width, height } = extentOf(symbol);
  return { width: width + 2 * quietX, height: height + 2 * quietY };
}

function frameOf(placed: SymbolPlacement): Frame {
  const { rotation: orientation, quietX, quietY } = placed;
  const { width, height } = uprightSize(placed);
  switch (orientation) {
    case 'N':
      return { orientation, x: quietX, y: quietY };
    case 'R':
      return { orientation, x: height - quietY, y: quietX };
    case 'I':
      return { orientation, x: width - quietX, y: height - quietY };
    case 'B':
      return { orientation, x: quietY, y: width - quietX };
  }
}
