import { describe, expect, it } from 'vitest';
import {
  alignedBoxes,
  distributedBoxes,
  linesOf,
  snappedWay,
} from '../../../../src/studio/page/edit/arrange.ts';

const LABEL = { width: 400, height: 200 };
const A = { x: 10, y: 20, width: 100, height: 30 };
const B = { x: 50, y: 100, width: 40, height: 20 };
const C = { x: 300, y: 150, width: 60, height: 10 };

describe('boxes that are aligned', () => {
  it.each([
    ['left', [0, 0], [-40, 0]],
    ['right', [0, 0], [20, 0]],
    ['centre', [0, 0], [-10, 0]],
    ['top', [0, 0], [0, -80]],
    ['bottom', [0, 70], [0, 0]],
    ['middle', [0, 35], [0, -40]],
  ] as const)('%s', (alignment, a, b) => {
    expect(alignedBoxes([A, B], alignment, LABEL).map(({ x, y }) => [x, y])).toEqual([a, b]);
  });

  it('are in the middle of the label if there is one alone', () => {
    expect(alignedBoxes([A], 'centre', LABEL)).toEqual([{ x: 140, y: 0 }]);
  });
});

it('gaps between distributed boxes are the same, whatever their order', () => {
  expect(distributedBoxes([C, B, A], 'x')).toEqual([
    { x: 0, y: 0 },
    { x: 135, y: 0 },
    { x: 0, y: 0 },
  ]);
  expect(distributedBoxes([A, B], 'x')).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ]);
});

it('a dragged box is brought into line with others and the label, within reach', () => {
  const lines = linesOf([B], LABEL);
  expect(snappedWay(A, { x: 38, y: 3 }, lines, 5)).toEqual({
    way: { x: 40, y: 3 },
    guides: [{ axis: 'x', at: 50 }],
  });
  expect(snappedWay(A, { x: 20, y: 76 }, lines, 5)).toEqual({
    way: { x: 20, y: 75 },
    guides: [{ axis: 'y', at: 110 }],
  });
  expect(snappedWay(A, { x: 12, y: 20 }, lines, 5)).toEqual({
    way: { x: 10, y: 20 },
    guides: [{ axis: 'x', at: 70 }],
  });
});
