import type { Bitmap } from '../../bitmap/bitmap.ts';
import type { RuleName } from '../../printer-profile/profile-rules.ts';
import type { DiagonalElement } from '../../zpl/label.ts';
import { cornerOfShape, paintModeOf } from './shape.ts';

/** Printers count the steps from row to row in such parts of a dot, and drop what is less. */
const STEP_UNIT = 65_536;

/**
 * Draws `^GD`: a parallelogram, `thickness` dots across, that is `width + thickness` dots wide in all. Each row is
 * the dots whose centres lie within the line, not on its edge (printer evidence 72), or a run as a printer steps
 * through them (printer evidence 63).
 */
export function drawDiagonal(surface: Bitmap, element: DiagonalElement, rules: ReadonlySet<RuleName>): void {
  const { width, height, thickness, lean } = element;
  const { x, y } = cornerOfShape(element.origin, width + thickness, height, rules);
  const mode = paintModeOf(element);
  const inRuns = rules.has('diagonalRuns');
  const step = Math.floor((STEP_UNIT * width) / height);
  const run = Math.max(thickness, Math.floor(width / height));
  const first = Math.max(0, -y);
  const last = Math.min(height, surface.height - y);
  if (mode !== 'white') surface.clipped ||= first > 0 || last < height;
  for (let row = first; row < last; row++) {
    if (inRuns) {
      const stepped = Math.floor((step * (row + 1)) / STEP_UNIT);
      surface.fillRect(x + (lean === 'L' ? stepped : width - stepped), y + row, run, 1, mode);
      continue;
    }
    // The left edge in the middle of the row, and half a dot; in whole parts of a dot, so that a centre on the edge is
    // found.
    const parts = 2 * height;
    const down = width * (2 * row + 1);
    const edge = (lean === 'L' ? down : width * parts - down) + height;
    const onEdge = edge % parts === 0 ? 1 : 0;
    // The thinnest line has both edges on centres there, and is seen all the same.
    const dots = Math.max(1, thickness - onEdge);
    surface.fillRect(x + Math.floor(edge / parts), y + row, dots, 1, mode);
  }
}
