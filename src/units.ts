/** By definition. */
export const MM_PER_INCH = 25.4;

/** Resolutions of the print heads that Zebra makes, in dots per inch. */
export const HEADS_DPI: readonly number[] = [152, 203, 300, 600];

/** Densities that print heads come in, in dots per millimetre. */
export type DotsPerMm = 6 | 8 | 12 | 24;

/** A label's physical size: millimetres, and dots per inch. What is drawn has whole dots: see {@link dotsOf}. */
export interface LabelSize {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly dpi: number;
}

/** A length in whole dots, to the nearest. */
export function dotsOf(mm: number, dpi: number): number {
  return Math.round((mm / MM_PER_INCH) * dpi);
}
