import type { Orientation } from '../../bitmap/rotate.ts';
import type { BarcodeSymbol } from '../../symbology/symbol.ts';
import type { ByteString } from '../../zpl/byte-string.ts';

/** The request of a raster barcode's marker, with the value to encode. */
export interface MarkerRequest {
  /** One that {@link isMarkerSymbology} knows. */
  readonly symbology: string;
  readonly value: string;
  /** Dots of the narrow element. */
  readonly module: number;
  readonly rotation: Orientation;
  /** `L` `M` `Q` `H` (QR), 0–8 (PDF417), percent (Aztec), mode (MaxiCode, default 4), 1–4 (Han Xin). */
  readonly ec?: string;
  /** Cells, codewords or segments, as the symbology counts them. */
  readonly columns?: number;
  readonly rows?: number;
  /** Wide to narrow, 2–3. */
  readonly ratio?: number;
  /** Dots: of the bars (of the linear part of a composite), and of a row of stacked symbols. */
  readonly height?: number;
  /** Modules on every side; linear symbols have them left and right. */
  readonly quiet?: number;
}

/** A symbol, or why the value has none: what is allowed. */
export type Encoded =
  | {
      readonly symbol: BarcodeSymbol;
      /** Bars side by side, which have their quiet zone left and right. */
      readonly isLinear?: boolean;
    }
  | { readonly reason: string };

/** Bars are fifty modules tall when the marker does not say. */
export function barHeight(request: MarkerRequest): number {
  return Math.max(1, Math.floor(request.height ?? request.module * 50));
}

/** The bytes of a text that is ASCII, or null. */
export function asciiOf(value: string): ByteString | null {
  return /[^\0-\x7f]/.test(value) ? null : (value as ByteString);
}

const UTF8_ECI = 26;

/** The bytes to encode and the character set to announce, if any. */
export function announced(value: string): { readonly bytes: ByteString; readonly eci?: number } {
  const bytes = asciiOf(value);
  if (bytes !== null) return { bytes };
  return { bytes: Buffer.from(value, 'utf8').toString('latin1') as ByteString, eci: UTF8_ECI };
}
