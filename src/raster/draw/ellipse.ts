import type { Bitmap } from '../../bitmap/bitmap.ts';
import { fillRing } from '../../bitmap/ring.ts';
import type { RuleName } from '../../printer-profile/profile-rules.ts';
import type { EllipseElement } from '../../zpl/label.ts';
import { fillPrinterRing } from './printer-curves.ts';
import { cornerOfShape, paintModeOf } from './shape.ts';

/** Draws `^GE` and `^GC`: a ring that grows inwards, or a disc when it meets itself. */
export function drawEllipse(surface: Bitmap, element: EllipseElement, rules: ReadonlySet<RuleName>): void {
  const { width, height, thickness } = element;
  const { x, y } = cornerOfShape(element.origin, width, height, rules);
  const fill = rules.has('ellipseCurves') ? fillPrinterRing : fillRing;
  fill(surface, x, y, width, height, thickness, paintModeOf(element));
}
