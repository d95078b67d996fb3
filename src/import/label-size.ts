import { HEADS_DPI, type LabelSize, MM_PER_INCH, mmOf } from '../units.ts';
import type { ImportedLabel } from './label-maker.ts';

/** The relative error of a length that was measured with a ruler. */
const TOLERANCE = 0.03;

/** The size that the stream gives. */
type Dots = Pick<ImportedLabel, 'widthDots' | 'heightDots'>;

/** The size that the caller knows. */
export type KnownSize = { readonly [Member in keyof LabelSize]?: number | undefined };

/**
 * The size of an imported label: as it is given, or else by `^PW` and `^LL`. A length in millimetres also determines
 * the resolution.
 *
 * @returns a message for people if a part of the size is not known
 */
export function sizeOf(label: Dots, given: KnownSize): LabelSize | string {
  const { widthDots, heightDots } = label;
  const dpi = given.dpi ?? resolutionOf(widthDots, given.widthMm) ?? resolutionOf(heightDots, given.heightMm);
  if (dpi === undefined) return `the resolution of the printer is not known: ${possibleSizes(label)}`;
  const widthMm = given.widthMm ?? millimetres(widthDots, dpi);
  const heightMm = given.heightMm ?? millimetres(heightDots, dpi);
  if (widthMm === null) return 'the width is not known, since the stream has no ^PW';
  if (heightMm === null) return 'the height is not known, since the stream has no ^LL';
  return { widthMm, heightMm, dpi };
}

/** The resolution at which these dots have this length; undefined if no print head has it. */
function resolutionOf(dots: number | null, mm: number | undefined): number | undefined {
  if (dots === null || mm === undefined) return undefined;
  const dpi = (dots / mm) * MM_PER_INCH;
  return HEADS_DPI.find((head) => Math.abs(dpi / head - 1) < TOLERANCE);
}

/** Dots in millimetres, to a hundredth: less than a tenth of a dot. */
function millimetres(dots: number | null, dpi: number): number | null {
  return dots === null ? null : Math.round(mmOf(dots, dpi) * 100) / 100;
}

function possibleSizes({ widthDots, heightDots }: Dots): string {
  if (widthDots === null) return `it is one of ${HEADS_DPI.join(', ')} dpi`;
  const sizes = HEADS_DPI.map((dpi) => {
    const [width, height] = [millimetres(widthDots, dpi), millimetres(heightDots, dpi)];
    return `${dpi} dpi (the label is then ${width}${height === null ? '' : ` x ${height}`} mm${height === null ? ' wide' : ''})`;
  });
  return `it is one of ${sizes.join(', ')}`;
}
