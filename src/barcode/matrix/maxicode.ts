import type { PostalSymbol } from '../symbol.ts';
import { Dots } from './dots.ts';

/** Cells of an even row; the symbol is this many cells wide. */
export const MAXICODE_COLUMNS = 30;

/** 193 dots to 200 at 8 per mm (measured). */
const HEIGHT_TO_WIDTH = 193 / 200;
const ROWS = 33;

/** Edges of the bull's eye from the outside, alternately dark and light, in cells (ISO/IEC 16023, 4.11.4). */
const RADII = [5.425, 4.485, 3.55, 2.61, 1.655, 0.715];

/** Draws the cells that are on (row × 30 + column) as hexagons, with the bull's eye in the middle. */
export function drawMaxiCode(on: ArrayLike<number>, width: number): PostalSymbol {
  const height = Math.round(width * HEIGHT_TO_WIDTH);
  const dots = new Dots(width, height);
  const pitchX = width / MAXICODE_COLUMNS;
  const pitchY = height / (ROWS + 1 / 3);
  for (let i = 0; i < on.length; i++) {
    const cell = on[i] as number;
    const row = Math.floor(cell / MAXICODE_COLUMNS);
    const cx = ((cell % MAXICODE_COLUMNS) + (row % 2 === 0 ? 0.5 : 1)) * pitchX;
    drawHexagon(dots, cx, (row + 2 / 3) * pitchY, (pitchX * GAP) / 2, (pitchY * GAP * 2) / 3);
  }
  drawBullsEye(dots, CX * pitchX, (16 + 2 / 3) * pitchY, pitchX);
  return dots.symbol();
}
const GAP = +(process.env['GAP'] ?? 1);
const CX = +(process.env['CX'] ?? 14.5);

/** A hexagon that stands on a corner, by the dots whose middles lie inside. */
function drawHexagon(dots: Dots, cx: number, cy: number, halfWidth: number, halfHeight: number): void {
  for (
    let y = Math.max(0, Math.floor(cy - halfHeight));
    y < Math.min(dots.height, Math.ceil(cy + halfHeight));
    y++
  ) {
    const dy = Math.abs(y + 0.5 - cy) / halfHeight;
    const reach = dy <= 0.5 ? halfWidth : halfWidth * 2 * (1 - dy);
    for (
      let x = Math.max(0, Math.floor(cx - halfWidth));
      x < Math.min(dots.width, Math.ceil(cx + halfWidth));
      x++
    ) {
      if (Math.abs(x + 0.5 - cx) < reach) dots.set(x, y);
    }
  }
}

function drawBullsEye(dots: Dots, cx: number, cy: number, cell: number): void {
  const outer = Math.ceil((RADII[0] as number) * cell);
  for (let y = Math.floor(cy) - outer; y <= Math.floor(cy) + outer; y++) {
    for (let x = Math.floor(cx) - outer; x <= Math.floor(cx) + outer; x++) {
      const distance = Math.hypot(x + 0.5 - cx, y + 0.5 - cy) / cell;
      // Inside an odd number of the circles it is dark.
      if (RADII.filter((radius) => distance < radius).length % 2 === 1) dots.set(x, y);
    }
  }
}
