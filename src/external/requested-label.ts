import type { Canvas, LabelSize } from '../engine/canvas.ts';

/** What the renderer is asked to draw. */
export interface RequestedLabel extends LabelSize {
  readonly format: 'png' | 'pdf';
  readonly dotsPerMm: Canvas['dotsPerMm'];
}

/** The renderer's path for it: the first label of the ZPL as a PNG, all of them as a PDF. */
export function pathOf({ format, dotsPerMm, widthMm, heightMm }: RequestedLabel): string {
  const size = `${inches(widthMm)}x${inches(heightMm)}`;
  return `/v1/printers/${dotsPerMm}dpmm/labels/${size}/${format === 'png' ? '0/' : ''}`;
}

/** Three decimals at most: renderers have answered longer fractions with 404. */
function inches(mm: number): string {
  return String(Math.round((mm / 25.4) * 1000) / 1000);
}
