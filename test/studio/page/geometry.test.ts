import { describe, expect, it } from 'vitest';
import {
  boxToStage,
  fromStage,
  rulerStep,
  type Stage,
  stretched,
  toFieldCorner,
  toFieldDots,
  toFieldPoint,
  toLabelPoint,
  toStage,
  turnedSize,
} from '../../../src/studio/page/geometry.ts';

const TURNS = [0, 1, 2, 3] as const;

describe('the label on the stage', () => {
  it.each(TURNS)('turned %i times, a point comes back from where it is shown', (turn) => {
    const stage: Stage = { width: 400, height: 200, turn };
    const shown = toStage(stage, { x: 30, y: 70 });
    const { width, height } = turnedSize(stage);
    expect(shown.x).toBeLessThan(width);
    expect(shown.y).toBeLessThan(height);
    expect(fromStage(stage, shown)).toEqual({ x: 30, y: 70 });
  });

  it('turned clockwise, the upper left corner is at the upper right', () => {
    const stage: Stage = { width: 400, height: 200, turn: 1 };
    expect(turnedSize(stage)).toEqual({ width: 200, height: 400 });
    expect(boxToStage(stage, { x: 0, y: 0, width: 10, height: 20 })).toEqual({
      x: 180,
      y: 0,
      width: 20,
      height: 10,
    });
  });
});

it.each([
  [
    { inverted: false, mirrored: false, doubled: false },
    { x: 4, y: -6 },
  ],
  [
    { inverted: true, mirrored: false, doubled: false },
    { x: -4, y: 6 },
  ],
  [
    { inverted: false, mirrored: true, doubled: false },
    { x: -4, y: -6 },
  ],
  [
    { inverted: true, mirrored: true, doubled: true },
    { x: 2, y: 3 },
  ],
])('on a label with %j a way of 4, -6 moves its field by %j', (finish, expected) => {
  expect(toFieldDots(finish, { x: 4, y: -6 })).toEqual(expected);
});

it.each([
  [
    { inverted: false, mirrored: false, doubled: false },
    { x: 40, y: 60 },
  ],
  [
    { inverted: true, mirrored: false, doubled: false },
    { x: 360, y: 140 },
  ],
  [
    { inverted: false, mirrored: true, doubled: true },
    { x: 180, y: 30 },
  ],
])('on a label with %j the point 40, 60 is that of a field at %j', (finish, expected) => {
  const size = { width: 400, height: 200 };
  expect(toFieldPoint(finish, size, { x: 40, y: 60 })).toEqual(expected);
  expect(toLabelPoint(finish, size, expected)).toEqual({ x: 40, y: 60 });
});

it.each([
  [8, 44, 10],
  [80, 44, 1],
  [1, 44, 50],
])('with %d pixels a unit, numbers %d pixels apart are every %d', (pixels, least, step) => {
  expect(rulerStep(pixels, least)).toBe(step);
});

it('a rectangle that is stretched by a corner keeps the one across', () => {
  const box = { x: 10, y: 20, width: 30, height: 40 };
  const by = { x: 5, y: -8 };
  expect(stretched(box, { isRight: true, isLower: true }, by)).toEqual({ ...box, width: 35, height: 32 });
  expect(stretched(box, { isRight: false, isLower: false }, by)).toEqual({
    x: 15,
    y: 12,
    width: 25,
    height: 48,
  });
});

it('a corner is shown where the label is printed', () => {
  const corner = { isRight: true, isLower: true };
  const upright = { inverted: false, mirrored: false, doubled: false };
  expect(toFieldCorner(upright, corner)).toEqual(corner);
  expect(toFieldCorner({ ...upright, inverted: true }, corner)).toEqual({ isRight: false, isLower: false });
  expect(toFieldCorner({ ...upright, mirrored: true }, corner)).toEqual({ isRight: false, isLower: true });
});
