import type { SymbolCost } from '../../barcode/field.ts';

type Costs = readonly (readonly [symbology: RegExp, SymbolCost])[];

/** Costs of symbologies with an encoder here: the first that has the name. */
const OWN: Costs = [
  [
    /^(?:ean(?:2|5|8|13)|upca|code(?:11|39|93)|(?:interleaved|industrial|standard)2of5|codabar|msi|plessey|logmars)$/,
    [60, 2],
  ],
  [/^(?:postnet|planet|channelcode)$/, [100, 16]],
  [/^code128$/, [60, 11]],
  [/^(?:qr|swissqr)code$/, [200, 4.6]],
  [/^datamatrix$/, [60, 7]],
  [/^azteccode$/, [140, 13]],
  [/^pdf417$/, [330, 14]],
];

/** Costs of all others, which the library encodes: the first that has the name. Most take a hundred times as long. */
const OF_LIBRARY: Costs = [
  [/^onecode$/, [100, 16]],
  [/^maxicode$/, [1800, 27]],
  [/^(?:hibc)?micropdf417$/, [1000, 140]],
  [/pdf417/, [1800, 110]],
  [/qrcode$/, [2500, 110]],
  // A saved size that is too small is tried before the one that fits.
  [/^datamatrixrectangular/, [9000, 62]],
  [/datamatrix|^mailmark$/, [3500, 62]],
  [/^azteccodecompact$/, [600, 170]],
  [/^hibcazteccode$/, [2000, 535]],
  [/^hanxin$/, [2100, 120]],
  [/^codeone$/, [1400, 175]],
  [/dotcode$/, [1560, 140]],
  [/composite$/, [3200, 35]],
  [/stacked|coupon|gs1-|codablock|code16k|code49|aztecrune/, [500, 20]],
  // Bars.
  [/(?:)/, [230, 8]],
];

const costIn = (costs: Costs, symbology: string): SymbolCost | undefined =>
  costs.find(([name]) => name.test(symbology))?.[1];

/**
 * The additional work of the first symbol of each symbology in a request, whose code may have to be compiled, and of
 * the first that the library encodes, which may have to be read. Always counted, so that a request passes in each
 * thread or in none. In the units of {@link markerWork}.
 */
export const SYMBOLOGY_WORK = 2_500_000;
export const LIBRARY_WORK = 80_000_000;

/** Whether the library encodes a symbology. */
export function isOfLibrary(symbology: string): boolean {
  return costIn(OWN, symbology) === undefined;
}

/** Nanoseconds that drawing a dot and writing it into a `^GF` take, most of them for compression. */
const RASTER_DOT_WORK = 16;

const known = new Map<string, SymbolCost>();

/** The most work of encoding a marked raster of a known symbology, in the same units. */
export function markerWork(symbology: string, value: string): number {
  let cost = known.get(symbology);
  if (cost === undefined) {
    cost = costIn(OWN, symbology) ?? (costIn(OF_LIBRARY, symbology) as SymbolCost);
    known.set(symbology, cost);
  }
  return 1000 * (cost[0] + Buffer.byteLength(value) * cost[1]);
}

/**
 * The additional work of the first picture of a request: the canvas may have to be read. Nanoseconds of a pixel that is
 * decoded, most of them for a JPEG, and of a dot of the box, most of them for dithering.
 */
export const FIRST_PICTURE_WORK = 80_000_000;
const PICTURE_PIXEL_WORK = 60;
const PICTURE_DOT_WORK = 90;

/** The most work of decoding pixels and fitting them into a box of dots, in the same units. */
export function pictureWork(pixels: number, dots: number): number {
  return pixels * PICTURE_PIXEL_WORK + dots * PICTURE_DOT_WORK;
}

/** The most work of drawing and writing a raster of this size in dots, in the same units. */
export function rasterWork(width: number, height: number): number {
  return width * height * RASTER_DOT_WORK;
}
