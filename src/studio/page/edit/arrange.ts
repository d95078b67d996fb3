import type { Rectangle } from '../../../bitmap/box.ts';
import { boundsOf, type Point } from '../geometry.ts';

/** The alignments of boxes. */
export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';

/** An axis of the label. */
export type Axis = 'x' | 'y';

/** The beginning and the end of a box on an axis. */
function extent(box: Rectangle, axis: Axis): { readonly from: number; readonly to: number } {
  return axis === 'x' ? { from: box.x, to: box.x + box.width } : { from: box.y, to: box.y + box.height };
}

function along(axis: Axis, way: number): Point {
  const whole = Math.round(way) + 0;
  return axis === 'x' ? { x: whole, y: 0 } : { x: 0, y: whole };
}

/**
 * The distances, in dots, that align boxes with the outermost of them; a single box with the label's edges.
 *
 * @param label size in dots
 */
export function alignedBoxes(
  boxes: readonly Rectangle[],
  alignment: Alignment,
  label: { readonly width: number; readonly height: number },
): readonly Point[] {
  const axis: Axis = alignment === 'left' || alignment === 'centre' || alignment === 'right' ? 'x' : 'y';
  const bounds = boxes.length > 1 ? boundsOf(boxes) : null;
  const frame = extent(bounds ?? { x: 0, y: 0, ...label }, axis);
  return boxes.map((box) => {
    const { from, to } = extent(box, axis);
    switch (alignment) {
      case 'left':
      case 'top':
        return along(axis, frame.from - from);
      case 'right':
      case 'bottom':
        return along(axis, frame.to - to);
      case 'centre':
      case 'middle':
        return along(axis, (frame.from + frame.to - from - to) / 2);
      default:
        return alignment satisfies never;
    }
  });
}

/** The distances, in dots, that leave equal gaps between neighbours; the outermost two of three or more boxes stay. */
export function distributedBoxes(boxes: readonly Rectangle[], axis: Axis): readonly Point[] {
  const order = boxes
    .map((box, index) => ({ index, ...extent(box, axis) }))
    .toSorted((a, b) => a.from + a.to - b.from - b.to);
  const [first, last] = [order[0], order.at(-1)];
  const ways = boxes.map(() => along(axis, 0));
  if (first === undefined || last === undefined || order.length < 3) return ways;
  const inside = order.slice(1, -1);
  const taken = inside.reduce((sum, { from, to }) => sum + to - from, 0);
  const gap = (last.from - first.to - taken) / (order.length - 1);
  let at = first.to;
  for (const { index, from, to } of inside) {
    ways[index] = along(axis, at + gap - from);
    at += gap + to - from;
  }
  return ways;
}

/** A line that shows an alignment of a dragged box. */
export interface Guide {
  readonly axis: Axis;
  /** Dots from the edge. */
  readonly at: number;
}

/** A distance that was changed for an alignment. */
export interface Snapped {
  readonly way: Point;
  readonly guides: readonly Guide[];
}

/** The lines that boxes can be aligned with: edges and middles of others. Dots. */
export type Lines = Readonly<Record<Axis, readonly number[]>>;

/** The lines of the label and of boxes on it. */
export function linesOf(
  others: readonly Rectangle[],
  label: { readonly width: number; readonly height: number },
): Lines {
  const boxes = [...others, { x: 0, y: 0, ...label }];
  const on = (axis: Axis): readonly number[] => [
    ...new Set(
      boxes.flatMap((box) => {
        const { from, to } = extent(box, axis);
        return [from, (from + to) / 2, to];
      }),
    ),
  ];
  return { x: on('x'), y: on('y') };
}

/** The distance of a dragged box, changed to the nearest line within a reach in dots, on each axis by itself. */
export function snappedWay(box: Rectangle, way: Point, lines: Lines, reach: number): Snapped {
  const across = snap(extent(box, 'x'), way.x, lines.x, reach);
  const down = snap(extent(box, 'y'), way.y, lines.y, reach);
  return {
    way: { x: across.way, y: down.way },
    guides: [
      ...across.guides.map((at): Guide => ({ axis: 'x', at })),
      ...down.guides.map((at): Guide => ({ axis: 'y', at })),
    ],
  };
}

function snap(
  { from, to }: { readonly from: number; readonly to: number },
  way: number,
  lines: readonly number[],
  reach: number,
): { readonly way: number; readonly guides: readonly number[] } {
  const places = [from, (from + to) / 2, to];
  let best: number | null = null;
  for (const place of places) {
    for (const line of lines) {
      const needed = line - place;
      const isNearer = best === null || Math.abs(needed - way) < Math.abs(best - way);
      if (Math.abs(needed - way) <= reach && isNearer) best = needed;
    }
  }
  if (best === null) return { way, guides: [] };
  const taken = Math.round(best);
  return { way: taken, guides: lines.filter((line) => places.some((at) => Math.abs(at + taken - line) < 1)) };
}
