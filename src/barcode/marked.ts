import { LIMITS } from '../limits.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { Orientation } from '../zpl/label.ts';
import { BarcodeRefusal, bwipKnows, bwipRaw, bwipText } from './bwip.ts';
import { dotsOf } from './marked/raster.ts';
import { encodeAztec } from './matrix/aztec.ts';
import { encodeDataMatrix } from './matrix/data-matrix.ts';
import type { Grid } from './matrix/grid.ts';
import { drawMaxiCode, MAXICODE_COLUMNS } from './matrix/maxicode.ts';
import { Dots } from './matrix/dots.ts';
import { encodePdf417 } from './matrix/pdf417.ts';
import { encodeQr, type QrLevel } from './matrix/qr-code.ts';
import { checkNative, encodeNative } from './native.ts';
import { eciItems } from './native/data-matrix.ts';
import { asMatrix } from './native/qr-code.ts';
import type { BarcodeSymbol } from './symbol.ts';

/** What the marker of a raster barcode says, with the value to encode. */
export interface MarkedRequest {
  /** One that {@link isMarkedSymbology} knows. */
  readonly symbology: string;
  readonly value: string;
  /** Dots of the narrow element. */
  readonly module: number;
  readonly rotation: Orientation;
  /** `L` `M` `Q` `H` (QR), 0–8 (PDF417), percent (Aztec), mode (MaxiCode, default 4). */
  readonly ec?: string;
  readonly columns?: number;
  readonly rows?: number;
  /** Wide to narrow, 2–3. */
  readonly ratio?: number;
  /** Dots: of the bars, and of a row of PDF417 and MicroPDF417. */
  readonly height?: number;
  /** Modules on every side; linear symbols have them left and right. */
  readonly quiet?: number;
}

export type MarkedResult =
  | {
      readonly ok: true;
      /** Dots. */
      readonly width: number;
      readonly height: number;
      /** Packed rows of ceil(width / 8) bytes, most significant bit leftmost, 1 is ink. */
      readonly data: Uint8Array;
    }
  | {
      readonly ok: false;
      /** The value cannot be encoded, or the raster would be too large. */
      readonly kind: 'content' | 'dots';
      readonly symbology: string;
      /** What is allowed. */
      readonly reason: string;
    };

/** Linear symbologies with an encoder here, by the native command and its parameters after the orientation. */
const LINEAR: Readonly<
  Record<string, { readonly command: string; params(height: number): readonly string[] }>
> = {
  code128: { command: '^BC', params: (height) => [`${height}`, 'N', 'N', 'N', 'A'] },
  code39: { command: '^B3', params: (height) => ['N', `${height}`, 'N', 'N'] },
  code93: { command: '^BA', params: (height) => [`${height}`, 'N', 'N', 'N'] },
  code11: { command: '^B1', params: (height) => ['N', `${height}`, 'N', 'N'] },
  interleaved2of5: { command: '^B2', params: (height) => [`${height}`, 'N', 'N', 'N'] },
  industrial2of5: { command: '^BI', params: (height) => [`${height}`, 'N', 'N'] },
  standard2of5: { command: '^BJ', params: (height) => [`${height}`, 'N', 'N'] },
  ean13: { command: '^BE', params: (height) => [`${height}`, 'N', 'N'] },
  ean8: { command: '^B8', params: (height) => [`${height}`, 'N', 'N'] },
  upca: { command: '^BU', params: (height) => [`${height}`, 'N', 'N'] },
  ean2: { command: '^BS', params: (height) => [`${height}`, 'N', 'N'] },
  ean5: { command: '^BS', params: (height) => [`${height}`, 'N', 'N'] },
  codabar: { command: '^BK', params: (height) => ['N', `${height}`, 'N', 'N'] },
  msi: { command: '^BM', params: (height) => ['B', `${height}`, 'N', 'N'] },
  plessey: { command: '^BP', params: (height) => ['N', `${height}`, 'N', 'N'] },
  logmars: { command: '^BL', params: (height) => [`${height}`, 'N'] },
  postnet: { command: '^BZ', params: (height) => [`${height}`, 'N', 'N', '0'] },
  planet: { command: '^BZ', params: (height) => [`${height}`, 'N', 'N', '1'] },
  onecode: { command: '^BZ', params: (height) => [`${height}`, 'N', 'N', '3'] },
};

