/** By definition. */
export const MM_PER_INCH = 25.4;
/** Points are the unit of PDF, and of the widths in the library of symbologies. */
export const POINTS_PER_INCH = 72;

/** The print heads that Zebra makes: their densities, and the resolutions in dots per inch by which they are sold. */
export const HEADS = [
  { dotsPerMm: 6, dpi: 152 },
  { dotsPerMm: 8, dpi: 203 },
  { dotsPerMm: 12, dpi: 300 },
  { dotsPerMm: 24, dpi: 600 },
] as const;

/** Densities of print heads, in dots per millimetre. */
export type DotsPerMm = (typeof HEADS)[number]['dotsPerMm'];

/** The resolution of each head by its density. */
export const DPI_OF_HEAD = Object.fromEntries(HEADS.map(({ dotsPerMm, dpi }) => [dotsPerMm, dpi])) as Record<
  DotsPerMm,
  number
>;

/** Resolutions of print heads, in dots per inch. */
export const HEADS_DPI: readonly number[] = HEADS.map(({ dpi }) => dpi);

/** The physical size of a label or of paper. */
export interface MediaSize {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** A label's physical size: millimetres, and dots per inch. Drawings have whole dots: see {@link dotsOf}. */
export interface LabelSize extends MediaSize {
  readonly dpi: number;
}

/** A length in whole dots, to the nearest. */
export function dotsOf(mm: number, dpi: number): number {
  return Math.round((mm / MM_PER_INCH) * dpi);
}

/** A number of dots in millimetres. */
export function mmOf(dots: number, dpi: number): number {
  return (dots / dpi) * MM_PER_INCH;
}

/** The density of the print head nearest to a resolution. */
export function headOf(dpi: number): DotsPerMm {
  const distance = (dotsPerMm: number): number => Math.abs(dotsPerMm - dpi / MM_PER_INCH);
  return HEADS.map(({ dotsPerMm }) => dotsPerMm).reduce((best, head) =>
    distance(head) < distance(best) ? head : best,
  );
}
