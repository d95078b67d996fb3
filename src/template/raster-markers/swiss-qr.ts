import { asMatrix } from '../../barcode/bq-qr-code.ts';
import type { Grid } from '../../symbology/module-matrix.ts';
import { encodeQr } from '../../symbology/qr/encode-qr.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { paintSymbol } from './paint.ts';
import type { Encoded, Ink, MarkedRequest } from './request.ts';

/** Swiss Payment Standards, Implementation Guidelines QR-bill, 6.1: characters, without an ECI; level M always. */
const MOST_UNITS = 997;

/** 6.4.2: the symbol is 46 mm wide, the cross with its white margin 7 mm. */
const SYMBOL_MM = 46;
const CROSS_MM = 7;
/** The style guide's drawing of the cross, in parts of its margin's width: from and to. */
const PARTS = 83;
const SQUARE = [6, 77] as const;
const ARM_LENGTH = [18, 65] as const;
const ARM_WIDTH = [34, 49] as const;

/** A QR code with the Swiss cross in its middle. */
export function encodeSwissQr(request: MarkedRequest): Encoded {
  const { value, module } = request;
  const bytes = Buffer.from(value, 'utf8').toString('latin1') as ByteString;
  const grid = value.length > MOST_UNITS ? null : encodeQr([{ mode: 'auto', data: bytes }], 'M', 'best');
  if (grid === null) return { reason: `swissqrcode takes at most ${MOST_UNITS} characters` };
  const size = grid.columns * module;
  const paint = (ink: Ink): void => paintSwissQr(grid, module, ink);
  return { symbol: { kind: 'inked', width: size, height: size, paint } };
}

function paintSwissQr(grid: Grid, module: number, ink: Ink): void {
  const size = grid.columns * module;
  const side = Math.round((size * CROSS_MM) / SYMBOL_MM);
  const first = Math.round((size - side) / 2);
  const end = first + side;
  paintSymbol(asMatrix(grid, module), (x, y, width, height) => {
    const isBeside = y + height <= first || y >= end || x + width <= first || x >= end;
    if (isBeside) return ink(x, y, width, height);
    const top = Math.max(y, first);
    const bottom = Math.min(y + height, end);
    if (top > y) ink(x, y, width, top - y);
    if (y + height > bottom) ink(x, bottom, width, y + height - bottom);
    if (first > x) ink(x, top, first - x, bottom - top);
    if (x + width > end) ink(end, top, x + width - end, bottom - top);
  });
  const at = (part: number): number => first + Math.round((part * side) / PARTS);
  /** Columns of ink between what of the cross is white from `top` to `bottom`. */
  const band = (top: number, bottom: number, white?: readonly [number, number]): void => {
    const [from, to] = [at(SQUARE[0]), at(SQUARE[1])];
    const [left, right] = white === undefined ? [to, to] : [at(white[0]), at(white[1])];
    ink(from, at(top), left - from, at(bottom) - at(top));
    if (to > right) ink(right, at(top), to - right, at(bottom) - at(top));
  };
  band(SQUARE[0], ARM_LENGTH[0]);
  band(ARM_LENGTH[0], ARM_WIDTH[0], ARM_WIDTH);
  band(ARM_WIDTH[0], ARM_WIDTH[1], ARM_LENGTH);
  band(ARM_WIDTH[1], ARM_LENGTH[1], ARM_WIDTH);
  band(ARM_LENGTH[1], SQUARE[1]);
}
