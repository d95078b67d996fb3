import type { PostalSymbol } from '../symbol.ts';
import { Dots } from './dots.ts';

/** Cells of an even row; the symbol is this many cells wide. */
export const MAXICODE_COLUMNS = 30;

/**
 * Measured on symbols 200 dots wide, in cells: height of the symbol, distance of rows, middle of the first row,
 * half a hexagon's width and height, and the edges of the bull's eye from the outside, dark and light in turn.
 */
const HEIGHT = 193 / 200;
const ROW_PITCH = 0.87;
const FIRST_ROW = 0.53;
const HALF_WIDTH = 0.405;
const HALF_HEIGHT = 0.51;
const RADII = [4.41, 3.66, 2.91, 2.16, 1.41, 0.66];
const CENTRE_COLUMN = 14.6;
const CENTRE_ROW = 16;

/** Draws the cells that are on (row × 30 + column) as hexagons, with the bull's eye in the middle. */
export function drawMaxiCode(on: ArrayLike<number>, width: number): PostalSymbol {
  const dots = new Dots(width, Math.round(width * HEIGHT));
  const pitch = width / MAXICODE_COLUMNS;
  const rowAt = (row: number) => (FIRST_ROW + row * ROW_PITCH) * pitch;
  for (let i = 0; i < on.length; i++) {
    const row = Math.floor((on[i] as number) / MAXICODE_COLUMNS);
    const column = (on[i] as number) % MAXICODE_COLUMNS;
    const cx = (column + (row % 2 === 0 ? 0.475 : 0.975)) * pitch;
    drawHexagon(dots, cx, rowAt(row), HALF_WIDTH * pitch, HALF_HEIGHT * pitch);
  }
  drawBullsEye(dots, CENTRE_COLUMN * pitch, rowAt(CENTRE_ROW), pitch);
  return dots.symbol();
}

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
