import type { LabelSize } from '../../units.ts';
import { captionEms } from './cell.ts';
import type { Grid } from './sheet.ts';

// All lengths are millimetres.

/** A4. */
export const PAGE = { width: 210, height: 297 } as const;
const MARGIN = 10;
const GAP = 4;
const TITLE = 8;
/** Of the captions. */
export const EM = 2.8;
/** Labels have their size where several fit on a page, or are smaller down to this: what is on them stays legible. */
const SCALE_MIN = 0.55;
/** Of three columns. */
const USUAL_WIDTH = 58;
/** A narrower cell has no room for its caption. */
const CELL_MIN = 40;

/** The grid of a page, with what labels are scaled by, at most 1. */
export interface PdfGrid extends Grid {
  readonly scale: number;
}

export function pdfGrid({ widthMm, heightMm }: LabelSize, values: number): PdfGrid {
  const captionHeight = captionEms(values) * EM;
  const width = PAGE.width - 2 * MARGIN;
  const height = PAGE.height - 2 * MARGIN - TITLE;
  const fitting = Math.min(1, width / widthMm, (height - captionHeight) / heightMm);
  const fit = (whole: number, part: number): number => Math.max(1, Math.floor((whole + GAP) / (part + GAP)));
  const least = Math.min(fitting, Math.max(SCALE_MIN, USUAL_WIDTH / widthMm));
  const columns = fit(width, Math.max(CELL_MIN, widthMm * least));
  const widest = (width + GAP) / columns - GAP;
  const scale = Math.min(fitting, widest / widthMm);
  const pictureHeight = heightMm * scale;
  return {
    columns,
    rows: fit(height, pictureHeight + captionHeight),
    scale,
    cellWidth: Math.min(widest, Math.max(CELL_MIN, widthMm * scale)),
    pictureHeight,
    captionHeight,
    margin: MARGIN,
    gap: GAP,
    title: TITLE,
  };
}
