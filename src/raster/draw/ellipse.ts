import type { Bitmap } from '../../bitmap/bitmap.ts';
import { fillRing } from '../../bitmap/ring.ts';
import type { EllipseElement } from '../../zpl/label.ts';
import { cornerOfShape, paintModeOf } from './shape.ts';

/** Draws `^GE` and `^GC`: a ring that grows inwards, or a disc when it meets itself. */
export function drawEllipse(surface: Bitmap, element: EllipseElement): void {
  const { width, height, thickness } = element;
  const { x, y } = cornerOfShape(element.origin, width, height);
  fillRing(surface, x, y, width, height, thickness, paintModeOf(element));
}
