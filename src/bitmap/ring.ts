import type { Bitmap, PaintMode } from './bitmap.ts';

/**
 * Fills the dots whose centres lie on an elliptical ring inside width by height; a disc if it is thick enough. Dots.
 */
export function fillRing(
  surface: Bitmap,
  x: number,
  y: number,
  width: number,
  height: number,
  thickness: number,
  mode: PaintMode,
): void {
  const first = Math.max(0, -y);
  const last = Math.min(height, surface.height - y);
  if (mode !== 'white') surface.clipped ||= first > 0 || last < height;
  for (let row = first; row < last; row++) {
    const inset = ellipseInset(row, width, height, 0);
    const inner = ellipseInset(row, width, height, thickness);
    if (inner * 2 >= width) {
      surface.fillRect(x + inset, y + row, width - 2 * inset, 1, mode);
    } else {
      surface.fillRect(x + inset, y + row, inner - inset, 1, mode);
      surface.fillRect(x + width - inner, y + row, inner - inset, 1, mode);
    }
  }
}

/** Dots of a row to the left of an ellipse that lies `border` dots inside width by height. */
function ellipseInset(row: number, width: number, height: number, border: number): number {
  const radiusX = width / 2 - border;
  const radiusY = height / 2 - border;
  const offset = Math.abs(row + 0.5 - height / 2);
  if (radiusX <= 0 || radiusY <= 0 || offset >= radiusY) return Math.ceil(width / 2);
  return Math.round(width / 2 - radiusX * Math.sqrt(1 - (offset / radiusY) ** 2));
}
