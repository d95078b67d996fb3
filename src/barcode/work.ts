import type { NativeField } from './field.ts';

/**
 * What a symbol takes, counted before it is made: microseconds of any, and of each byte of its data. `npm run bench --
 * symbol-work` measures every symbology by kind and length of data and shows those that take longer than is counted;
 * the costs are lines above 1.4 times what it found (Node 20, one core of a server of 2026 with others at work).
 */
type Cost = readonly [symbol: number, byte: number];

const NATIVE: Readonly<Record<string, Cost>> = {
  '^B0': [580, 4],
  '^B7': [330, 8.5],
  '^BB': [1100, 19],
  '^BC': [20, 8],
  '^BD': [2400, 11],
  '^BF': [260, 9],
  '^BO': [580, 4],
  '^BQ': [180, 1.4],
  '^BR': [460, 121],
  '^BT': [500, 40],
  '^BX': [320, 2.6],
  '^BZ': [65, 0.8],
};
const NATIVE_LINEAR: Cost = [20, 0.8];
/** Eight masks are weighed cell by cell. */
const QR_MODEL_1: Cost = [300, 5];

/** The first that has the name. What the library encodes takes a hundred times as long as what is encoded here. */
const MARKED: readonly (readonly [symbology: RegExp, Cost])[] = [
  [
    /^(?:ean(?:2|5|8|13)|upca|code(?:11|39|93)|(?:interleaved|industrial|standard)2of5|codabar|msi|plessey|logmars)$/,
    [60, 2],
  ],
  [/^(?:postnet|planet|onecode|channelcode)$/, [100, 16]],
  [/^code128$/, [60, 11]],
  [/^(?:qr|swissqr)code$/, [200, 4.6]],
  [/^datamatrix$/, [60, 7]],
  [/^azteccode$/, [140, 13]],
  [/^pdf417$/, [330, 14]],
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
];
/** Bars that the library encodes. */
const LIBRARY_LINEAR: Cost = [230, 8];

/** Drawing a raster and writing it into a `^GF`: nanoseconds of a dot, most of them for compressing it. */
const RASTER_DOT_WORK = 16;

const known = new Map<string, Cost>();

/** What making a field's symbol, or each of a series, takes at most, in units of about a nanosecond. */
export function symbolWork(
  { command, params, data }: Pick<NativeField, 'command' | 'params' | 'data'>,
  symbols = 1,
): number {
  const isModel1 = command === '^BQ' && params[1]?.trim() === '1';
  const [symbol, byte] = isModel1 ? QR_MODEL_1 : (NATIVE[command] ?? NATIVE_LINEAR);
  return 1000 * (symbols * symbol + data.length * byte);
}

/** What encoding a marked raster of a symbology that is known takes at most, in the same units. */
export function markedWork(symbology: string, value: string): number {
  let cost = known.get(symbology);
  if (cost === undefined) {
    cost = MARKED.find(([name]) => name.test(symbology))?.[1] ?? LIBRARY_LINEAR;
    known.set(symbology, cost);
  }
  return 1000 * (cost[0] + Buffer.byteLength(value) * cost[1]);
}

/** What drawing and writing a raster of so many dots takes at most, in the same units. */
export function rasterWork(width: number, height: number): number {
  return width * height * RASTER_DOT_WORK;
}
