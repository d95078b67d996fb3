import type { Rectangle } from '../../bitmap/box.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Quarter turns clockwise. */
export type Turn = 0 | 1 | 2 | 3;

/** How the label lies on the stage: its size in dots, and how it is turned. */
export interface Stage {
  readonly width: number;
  readonly height: number;
  readonly turn: Turn;
}

/** Width and height of the label as it is turned. */
export function turnedSize({ width, height, turn }: Stage): {
  readonly width: number;
  readonly height: number;
} {
  return turn % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** A point of the label on the stage. */
export function toStage({ width, height, turn }: Stage, { x, y }: Point): Point {
  switch (turn) {
    case 0:
      return { x, y };
    case 1:
      return { x: height - y, y: x };
    case 2:
      return { x: width - x, y: height - y };
    case 3:
      return { x: y, y: width - x };
    default:
      return turn satisfies never;
  }
}

/** A point of the stage on the label, which it may be beside. */
export function fromStage({ width, height, turn }: Stage, { x, y }: Point): Point {
  switch (turn) {
    case 0:
      return { x, y };
    case 1:
      return { x: y, y: height - x };
    case 2:
      return { x: width - x, y: height - y };
    case 3:
      return { x: width - y, y: x };
    default:
      return turn satisfies never;
  }
}

/** A rectangle of the label on the stage. */
export function boxToStage(stage: Stage, { x, y, width, height }: Rectangle): Rectangle {
  const a = toStage(stage, { x, y });
  const b = toStage(stage, { x: x + width, y: y + height });
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

/** A corner of a rectangle. */
export interface Corner {
  readonly isRight: boolean;
  readonly isLower: boolean;
}

export function cornerOf({ x, y, width, height }: Rectangle, { isRight, isLower }: Corner): Point {
  return { x: isRight ? x + width : x, y: isLower ? y + height : y };
}

/** A rectangle with a corner elsewhere, the one across from it staying. */
export function stretched(
  { x, y, width, height }: Rectangle,
  { isRight, isLower }: Corner,
  by: Point,
): Rectangle {
  const right = Math.max(1, width + (isRight ? by.x : -by.x));
  const down = Math.max(1, height + (isLower ? by.y : -by.y));
  return {
    x: isRight ? x : x + width - right,
    y: isLower ? y : y + height - down,
    width: right,
    height: down,
  };
}

/** How a label's picture was changed after its fields were placed. */
export interface Finish {
  readonly inverted: boolean;
  readonly mirrored: boolean;
  readonly doubled: boolean;
}

/** The finish of most labels: their fields are where they were placed. */
export const PLAIN: Finish = { inverted: false, mirrored: false, doubled: false };

/** A way across the picture as the dots by which its field has to move. */
export function toFieldDots({ inverted, mirrored, doubled }: Finish, { x, y }: Point): Point {
  const dot = doubled ? 2 : 1;
  const across = inverted !== mirrored ? -1 : 1;
  const down = inverted ? -1 : 1;
  return { x: whole((across * x) / dot), y: whole((down * y) / dot) };
}

/** A point of a picture of so many dots as the place of a field there. */
export function toFieldPoint(
  { inverted, mirrored, doubled }: Finish,
  { width, height }: { readonly width: number; readonly height: number },
  { x, y }: Point,
): Point {
  const dot = doubled ? 2 : 1;
  const across = inverted !== mirrored ? width - x : x;
  return { x: whole(across / dot), y: whole((inverted ? height - y : y) / dot) };
}

/** The place of a field as a point of a picture of so many dots: {@link toFieldPoint} takes it back. */
export function toLabelPoint(
  { inverted, mirrored, doubled }: Finish,
  { width, height }: { readonly width: number; readonly height: number },
  { x, y }: Point,
): Point {
  const dot = doubled ? 2 : 1;
  return {
    x: inverted !== mirrored ? width - dot * x : dot * x,
    y: inverted ? height - dot * y : dot * y,
  };
}

/** A corner of a field's box as the picture shows it. */
export function toFieldCorner({ inverted, mirrored }: Finish, { isRight, isLower }: Corner): Corner {
  return { isRight: isRight !== (inverted !== mirrored), isLower: isLower !== inverted };
}

/** Rounded; never minus zero. */
function whole(value: number): number {
  return Math.round(value) + 0;
}

/** The scale of a ruler: steps between numbers, in its unit, that are at least so many pixels apart. */
export function rulerStep(pixelsPerUnit: number, leastPixels: number): number {
  for (let decade = 0.1; ; decade *= 10) {
    for (const factor of [1, 2, 5])
      if (factor * decade * pixelsPerUnit >= leastPixels) return factor * decade;
  }
}
