import type { PaintMode } from '../../bitmap/bitmap.ts';
import { type Fill } from '../../bitmap/frame.ts';
import { matrixSymbol } from '../../symbology/module-matrix.ts';
import { paintModules } from '../../symbology/paint-symbol.ts';
import { encodeQr } from '../../symbology/qr/encode-qr.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import type { Encoded, MarkerRequest } from './request.ts';

/** Swiss Payment Standards, Implementation Guidelines QR-bill, 6.1: characters, without an ECI; level M always. */
const CODE_UNITS_MAX = 997;

/** 6.4.2: the symbol is 46 mm wide, the cross with its white margin 7 mm. */
const SYMBOL_MM = 46;
const CROSS_MM = 7;
/** The style guide's drawing of the cross, in parts of its margin's width: from and to. */
const PARTS = 83;
type Parts = readonly [from: number, to: number];
const SQUARE: Parts = [6, 77];
const ARM_LENGTH: Parts = [18, 65];
const ARM_WIDTH: Parts = [34, 49];

/** A QR code with the Swiss cross in its middle. */
export function encodeSwissQr(request: MarkerRequest): Encoded {
  const { value, module } = request;
  const bytes = Buffer.from(value, 'utf8').toString('latin1') as ByteString;
  const grid = value.length > CODE_UNITS_MAX ? null : encodeQr([{ mode: 'auto', data: bytes }], 'M', 'best');
  if (grid === null) return { reason: `swissqrcode takes at most ${CODE_UNITS_MAX} characters` };
  const size = grid.columns * module;
  const paint = (fill: Fill): void => {
    paintModules(matrixSymbol(grid, module), fill);
    paintCross(size, fill);
  };
  return { symbol: { kind: 'dots', width: size, height: size, paint } };
}

/** A white cross on a black square on a white one, in the middle of a symbol of this size in dots. */
function paintCross(size: number, fill: Fill): void {
  const side = Math.round((size * CROSS_MM) / SYMBOL_MM);
  const first = Math.round((size - side) / 2);
  const at = (part: number): number => first + Math.round((part * side) / PARTS);
  const fillParts = ([left, right]: Parts, [top, bottom]: Parts, mode: PaintMode): void =>
    fill(at(left), at(top), at(right) - at(left), at(bottom) - at(top), mode);
  fillParts([0, PARTS], [0, PARTS], 'white');
  fillParts(SQUARE, SQUARE, 'black');
  fillParts(ARM_LENGTH, ARM_WIDTH, 'white');
  fillParts(ARM_WIDTH, ARM_LENGTH, 'white');
}
