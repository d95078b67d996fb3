import type { Bitmap } from '../bitmap/bitmap.ts';
import { packedBytes } from '../bitmap/packed-bits.ts';
import { pictureDots } from '../raster/images/picture-file.ts';
import { pictureHeader } from '../raster/images/picture-header.ts';
import type { Picture } from '../zpl/printer.ts';
import { PreviewFault } from './printer-preview.ts';

/** A picture of dots with its width, which may end inside a byte. */
export interface Dots extends Picture {
  readonly width: number;
}

const PICTURE_DOTS_MAX = 16_000_000;

/** Whether a dot is black; dots outside the picture are white. */
export function isBlackAt({ width, bytesPerRow, rows, data }: Dots, x: number, y: number): boolean {
  if (x < 0 || x >= width || y < 0 || y >= rows) return false;
  return ((data[y * bytesPerRow + (x >> 3)] as number) & (0x80 >> (x & 7))) !== 0;
}

export function isBlank({ data }: Dots): boolean {
  return data.every((byte) => byte === 0);
}

export function dotsOfBitmap(bitmap: Bitmap): Dots {
  const { width, height } = bitmap;
  return { width, bytesPerRow: (width + 7) >> 3, rows: height, data: packedBytes(bitmap) };
}

/**
 * The dots of a preview.
 *
 * @throws PreviewFault if it is damaged or too large.
 */
export function dotsOfPng(png: Uint8Array): Dots {
  const header = pictureHeader(png);
  if (header === null || header.width * header.height > PICTURE_DOTS_MAX) {
    throw new PreviewFault(`its preview is damaged, or larger than ${PICTURE_DOTS_MAX} dots`);
  }
  const dots = pictureDots(png, header);
  if (dots === null) throw new PreviewFault('its preview is a damaged PNG');
  const { bytesPerRow, rows, data } = dots;
  return { width: header.width, bytesPerRow, rows, data };
}