const MATRIX: Readonly<Record<string, (request: MarkedRequest) => Encoded>> = {
  qrcode: encodeMarkedQr,
  datamatrix: encodeMarkedDataMatrix,
  pdf417: encodeMarkedPdf417,
  azteccode: encodeMarkedAztec,
  micropdf417: encodeMarkedMicroPdf417,
  maxicode: encodeMarkedMaxiCode,
};

/** No symbology holds more; beyond it no work is begun. */
const MOST_VALUE_UNITS = 8192;

type Encoded = { readonly symbol: BarcodeSymbol } | { readonly reason: string };

/** Whether rasters of this symbology can be made again. */
export function isMarkedSymbology(name: string): boolean {
  return Object.hasOwn(LINEAR, name) || Object.hasOwn(MATRIX, name) || bwipKnows(name);
}

/**
 * Encodes a value and draws it, turned, in dots. Text becomes bytes by this rule: ASCII as it
 * is, all else as UTF-8 announced by ECI 26, because readers disagree about what unannounced bytes mean. A raster of more
 * than 4096 dots either way is refused before it is drawn.
 */
export function encodeMarked(request: MarkedRequest): MarkedResult {
  const { symbology, value } = request;
  const refuse = (kind: 'content' | 'dots', reason: string): MarkedResult => ({
    ok: false,
    kind,
    symbology,
    reason,
  });
  if (value === '') return refuse('content', 'a barcode needs at least one character');
  if (value.length > MOST_VALUE_UNITS)
    return refuse('content', `a barcode takes at most ${MOST_VALUE_UNITS} characters`);
  if (!(request.module >= 1)) return refuse('content', 'the module of a barcode is at least 1 dot');
  try {
    const encoded = encodeSymbol({ ...request, module: Math.floor(request.module) });
    if ('reason' in encoded) return refuse('content', encoded.reason);
    const quiet = Math.max(0, Math.floor(request.quiet ?? 0)) * Math.floor(request.module);
    const raster = dotsOf(encoded.symbol, request.rotation, quiet, LIMITS.rasterDots);
    return raster === null
      ? refuse('dots', `the barcode is larger than ${LIMITS.rasterDots} dots in a dimension`)
      : { ok: true, ...raster };
  } catch (error) {
    if (error instanceof BarcodeRefusal) return refuse('content', error.message);
    throw error;
  }
}

function encodeSymbol(request: MarkedRequest): Encoded {
  const linear = Object.hasOwn(LINEAR, request.symbology) ? LINEAR[request.symbology] : undefined;
  if (linear !== undefined) return encodeLinear(request, linear);
  const matrix = Object.hasOwn(MATRIX, request.symbology) ? MATRIX[request.symbology] : undefined;
  return matrix === undefined ? encodeByLibrary(request) : matrix(request);
}

/** Bars are fifty modules tall when the marker does not say. */
function barHeight(request: MarkedRequest): number {
  return Math.max(1, Math.floor(request.height ?? request.module * 50));
}

function encodeLinear(request: MarkedRequest, { command, params }: (typeof LINEAR)[string] & {}): Encoded {
  const height = Math.min(32_000, barHeight(request));
  const data = asciiOf(request.value);
  if (data === null) return { reason: 'a linear barcode takes ASCII characters only' };
  const { symbology, module: moduleWidth } = request;
  const ratio = Math.min(3, Math.max(2, request.ratio ?? 3));
  const field = { command, params: ['N', ...params(height)], moduleWidth, ratio, height, data };
  const { reason } = checkNative(field);
  if (reason !== null) return { reason };
  const result = encodeNative(field);
  if (!result.ok) return { reason: result.reason };
  if (result.symbology !== symbology) return { reason: `${symbology} takes ${symbology.slice(-1)} digits` };
  // The raster holds bars alone; longer guards are part of the printer's own EAN and UPC.
  return { symbol: { ...result.symbol, ...(result.symbol.kind === 'linear' ? { guardExtension: 0 } : {}) } };
}

