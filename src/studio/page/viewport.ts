import type { Point } from './geometry.ts';

/** The least and the most pixels of a dot: from a label as a thumbnail to single dots. */
const SCALE_MIN = 0.02;
const SCALE_MAX = 64;

/** The visible part of the stage on the canvas. Pixels are those of CSS. */
export interface Viewport {
  /** Pixels of each dot. */
  readonly scale: number;
  /** The place of the stage's top left. Pixels. */
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The viewport that shows the whole stage in the middle of a canvas, with a margin in pixels. */
export function fitted(stage: Size, canvas: Size, margin: number): Viewport {
  const across = (canvas.width - 2 * margin) / stage.width;
  const down = (canvas.height - 2 * margin) / stage.height;
  const scale = bounded(Math.min(across, down));
  return {
    scale,
    x: margin / 2 + (canvas.width - stage.width * scale) / 2,
    y: margin / 2 + (canvas.height - stage.height * scale) / 2,
  };
}

/** A viewport with another scale. The point at a pixel stays there; dots of whole pixels lie on pixels. */
export function zoomed({ scale, x, y }: Viewport, factor: number, at: Point): Viewport {
  // Rounded, since a scale divided by itself may differ from 1 in its last digits.
  const next = bounded(Number((scale * factor).toPrecision(9)));
  const by = next / scale;
  const onPixel = Number.isInteger(next) ? Math.round : (place: number): number => place;
  return { scale: next, x: onPixel(at.x - (at.x - x) * by), y: onPixel(at.y - (at.y - y) * by) };
}

export function moved({ scale, x, y }: Viewport, by: Point): Viewport {
  return { scale, x: x + by.x, y: y + by.y };
}

/** A pixel of the canvas as a point of the stage, in dots. */
export function stagePoint({ scale, x, y }: Viewport, pixel: Point): Point {
  return { x: (pixel.x - x) / scale, y: (pixel.y - y) / scale };
}

function bounded(scale: number): number {
  return Math.min(SCALE_MAX, Math.max(SCALE_MIN, Number.isFinite(scale) ? scale : 1));
}
