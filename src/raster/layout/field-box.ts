import { cornerOf, type Frame } from '../../bitmap/frame.ts';
import type { Orientation } from '../../bitmap/rotate.ts';
import type { Origin } from '../../zpl/label.ts';

/** The upright extents of a field. */
export interface FieldBox {
  readonly width: number;
  readonly height: number;
  /** The v of the line that `^FT` puts at its y: a baseline, or the bottom. */
  readonly anchor: number;
  /** The distance from the edge of a box rotated I or B to the beginning of its u; the width if absent. */
  readonly rotatedStart?: number;
}

/**
 * The frame of a field whose box starts at u = 0, v = 0. `^FO` places the top left of the rotated box, or its
 * top right when it is right-justified; `^FT` the start of the anchor line, or its end.
 */
export function frameOf(origin: Origin, orientation: Orientation, box: FieldBox): Frame {
  const { x, y, command, justify } = origin;
  const fromEnd = justify === 1;
  if (command === '^FT') {
    const u = fromEnd ? box.width : 0;
    // The point (u, anchor) of the field lands on (x, y).
    const corner = cornerOf({ orientation, x: 0, y: 0 }, u, box.anchor, 0, 0);
    return { orientation, x: x - corner.x, y: y - corner.y };
  }
  const upright = orientation === 'N' || orientation === 'I';
  const width = upright ? box.width : box.height;
  const left = fromEnd ? x - width : x;
  // The box's own top left corner lands on (left, y).
  const corner = cornerOf({ orientation, x: 0, y: 0 }, 0, 0, box.rotatedStart ?? box.width, box.height);
  return { orientation, x: left - corner.x, y: y - corner.y };
}