/** The bytes of a text that is ASCII, or null. */
function asciiOf(value: string): ByteString | null {
  return /[^\0-\x7f]/.test(value) ? null : (value as string as ByteString);
}

const UTF8_ECI = 26;

/** The bytes to encode and the character set to announce, if any. */
function announced(value: string): { readonly bytes: ByteString; readonly eci?: number } {
  const bytes = asciiOf(value);
  if (bytes !== null) return { bytes };
  return { bytes: Buffer.from(value, 'utf8').toString('latin1') as ByteString, eci: UTF8_ECI };
}

function matrixOf(
  grid: Grid | null,
  request: MarkedRequest,
  tooLong: string,
  rowHeight = request.module,
): Encoded {
  return grid === null ? { reason: tooLong } : { symbol: asMatrix(grid, request.module, rowHeight) };
}

function encodeMarkedQr(request: MarkedRequest): Encoded {
  const { bytes, eci } = announced(request.value);
  const ec = (request.ec ?? 'M').toUpperCase();
  const level: QrLevel = ec === 'L' || ec === 'Q' || ec === 'H' ? ec : 'M';
  const grid = encodeQr([{ mode: 'auto', data: bytes }], level, 'best', eci === undefined ? {} : { eci });
  const most = { L: 2953, M: 2331, Q: 1663, H: 1273 }[level];
  return matrixOf(
    grid,
    request,
    `a QR code of level ${level} takes at most ${most} bytes; got ${bytes.length}`,
  );
}

function encodeMarkedDataMatrix(request: MarkedRequest): Encoded {
  const { bytes, eci } = announced(request.value);
  const items = Array.from(bytes, (byte) => byte.charCodeAt(0));
  const { columns, rows } = request;
  const shape = {
    ...(columns === undefined ? {} : { columns }),
    ...(rows === undefined ? {} : { rows }),
    rectangular: columns !== undefined && rows !== undefined && columns !== rows,
  };
  // A payload that outgrows the saved size takes the next that holds it.
  const all = eci === undefined ? items : [...eciItems(eci), ...items];
  const grid = encodeDataMatrix(all, shape) ?? encodeDataMatrix(all, {});
  return matrixOf(grid, request, `a Data Matrix takes at most 3116 digits, 2335 letters or 1556 bytes`);
}

function encodeMarkedPdf417(request: MarkedRequest): Encoded {
  const { bytes, eci } = announced(request.value);
  const level = Math.min(8, Math.max(0, Number.parseInt(request.ec ?? '2', 10) || 0));
  const options = { columns: request.columns ?? 0, rows: request.rows ?? 0, level, truncated: false };
  const all = eci === undefined ? options : { ...options, eci };
  const grid = encodePdf417(bytes, all) ?? encodePdf417(bytes, { ...all, columns: 0, rows: 0 });
  const rowHeight = Math.max(1, Math.floor(request.height ?? request.module * 3));
  return matrixOf(grid, request, `the value is too long for a PDF417 of level ${level}`, rowHeight);
}

function encodeMarkedAztec(request: MarkedRequest): Encoded {
  const { bytes, eci } = announced(request.value);
  const percent = Math.min(95, Math.max(5, Number.parseInt(request.ec ?? '23', 10) || 23));
  const grid = encodeAztec(bytes, { kind: 'percent', percent }, eci === undefined ? {} : { eci });
  return matrixOf(grid, request, 'an Aztec code takes at most 3832 digits, 3067 letters or 1914 bytes');
}

/** Text as the library takes it: printable ASCII, the rest by number, a character set announced if need be. */
function libraryText(value: string): {
  readonly text: string;
  readonly parse: true;
  readonly binarytext: true;
} {
  const { bytes, eci } = announced(value);
  const text = `${eci === undefined ? '' : '^ECI000026'}${bwipText(bytes)}`;
  return { text, parse: true, binarytext: true, ...(eci === undefined ? {} : { parsefnc: true }) };
}

