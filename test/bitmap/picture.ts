import type { Bitmap } from '../../src/bitmap/bitmap.ts';

/** The bitmap as rows of `#` and `.`. */
export function picture(bitmap: Bitmap): string[] {
  return Array.from({ length: bitmap.height }, (_, y) => {
    let row = '';
    for (let x = 0; x < bitmap.width; x++) row += bitmap.has(x, y) ? '#' : '.';
    return row;
  });
}

/** First and last column and row that hold black dots; null on a blank bitmap. */
export function blackBounds(
  bitmap: Bitmap,
): { left: number; right: number; top: number; bottom: number } | null {
  let bounds: { left: number; right: number; top: number; bottom: number } | null = null;
  const { stride, words } = bitmap;
  for (let y = 0; y < bitmap.height; y++) {
    if (words.subarray(y * stride, (y + 1) * stride).every((word) => word === 0)) continue;
    for (let x = 0; x < bitmap.width; x++) {
      if (!bitmap.has(x, y)) continue;
      bounds ??= { left: x, right: x, top: y, bottom: y };
      bounds.left = Math.min(bounds.left, x);
      bounds.right = Math.max(bounds.right, x);
      bounds.bottom = y;
    }
  }
  return bounds;
}

/** How many dots are black. */
export function blackCount(bitmap: Bitmap): number {
  return picture(bitmap).join('').split('#').length - 1;
}
