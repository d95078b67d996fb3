import type { Bitmap } from '../../bitmap/bitmap.ts';
import type { RuleName } from '../../printer-profile/profile-rules.ts';
import type { DiagonalElement } from '../../zpl/label.ts';
import { cornerOfShape, paintModeOf } from './shape.ts';

/** Printers count the steps from row to row in such parts of a dot, and drop what is less. */
const STEP_UNIT = 65_536;

/**
 * Draws `^GD`: a parallelogram, `thickness` dots across, that is `width + thickness` dots wide in all. Each row is
 * where the middle of the line is, or a run as a printer steps through them (printer evidence 63).
 */
export function drawDiagonal(surface: Bitmap, element: DiagonalElement, rules: ReadonlySet<RuleName>): void {
  const { width, height, thickness, lean } = element;
  const { x, y } = cornerOfShape(element.origin, width + thickness, height, rules);
  const mode = paintModeOf(element);
  const inRuns = rules.has('diagonalRuns');
  const step = Math.floor((STEP_UNIT * width) / height);
  const run = inRuns ? Math.max(thickness, Math.floor(width / height)) : thickness;
  const first = Math.max(0, -y);
  const last = Math.min(height, surface.height - y);
  if (mode !== 'white') surface.clipped ||= first > 0 || last < height;
  for (let row = first; row < last; row++) {
    const down = (row + 0.5) / height;
    const middle = Math.round(width * (lean === 'L' ? down : 1 - down));
    const stepped = Math.floor((step * (row + 1)) / STEP_UNIT);
    const left = inRuns ? (lean === 'L' ? stepped : width - stepped) : middle;
    surface.fillRect(x + left, y + row, run, 1, mode);
  }
}
