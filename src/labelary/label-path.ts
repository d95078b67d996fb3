import { type DotsPerMm, type LabelSize, MM_PER_INCH } from '../units.ts';

/** The label that the renderer draws. */
export interface RequestedLabel {
  readonly size: LabelSize;
  readonly format: 'png' | 'pdf';
  readonly dotsPerMm: DotsPerMm;
}

/** The renderer's path for it: the first label of the ZPL as a PNG, all of them as a PDF. */
export function pathOf({ format, dotsPerMm, size }: RequestedLabel): string {
  const inch = `${inches(size.widthMm)}x${inches(size.heightMm)}`;
  return `/v1/printers/${dotsPerMm}dpmm/labels/${inch}/${format === 'png' ? '0/' : ''}`;
}

/** Three decimals at most: renderers have answered longer fractions with 404. */
function inches(mm: number): string {
  return String(Math.round((mm / MM_PER_INCH) * 1000) / 1000);
}
