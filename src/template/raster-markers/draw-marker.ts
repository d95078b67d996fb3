import { MOST_DATA } from '../../barcode/commands.ts';
import { LIMITS } from '../../limits.ts';
import { BarcodeRefusal, bwipKnows } from '../../symbology/bwip.ts';
import { encodeByLibrary } from './by-library.ts';
import { encodeLinearMarker, isLinearMarker } from './linear.ts';
import { encodeMatrixMarker, isMatrixMarker } from './matrix.ts';
import { dotsOf, sizeOf } from './raster.ts';
import type { Encoded, MarkerRequest } from './request.ts';

export type { MarkerRequest } from './request.ts';

export type MarkerRaster =
  | {
      readonly ok: true;
      /** Dots. */
      readonly width: number;
      readonly height: number;
      /** Packed rows of ceil(width / 8) bytes, most significant bit leftmost, 1 is black. */
      readonly data: Uint8Array;
    }
  | {
      readonly ok: false;
      /** The value cannot be encoded, or the raster would be too large. */
      readonly kind: 'content' | 'dots';
      readonly symbology: string;
      /** The reason, and the allowed values. */
      readonly reason: string;
    };

/** Whether rasters of this symbology can be made again. */
export function isMarkerSymbology(name: string): boolean {
  return isLinearMarker(name) || isMatrixMarker(name) || bwipKnows(name);
}

/**
 * Encodes a value and draws it, turned, in dots. Text becomes bytes by this rule: ASCII as it is, all else as UTF-8
 * announced by ECI 26, because readers disagree about what unannounced bytes mean. A raster of more than 4096 dots
 * either way is refused before it is drawn; `admit` receives the size of any other before that, in dots, and may throw.
 */
export function drawMarker(
  request: MarkerRequest,
  admit: (width: number, height: number) => void = () => {},
): MarkerRaster {
  const { symbology, value } = request;
  const refuse = (kind: 'content' | 'dots', reason: string): MarkerRaster => ({
    ok: false,
    kind,
    symbology,
    reason,
  });
  if (value === '') return refuse('content', 'a barcode needs at least one character');
  if (value.length > MOST_DATA) return refuse('content', `a barcode takes at most ${MOST_DATA} characters`);
  const half = /\p{Surrogate}/u.exec(value)?.[0];
  if (half !== undefined) {
    const code = half.charCodeAt(0).toString(16).toUpperCase();
    return refuse('content', `U+${code} is half of a character, which no encoding has`);
  }
  if (!(request.module >= 1)) return refuse('content', 'the module of a barcode is at least 1 dot');
  try {
    const encoded = encodeSymbol({ ...request, module: Math.floor(request.module) });
    if ('reason' in encoded) return refuse('content', encoded.reason);
    const quiet = Math.max(0, Math.floor(request.quiet ?? 0)) * Math.floor(request.module);
    const { symbol, isLinear } = encoded;
    const placed = { symbol, rotation: request.rotation, quietX: quiet, quietY: isLinear ? 0 : quiet };
    const { width, height } = sizeOf(placed);
    if (!(Math.max(width, height) <= LIMITS.rasterDots))
      return refuse('dots', `the barcode is larger than ${LIMITS.rasterDots} dots in a dimension`);
    admit(width, height);
    return { ok: true, width, height, data: dotsOf(placed) };
  } catch (error) {
    if (error instanceof BarcodeRefusal) return refuse('content', error.message);
    throw error;
  }
}

function encodeSymbol(request: MarkerRequest): Encoded {
  if (isLinearMarker(request.symbology)) return encodeLinearMarker(request);
  if (isMatrixMarker(request.symbology)) return encodeMatrixMarker(request);
  return encodeByLibrary(request);
}
