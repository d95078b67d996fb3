import type { Bitmap } from '../../bitmap/bitmap.ts';
import type { RuleName } from '../../printer-profile/profile-rules.ts';
import type { BoxElement } from '../../zpl/label.ts';
import { LEAST_BORDER, printerInset } from './printer-curves.ts';
import { cornerOfShape, paintModeOf } from './shape.ts';

/** Draws `^GB`: a frame inside width by height, filled when the border meets itself. */
export function drawBox(surface: Bitmap, element: BoxElement, rules: ReadonlySet<RuleName>): void {
  const isPrinters = element.rounding > 0 && rules.has('ellipseCurves');
  const thickness = Math.max(isPrinters ? LEAST_BORDER : 1, element.thickness);
  const width = Math.max(element.width, thickness);
  const height = Math.max(element.height, thickness);
  const { x, y } = cornerOfShape(element.origin, width, height, rules);
  const mode = paintModeOf(element);
  const short = Math.min(width, height);
  const radius = (element.rounding / 8) * (short / 2);
  const filled = thickness * 2 >= short;
  if (radius > 0) {
    const cornerInset = isPrinters ? printerInset : roundInset;
    const innerShort = Math.max(0, short - 2 * thickness);
    const innerRadius = isPrinters
      ? (element.rounding / 8) * (innerShort / 2)
      : Math.max(0, radius - thickness);
    const first = Math.max(0, -y);
    const last = Math.min(height, surface.height - y);
    if (mode !== 'white') surface.clipped ||= first > 0 || last < height;
    for (let row = first; row < last; row++) {
      const inset = cornerInset(row, height, radius);
      const hollow = !filled && row >= thickness && row < height - thickness;
      if (!hollow) {
        surface.fillRect(x + inset, y + row, width - 2 * inset, 1, mode);
        continue;
      }
      const inner = thickness + cornerInset(row - thickness, height - 2 * thickness, innerRadius);
      surface.fillRect(x + inset, y + row, inner - inset, 1, mode);
      surface.fillRect(x + width - inner, y + row, inner - inset, 1, mode);
    }
    return;
  }
  if (filled) {
    surface.fillRect(x, y, width, height, mode);
    return;
  }
  const sides = height - 2 * thickness;
  surface.fillRect(x, y, width, thickness, mode);
  surface.fillRect(x, y + height - thickness, width, thickness, mode);
  surface.fillRect(x, y + thickness, thickness, sides, mode);
  surface.fillRect(x + width - thickness, y + thickness, thickness, sides, mode);
}

/** Dots that a rounded corner takes from each end of a row. */
function roundInset(row: number, height: number, radius: number): number {
  const fromEdge = Math.min(row, height - 1 - row) + 0.5;
  if (fromEdge >= radius) return 0;
  return Math.round(radius - Math.sqrt(radius * radius - (radius - fromEdge) ** 2));
}
