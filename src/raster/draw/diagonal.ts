import type { Bitmap } from '../../bitmap/bitmap.ts';
import type { DiagonalElement } from '../../zpl/label.ts';
import { cornerOfShape, paintModeOf } from './shape.ts';

/** Draws `^GD`: a parallelogram, `thickness` dots across, that is `width + thickness` dots wide in all. */
export function drawDiagonal(surface: Bitmap, element: DiagonalElement): void {
  const { width, height, thickness, lean } = element;
  const { x, y } = cornerOfShape(element.origin, width + thickness, height);
  const mode = paintModeOf(element);
  const first = Math.max(0, -y);
  const last = Math.min(height, surface.height - y);
  if (mode !== 'white') surface.clipped ||= first > 0 || last < height;
  for (let row = first; row < last; row++) {
    const down = (row + 0.5) / height;
    const left = Math.round(width * (lean === 'L' ? down : 1 - down));
    surface.fillRect(x + left, y + row, thickness, 1, mode);
  }
}
