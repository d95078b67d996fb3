import type { Bitmap, PaintMode } from '../../bitmap/bitmap.ts';

/** Curves of a printer have this border at least, and corners this radius. Dots. */
export const LEAST_BORDER = 2;
const LEAST_RADIUS = 2;

/** Rows of a circle beyond this part of the way to 45 degrees are computed by their outer edge. */
const STEEPEST = 0.8;

/**
 * Half the width of a circle as a printer steps along it, within a dot (printer evidence 64).
 *
 * @param row dots from the middle, from 0 to the radius.
 */
function halfOfCircle(radius: number, row: number): number {
  const at = (distance: number): number => Math.sqrt(Math.max(0, radius ** 2 - distance ** 2));
  // The small subtraction undoes errors of binary fractions.
  const flat = Math.ceil(at(row + 0.5) - 1e-9);
  return flat * STEEPEST <= row ? flat : Math.round(at(Math.max(0, row - 1)));
}

/** Half the width of an ellipse that is wider than high, whose sides are a dot shorter. */
function halfOfEllipse(across: number, down: number, row: number): number {
  const width = across * Math.sqrt(Math.max(0, 1 - ((row + 0.75) / down) ** 2));
  return row >= down ? 0 : Math.min(across - 1, Math.floor(width + 0.6));
}

/** Fills a ring inside width by height, or a disc if its border meets itself, as a printer does. */
export function fillPrinterRing(
  surface: Bitmap,
  x: number,
  y: number,
  width: number,
  height: number,
  thickness: number,
  mode: PaintMode,
): void {
  // A printer steps along the shorter side: a high ellipse is a wide one on its side.
  const isHigh = height > width;
  const across = Math.floor(Math.max(width, height) / 2);
  const down = Math.floor(Math.min(width, height) / 2);
  const [left, top, depth] = isHigh ? [y, x, surface.width] : [x, y, surface.height];
  const fill = (from: number, row: number, length: number): void => {
    if (isHigh) surface.fillRect(row, from, 1, length, mode);
    else surface.fillRect(from, row, length, 1, mode);
  };
  const half =
    across === down ? (radius: number, _: number, row: number) => halfOfCircle(radius, row) : halfOfEllipse;
  const border = Math.max(LEAST_BORDER, thickness);
  const [innerAcross, innerDown] = [across - border, down - border];
  const isDisc = innerAcross <= 0 || innerDown <= 0;
  const middle = left + across;
  const first = Math.max(1, -top);
  const last = Math.min(2 * down, depth - top);
  if (mode !== 'white') surface.clipped ||= first > 1 || last < 2 * down;
  for (let at = first; at < last; at++) {
    const row = Math.abs(at - down);
    const outer = half(across, down, row);
    // On either side of the hole the right end is a dot farther out, and the hole is a row flatter.
    const hole = isDisc || row >= innerDown ? null : half(innerAcross, innerDown, row + 1);
    if (hole === null || hole === 0) {
      fill(middle - outer, top + at, 2 * outer + (hole === null ? 0 : 1));
      continue;
    }
    fill(middle - outer, top + at, outer - hole + 1);
    fill(middle + hole, top + at, outer - hole + 1);
  }
}

/**
 * Dots that a rounded corner of a printer takes from each end of a row.
 *
 * @param radius as the rounding gives it; a printer has whole ones.
 */
export function printerInset(row: number, height: number, radius: number): number {
  const whole = Math.max(LEAST_RADIUS, Math.floor(radius));
  const fromEdge = Math.min(row, height - 1 - row);
  return fromEdge >= whole ? 0 : whole - halfOfCircle(whole, whole - fromEdge);
}
