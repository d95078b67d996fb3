import type { Rectangle } from '../../bitmap/box.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Quarter turns clockwise. */
export type Turn = 0 | 1 | 2 | 3;

/** How labels lie on the stage: their size in dots, how they are turned, how many there are below one another. */
export interface Stage {
  readonly width: number;
  readonly height: number;
  readonly turn: Turn;
  readonly count: number;
}

/** Part of a label's height between two of them. */
const GAP = 0.08;

/** Width and height of one label as it is turned. */
export function turnedSize({ width, height, turn }: Stage): {
  readonly width: number;
  readonly height: number;
} {
  return turn % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** The top of the label of an index on the stage. */
export function labelTop(stage: Stage, index: number): number {
  return index * Math.round(turnedSize(stage).height * (1 + GAP));
}

/** Width and height of all labels together. */
export function stageSize(stage: Stage): { readonly width: number; readonly height: number } {
  const { width, height } = turnedSize(stage);
  return { width, height: labelTop(stage, Math.max(0, stage.count - 1)) + height };
}

/** A point of a label on the stage. */
export function toStage(stage: Stage, index: number, { x, y }: Point): Point {
  const { width, height, turn } = stage;
  const top = labelTop(stage, index);
  switch (turn) {
    case 0:
      return { x, y: top + y };
    case 1:
      return { x: height - y, y: top + x };
    case 2:
      return { x: width - x, y: top + height - y };
    case 3:
      return { x: y, y: top + width - x };
    default:
      return turn satisfies never;
  }
}

/** A point of the stage on the label of an index, which it may be beside. */
export function fromStage(stage: Stage, index: number, { x, y }: Point): Point {
  const { width, height, turn } = stage;
  const down = y - labelTop(stage, index);
  switch (turn) {
    case 0:
      return { x, y: down };
    case 1:
      return { x: down, y: height - x };
    case 2:
      return { x: width - x, y: height - down };
    case 3:
      return { x: width - down, y: x };
    default:
      return turn satisfies never;
  }
}

/** The index of the label that a point of the stage is on or nearest above it. */
export function labelIndexAt(stage: Stage, { y }: Point): number {
  const step = labelTop(stage, 1);
  return Math.min(stage.count - 1, Math.max(0, Math.floor(y / Math.max(1, step))));
}

/** A rectangle of a label on the stage. */
export function boxToStage(stage: Stage, index: number, { x, y, width, height }: Rectangle): Rectangle {
  const a = toStage(stage, index, { x, y });
  const b = toStage(stage, index, { x: x + width, y: y + height });
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
