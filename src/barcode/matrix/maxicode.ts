import type { PostalSymbol } from '../symbol.ts';
import { Dots } from './dots.ts';

/** Cells of an even row; the symbol is this many cells wide. */
export const MAXICODE_COLUMNS = 30;
const ROWS = 33;

/** 193 dots to 200 at 8 per mm (measured). */
const HEIGHT_TO_WIDTH = 193 / 200;

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
    const cy = (row + 2 / 3) * pitchY;
    hexagon(dots, cx, cy, pitchX / 2, (pitchY * 2) / 3);
  }
  return dots.symbol();
}

/** A hexagon that stands on a corner. */
function hexagon(dots: Dots, cx: number, cy: number, half: number, tall: number): void {
  for (let y = Math.max(0, Math.floor(cy - tall)); y < Math.min(dots.height, Math.ceil(cy + tall)); y++) {
    const dy = Math.abs(y + 0.5 - cy) / tall;
    const reach = dy <= 0.5 ? half : half * 2 * (1 - dy);
    for (let x = Math.max(0, Math.floor(cx - half)); x < Math.min(dots.width, Math.ceil(cx + half)); x++) {
      if (Math.abs(x + 0.5 - cx) < reach) dots.set(x, y);
    }
  }
}