/** Beyond this no symbology that is left to the library encodes anything, and it is slow to find out. */
const MOST_LIBRARY_UNITS = 1000;

function encodeMarkedMicroPdf417(request: MarkedRequest): Encoded {
  if (request.value.length > 366)
    return { reason: 'MicroPDF417 takes at most 366 digits, 250 letters or 150 bytes' };
  const { columns, rows, height, module } = request;
  const grid = libraryGrid('micropdf417', {
    ...libraryText(request.value),
    rowmult: 1,
    ...(columns === undefined ? {} : { columns }),
    ...(rows === undefined ? {} : { rows }),
  });
  return matrixOf(grid, request, '', Math.max(1, Math.floor(height ?? module * 2)));
}

function libraryGrid(bcid: string, options: Readonly<Record<string, unknown>>): Grid | null {
  const { pixs, pixx, pixy } = bwipRaw({ bcid, ...options });
  return pixs === undefined || pixx === undefined || pixy === undefined
    ? null
    : { columns: pixx, rows: pixy, cells: Uint8Array.from(pixs) };
}

function encodeMarkedMaxiCode(request: MarkedRequest): Encoded {
  if (request.value.length > 200) return { reason: 'MaxiCode takes at most 138 digits or 93 letters' };
  const mode = Math.min(6, Math.max(2, Number.parseInt(request.ec ?? '4', 10) || 4));
  const { pixs } = bwipRaw({ bcid: 'maxicode', ...libraryText(request.value), mode });
  return { symbol: drawMaxiCode(pixs ?? [], request.module * MAXICODE_COLUMNS) };
}

/** Every other symbology, as the library draws it. */
function encodeByLibrary(request: MarkedRequest): Encoded {
  const { symbology, value, module, columns, rows, ec } = request;
  if (value.length > MOST_LIBRARY_UNITS)
    return { reason: `${symbology} takes at most ${MOST_LIBRARY_UNITS} characters` };
  const raw = bwipRaw({
    bcid: symbology,
    text: value,
    ...(columns === undefined ? {} : { columns }),
    ...(rows === undefined ? {} : { rows }),
    ...(ec === undefined ? {} : { eclevel: ec }),
  });
  const { pixs, pixx, pixy, sbs, bhs, bbs } = raw;
  if (pixs !== undefined && pixx !== undefined && pixy !== undefined) {
    return { symbol: asMatrix({ columns: pixx, rows: pixy, cells: Uint8Array.from(pixs) }, module) };
  }
  if (sbs === undefined) return { reason: `${symbology} cannot be drawn in black and white cells` };
  return libraryBars(sbs, bhs ?? [], bbs ?? [], module, barHeight(request));
}

/** Bars of the library's own heights and bottoms, of which the tallest becomes `height` dots. */
function libraryBars(
  sbs: readonly number[],
  bhs: readonly number[],
  bbs: readonly number[],
  module: number,
  height: number,
): Encoded {
  // Widths are perhaps fractional (postal): each edge is rounded by itself.
  const edges = [0];
  let end = 0;
  for (const width of sbs) {
    end += width;
    edges.push(Math.round(end * module));
  }
  const width = edges.at(-1) ?? 0;
  if (width > LIMITS.rasterDots || height > LIMITS.rasterDots) {
    return { symbol: { kind: 'linear', widths: [width], height } };
  }
  const tallest = Math.max(...bhs.map((bar, i) => bar + (bbs[i] ?? 0)));
  const dots = new Dots(width, height);
  bhs.forEach((bar, i) => {
    const left = edges[2 * i] as number;
    const bottom = height - Math.round(((bbs[i] ?? 0) / tallest) * height);
    const top = height - Math.round((((bbs[i] ?? 0) + bar) / tallest) * height);
    dots.fill(left, top, (edges[2 * i + 1] as number) - left, bottom - top);
  });
  return { symbol: dots.symbol() };
}
