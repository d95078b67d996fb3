import type { Fill } from '../bitmap/frame.ts';

/**
 * A symbol's geometry, in dots where a printer would decide about dots and in modules where every cell is
 * alike. Origin is the top left of the unrotated symbol; no quiet zone is included.
 */
export type BarcodeSymbol = LinearSymbol | MatrixSymbol | DotSymbol;

/** Bars of one height. */
export interface LinearSymbol {
  readonly kind: 'linear';
  /** Dots, alternating bar and space, beginning and ending with a bar. */
  readonly widths: readonly number[];
  /** Dots. */
  readonly height: number;
  /** EAN and UPC: indices into `widths` of the bars that reach `guardExtension` dots further down. */
  readonly guards?: readonly number[];
  readonly guardExtension?: number;
}

/** A grid of cells. */
export interface MatrixSymbol {
  readonly kind: 'matrix';
  readonly columns: number;
  readonly rows: number;
  /** 1 for black, row by row, one byte a cell. */
  readonly cells: Uint8Array;
  /** Dots. */
  readonly moduleWidth: number;
  /** Dots. PDF417 and stacked symbols have rows taller than a module is wide. */
  readonly moduleHeight: number;
  /** Row heights in dots where rows differ (stacked linear symbols); otherwise absent. */
  readonly rowHeights?: readonly number[];
}

/**
 * Anything else, in single dots: bars that differ in height and position, MaxiCode's hexagons, a QR code with a
 * picture in it. It is painted only once its size is known to be allowed.
 */
export interface DotSymbol {
  readonly kind: 'dots';
  readonly width: number;
  readonly height: number;
  /** Fills rectangles of dots, all of them inside. */
  readonly paint: (fill: Fill) => void;
}
