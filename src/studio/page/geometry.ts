import type { Rectangle } from '../../bitmap/box.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Quarter turns clockwise. */
export type Turn = 0 | 1 | 2 | 3;

/** The stage: the size of the label in dots, and its rotation in the view. */
export interface Stage {
  readonly width: number;
  readonly height: number;
  readonly turn: Turn;
}

/** Width and height of the label after the rotation. */
export function turnedSize({ width, height, turn }: Stage): {
  readonly width: number;
  readonly height: number;
} {
  return turn % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** A point of the label as a point of the stage. */
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

/** A point of the stage as a point of the label, which may lie outside it. */
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

/** A rectangle of the label as a rectangle of the stage. */
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

/** The rectangle around others; null for none. */
export function boundsOf(boxes: readonly Rectangle[]): Rectangle | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/** Whether a point lies in a rectangle; its right and lower edges do not belong to it. */
export function contains({ x, y, width, height }: Rectangle, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;
}

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Dots of an arrow key with Shift. */
const FAR = 10;

/** The distance by which an arrow key moves something, in dots: 10 with Shift. Null for any other key. */
export function arrowDistance({
  key,
  shiftKey,
}: {
  readonly key: string;
  readonly shiftKey: boolean;
}): Point | null {
  const arrow = ARROWS[key];
  const dots = shiftKey ? FAR : 1;
  return arrow === undefined ? null : { x: arrow.x * dots, y: arrow.y * dots };
}

/** A corner of a rectangle. */
export interface Corner {
  readonly isRight: boolean;
  readonly isLower: boolean;
}

export function cornerOf({ x, y, width, height }: Rectangle, { isRight, isLower }: Corner): Point {
  return { x: isRight ? x + width : x, y: isLower ? y + height : y };
}

/** A rectangle with one corner moved; the opposite corner stays. */
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

/** The changes of a label's picture after its fields were placed. */
export interface Finish {
  readonly inverted: boolean;
  readonly mirrored: boolean;
  readonly doubled: boolean;
}

/** The finish of most labels: their fields are where they were placed. */
export const PLAIN: Finish = { inverted: false, mirrored: false, doubled: false };

/** A distance on the picture as the distance in dots by which its field has to move. */
export function toFieldDots({ inverted, mirrored, doubled }: Finish, { x, y }: Point): Point {
  const dot = doubled ? 2 : 1;
  const across = inverted !== mirrored ? -1 : 1;
  const down = inverted ? -1 : 1;
  return { x: whole((across * x) / dot), y: whole((down * y) / dot) };
}

/** A point of a picture of a size in dots as the place of a field there. */
export function toFieldPoint(
  { inverted, mirrored, doubled }: Finish,
  { width, height }: { readonly width: number; readonly height: number },
  { x, y }: Point,
): Point {
  const dot = doubled ? 2 : 1;
  const across = inverted !== mirrored ? width - x : x;
  return { x: whole(across / dot), y: whole((inverted ? height - y : y) / dot) };
}

/** The place of a field as a point of a picture of a size in dots: the reverse of {@link toFieldPoint}. */
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

/** The step between the numbers of a ruler, in its unit: numbers are at least `minPixels` apart. */
export function rulerStep(pixelsPerUnit: number, minPixels: number): number {
  for (let decade = 0.1; ; decade *= 10) {
    for (const factor of [1, 2, 5]) if (factor * decade * pixelsPerUnit >= minPixels) return factor * decade;
  }
}
