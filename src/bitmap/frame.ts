import type { Orientation } from './rotate.ts';

/**
 * The own coordinates of something that is drawn rotated, such as a field of a label: u runs in reading direction and
 * v downwards while it is upright.
 * (x, y) is where u = 0 and v = 0 lie, between dots, and the field is rotated about that point.
 */
export interface Frame {
  readonly orientation: Orientation;
  readonly x: number;
  readonly y: number;
}

/** The top left dot on the surface of a rectangle that is given as it lies in the upright field. */
export function cornerOf(
  frame: Frame,
  u: number,
  v: number,
  width: number,
  height: number,
): { readonly x: number; readonly y: number } {
  switch (frame.orientation) {
    case 'N':
      return { x: frame.x + u, y: frame.y + v };
    case 'R':
      return { x: frame.x - v - height, y: frame.y + u };
    case 'I':
      return { x: frame.x - u - width, y: frame.y - v - height };
    case 'B':
      return { x: frame.x + v, y: frame.y - u - width };
  }
}
