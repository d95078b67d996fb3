import { AZTEC_MOST, encodeAztec } from '../../symbology/aztec/encode-aztec.ts';
import { ALLOWED, BarcodeRefusal, bwipMatrix, bwipRaw } from '../../symbology/bwip.ts';
import { DATA_MATRIX_MOST, encodeDataMatrix } from '../../symbology/data-matrix/encode-data-matrix.ts';
import { eciItems } from '../../symbology/data-matrix/modes.ts';
import { MAXICODE_COLUMNS, maxiCodeSymbol } from '../../symbology/maxicode.ts';
import type { ModuleMatrix } from '../../symbology/module-matrix.ts';
import { matrixSymbol } from '../../symbology/module-matrix.ts';
import { encodePdf417 } from '../../symbology/pdf417/encode-pdf417.ts';
import { encodeQr, QR_MOST_BYTES, type QrLevel } from '../../symbology/qr/encode-qr.ts';
import { announcedInput } from './library-options.ts';
import { announced, type Encoded, type MarkerRequest } from './request.ts';
import { encodeSwissQr } from './swiss-qr.ts';

const MATRIX: Readonly<Record<string, (request: MarkerRequest) => Encoded>> = {
  qrcode: encodeQrMarker,
  datamatrix: encodeDataMatrixMarker,
  pdf417: encodePdf417Marker,
  azteccode: encodeAztecMarker,
  micropdf417: encodeMicroPdf417Marker,
  maxicode: encodeMaxiCodeMarker,
  swissqrcode: encodeSwissQr,
};

/** Whether an encoder here makes the cells of a symbology, by its name in markers. */
export function isMatrixMarker(symbology: string): boolean {
  return Object.hasOwn(MATRIX, symbology);
}

/** The cells of a symbology that {@link isMatrixMarker} knows. */
export function encodeMatrixMarker(request: MarkerRequest): Encoded {
  const encode = MATRIX[request.symbology] as (typeof MATRIX)[string] & {};
  return encode(request);
}

function matrixOf(
  grid: ModuleMatrix | null,
  request: MarkerRequest,
  tooLong: string,
  rowHeight = request.module,
): Encoded {
  return grid === null ? { reason: tooLong } : { symbol: matrixSymbol(grid, request.module, rowHeight) };
}

function encodeQrMarker(request: MarkerRequest): Encoded {
  const { bytes, eci } = announced(request.value);
  const ec = (request.ec ?? 'M').toUpperCase();
  const level: QrLevel = ec === 'L' || ec === 'Q' || ec === 'H' ? ec : 'M';
  const grid = encodeQr([{ mode: 'auto', data: bytes }], level, 'best', eci === undefined ? {} : { eci });
  return matrixOf(
    grid,
    request,
    `a QR code of level ${level} takes at most ${QR_MOST_BYTES[level]} bytes; got ${bytes.length}`,
  );
}

function encodeDataMatrixMarker(request: MarkerRequest): Encoded {
  const { bytes, eci } = announced(request.value);
  const items = Array.from(bytes, (byte) => byte.charCodeAt(0));
  const { columns, rows } = request;
  const shape = {
    ...(columns === undefined ? {} : { columns }),
    ...(rows === undefined ? {} : { rows }),
    rectangular: columns !== undefined && rows !== undefined && columns !== rows,
  };
  // A payload that outgrows the saved size takes the next size that holds it.
  const all = eci === undefined ? items : [...eciItems(eci), ...items];
  const grid = encodeDataMatrix(all, shape) ?? encodeDataMatrix(all, {});
  return matrixOf(grid, request, `a Data Matrix takes at most ${DATA_MATRIX_MOST}`);
}

function encodePdf417Marker(request: MarkerRequest): Encoded {
  const { bytes, eci } = announced(request.value);
  const level = Math.min(8, Math.max(0, Number.parseInt(request.ec ?? '2', 10) || 0));
  const options = { columns: request.columns ?? 0, rows: request.rows ?? 0, level, truncated: false };
  const all = eci === undefined ? options : { ...options, eci };
  const grid = encodePdf417(bytes, all) ?? encodePdf417(bytes, { ...all, columns: 0, rows: 0 });
  const rowHeight = Math.max(1, Math.floor(request.height ?? request.module * 3));
  return matrixOf(
    grid,
    request,
    `a PDF417 of level ${level} holds ${925 - (2 << level)} words: at most 2 letters, 1.2 bytes or 2.9 digits each`,
    rowHeight,
  );
}

function encodeAztecMarker(request: MarkerRequest): Encoded {
  const { bytes, eci } = announced(request.value);
  const percent = Math.min(95, Math.max(5, Number.parseInt(request.ec ?? '23', 10) || 23));
  const grid = encodeAztec(bytes, { kind: 'percent', percent }, eci === undefined ? {} : { eci });
  return matrixOf(grid, request, `an Aztec code takes at most ${AZTEC_MOST}`);
}

function encodeMicroPdf417Marker(request: MarkerRequest): Encoded {
  if (request.value.length > 366) return { reason: ALLOWED.micropdf417 };
  const { columns, rows, height, module } = request;
  const encode = (size: { readonly columns?: number; readonly rows?: number }): ModuleMatrix | null =>
    bwipMatrix({ bcid: 'micropdf417', ...announcedInput(request.value), rowmult: 1, ...size });
  // A payload that outgrows the saved size takes the next size of as many columns, or any that holds it.
  const inColumns = columns === undefined ? {} : { columns };
  const inSize = rows === undefined ? inColumns : { ...inColumns, rows };
  const grid = unlessRefused(() => encode(inSize)) ?? unlessRefused(() => encode(inColumns)) ?? encode({});
  return matrixOf(grid, request, '', Math.max(1, Math.floor(height ?? module * 2)));
}

function unlessRefused(encode: () => ModuleMatrix | null): ModuleMatrix | null {
  try {
    return encode();
  } catch (error) {
    if (error instanceof BarcodeRefusal) return null;
    throw error;
  }
}

function encodeMaxiCodeMarker(request: MarkerRequest): Encoded {
  if (request.value.length > 200) return { reason: ALLOWED.maxicode };
  const mode = Math.min(6, Math.max(2, Number.parseInt(request.ec ?? '4', 10) || 4));
  const { pixs } = bwipRaw({ bcid: 'maxicode', ...announcedInput(request.value), mode });
  return { symbol: maxiCodeSymbol(pixs ?? [], request.module * MAXICODE_COLUMNS) };
}
