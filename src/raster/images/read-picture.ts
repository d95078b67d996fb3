import type { GreyPicture } from './grey-picture.ts';
import { picturePixels } from './picture-file.ts';
import { type PictureHeader } from './picture-header.ts';
import { luminance } from './threshold.ts';

/**
 * A picture file in grey; what is transparent lies on white. Null where the file is damaged.
 *
 * @param header whose size the caller has bounded; of another size, an SVG is sharp and all others are smoothed
 */
export function readPicture(file: Uint8Array, header: PictureHeader): GreyPicture | null {
  const pixels = picturePixels(file, header);
  if (pixels === null) return null;
  const { width, height } = header;
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at++) {
    // No part of the pixels for each: a photo has millions.
    const from = 4 * at;
    const level = luminance(pixels[from] as number, pixels[from + 1] as number, pixels[from + 2] as number);
    data[at] = Math.round(255 - ((255 - level) * (pixels[from + 3] as number)) / 255);
  }
  return { width, height, data };
}
