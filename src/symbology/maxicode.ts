import { type Fill } from '../bitmap/frame.ts';
import type { DotSymbol } from './symbol.ts';

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

/** The cells that are on (row × 30 + column) as hexagons with the bull's eye in the middle, `width` dots wide. */
export function maxiCodeSymbol(on: ArrayLike<number>, width: number): DotSymbol {
  const height = Math.round(width * HEIGHT);
  return { kind: 'dots', width, height, paint: (fill) => paint(on, width, height, fill) };
}

/** Paints row by row. */
function paint(on: ArrayLike<number>, width: number, height: number, fill: Fill): void {
  const pitch = width / MAXICODE_COLUMNS;
  const rowAt = (row: number) => (FIRST_ROW + row * ROW_PITCH) * pitch;
  for (let i = 0; i < on.length; i++) {
    const row = Math.floor((on[i] as number) / MAXICODE_COLUMNS);
    const column = (on[i] as number) % MAXICODE_COLUMNS;
    const cx = (column + (row % 2 === 0 ? 0.475 : 0.975)) * pitch;
    paintHexagon(cx, rowAt(row), pitch, width, height, fill);
  }
  paintBullsEye(CENTRE_COLUMN * pitch, rowAt(CENTRE_ROW), pitch, fill);
}

/** The dots of a row whose middles are less than `reach` from `cx`: the first, and the one after the last. */
function dotsWithin(cx: number, reach: number): readonly [from: number, to: number] {
  const from = Math.floor(cx - reach - 0.5) + 1;
  return [from, Math.max(from, Math.ceil(cx + reach - 0.5))];
}

/** A hexagon with a corner at the bottom: the dots whose centres lie inside. */
function paintHexagon(
  cx: number,
  cy: number,
  pitch: number,
  width: number,
  height: number,
  fill: Fill,
): void {
  const half = HALF_HEIGHT * pitch;
  const bottom = Math.min(height, Math.ceil(cy + half));
  for (let y = Math.max(0, Math.floor(cy - half)); y < bottom; y++) {
    const dy = Math.abs(y + 0.5 - cy) / half;
    const [from, to] = dotsWithin(cx, HALF_WIDTH * pitch * Math.min(1, 2 * (1 - dy)));
    const left = Math.max(0, from);
    const right = Math.min(width, to);
    if (right > left) fill(left, y, right - left, 1);
  }
}

/** Rings: what lies inside an odd number of the circles is dark. */
function paintBullsEye(cx: number, cy: number, pitch: number, fill: Fill): void {
  const outer = Math.ceil((RADII[0] as number) * pitch);
  for (let y = Math.floor(cy) - outer; y <= Math.floor(cy) + outer; y++) {
    const edges = RADII.map((radius) => {
      const square = (radius * pitch) ** 2 - (y + 0.5 - cy) ** 2;
      return square > 0 ? dotsWithin(cx, Math.sqrt(square)) : null;
    });
    for (let ring = 0; ring < edges.length; ring += 2) {
      const dark = edges[ring];
      if (!dark) continue;
      const light = edges[ring + 1] ?? [dark[1], dark[1]];
      if (light[0] > dark[0]) fill(dark[0], y, light[0] - dark[0], 1);
      if (dark[1] > light[1]) fill(light[1], y, dark[1] - light[1], 1);
    }
  }
}
