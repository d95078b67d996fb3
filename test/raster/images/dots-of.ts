import type { Picture } from '../../../src/zpl/printer.ts';

/** Rows of a picture as ones and zeros; null for none. */
export function dotsOf(picture: Picture | null): string[] | null {
  if (picture === null) return null;
  const { bytesPerRow, rows, data } = picture;
  return Array.from({ length: rows }, (_, y) =>
    Array.from(data.subarray(y * bytesPerRow, (y + 1) * bytesPerRow), (byte) =>
      byte.toString(2).padStart(8, '0'),
    ).join(''),
  );
}
