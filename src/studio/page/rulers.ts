import { rulerStep, type Stage, turnedSize } from './geometry.ts';
import type { Colours } from './painting.ts';
import type { Viewport } from './viewport.ts';

/** Pixels that the rulers take at the top and at the left. */
export const RULER = 24;

const LABEL_PIXELS = 44;
const GRID_PIXELS = 8;
/** The least pixels of a dot for a grid of single dots. */
const DOT_PIXELS = 8;

/** The unit of rulers and grid. */
export interface Unit {
  readonly name: 'mm' | 'dots';
  readonly dotsPerUnit: number;
}

interface Surface {
  readonly context: CanvasRenderingContext2D;
  /** Pixels of CSS. */
  readonly width: number;
  readonly height: number;
}

/** Paints a grid over the label, in steps of the unit; at a large scale a line for each dot. */
export function paintGrid(
  { context, width, height }: Surface,
  viewport: Viewport,
  stage: Stage,
  unit: Unit,
  colours: Colours,
): void {
  const { scale, x, y } = viewport;
  const step = rulerStep(unit.dotsPerUnit * scale, GRID_PIXELS) * unit.dotsPerUnit;
  const dots = scale >= DOT_PIXELS ? 1 : step;
  const size = turnedSize(stage);
  context.save();
  context.beginPath();
  context.rect(x, y, size.width * scale, size.height * scale);
  context.clip();
  context.strokeStyle = colours.grid;
  context.lineWidth = 1;
  context.beginPath();
  for (const at of steps(x, width, dots * scale)) line(context, at, 0, at, height);
  for (const at of steps(y, height, dots * scale)) line(context, 0, at, width, at);
  context.stroke();
  context.restore();
}

/** Paints numbers and marks along the upper and the left edge. */
export function paintRulers(
  { context, width, height }: Surface,
  viewport: Viewport,
  unit: Unit,
  colours: Colours,
): void {
  const { scale, x, y } = viewport;
  const pixels = unit.dotsPerUnit * scale;
  const step = rulerStep(pixels, LABEL_PIXELS);
  context.save();
  context.fillStyle = colours.panel;
  context.fillRect(0, 0, width, RULER);
  context.fillRect(0, 0, RULER, height);
  context.strokeStyle = colours.grid;
  context.fillStyle = colours.text;
  context.font = '10px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.beginPath();
  line(context, 0, RULER, width, RULER);
  line(context, RULER, 0, RULER, height);
  for (const at of steps(x, width, step * pixels)) {
    if (at < RULER) continue;
    line(context, at, RULER - 8, at, RULER);
    context.fillText(number((at - x) / pixels), at + 3, RULER / 2 - 2);
  }
  for (const at of steps(x, width, (step * pixels) / 5))
    if (at >= RULER) line(context, at, RULER - 4, at, RULER);
  for (const at of steps(y, height, step * pixels)) {
    if (at < RULER) continue;
    line(context, RULER - 8, at, RULER, at);
    context.save();
    context.translate(RULER / 2 - 2, at + 3);
    context.rotate(Math.PI / 2);
    context.fillText(number((at - y) / pixels), 0, 0);
    context.restore();
  }
  for (const at of steps(y, height, (step * pixels) / 5))
    if (at >= RULER) line(context, RULER - 4, at, RULER, at);
  context.stroke();
  context.fillStyle = colours.panel;
  context.fillRect(0, 0, RULER, RULER);
  context.fillStyle = colours.text;
  context.fillText(unit.name === 'mm' ? 'mm' : 'dot', 3, RULER / 2);
  context.restore();
}

/** The places on a canvas at multiples of a step from an origin, in pixels. */
function* steps(origin: number, length: number, step: number): Generator<number> {
  for (let at = origin - Math.floor(origin / step) * step; at <= length; at += step) yield at;
}

function line(context: CanvasRenderingContext2D, x: number, y: number, toX: number, toY: number): void {
  // On half pixels, so that a line is one pixel wide.
  context.moveTo(Math.round(x) + 0.5, Math.round(y) + 0.5);
  context.lineTo(Math.round(toX) + 0.5, Math.round(toY) + 0.5);
}

function number(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}
