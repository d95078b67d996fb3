import type { Bitmap, PaintMode } from './bitmap.ts';
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

/** Fills a rectangle of dots, with black unless another mode is given. */
export type Fill = (x: number, y: number, width: number, height: number, mode?: PaintMode) => void;

/**
 * Fills rectangles that are given as they lie upright. Their places are those of {@link cornerOf}, computed without an
 * object for each: a QR Code on its side takes 46 → 14 µs.
 */
export function fillIn(surface: Bitmap, { x, y, orientation }: Frame): Fill {
  const lies = orientation === 'R' || orientation === 'B';
  const forwards = orientation === 'N' || orientation === 'R';
  const downwards = orientation === 'N' || orientation === 'B';
  return (u, v, width, height, mode = 'black') => {
    const along = forwards ? u : -u - width;
    const across = downwards ? v : -v - height;
    if (lies) surface.fillRect(x + across, y + along, height, width, mode);
    else surface.fillRect(x + along, y + across, width, height, mode);
  };
}
