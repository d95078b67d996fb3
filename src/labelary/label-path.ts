import { type DotsPerMm, dotsOf, type LabelSize, MM_PER_INCH } from '../units.ts';

/** The label that the renderer draws. */
export interface RequestedLabel {
  readonly size: LabelSize;
  readonly format: 'png' | 'pdf';
  readonly dotsPerMm: DotsPerMm;
}

/** The renderer's path for it: the first label of the ZPL as a PNG, all of them as a PDF. */
export function pathOf({ format, dotsPerMm, size }: RequestedLabel): string {
  const inch = `${inches(size.widthMm, size.dpi)}x${inches(size.heightMm, size.dpi)}`;
  return `/v1/printers/${dotsPerMm}dpmm/labels/${inch}/${format === 'png' ? '0/' : ''}`;
}

/** Three decimals at most: renderers have answered longer fractions with 404. */
const STEPS_PER_INCH = 1000;

/**
 * A side in inches that has as many dots as the side itself. A step of the last decimal is less than a dot on every
 * head, so the next step has them where the nearest one is rounded to another dot.
 */
function inches(mm: number, dpi: number): string {
  const nearest = Math.round((mm / MM_PER_INCH) * STEPS_PER_INCH);
  const dots = dotsOf(mm, dpi);
  const isExact = (steps: number): boolean => dotsOf((steps / STEPS_PER_INCH) * MM_PER_INCH, dpi) === dots;
  const steps = [nearest, nearest + 1, nearest - 1].find(isExact) ?? nearest;
  return String(steps / STEPS_PER_INCH);
}
