import { asItLies } from './exif.ts';
import { type GreyPicture, mirrored, turned } from './grey-picture.ts';
import { picturePixels } from './picture-file.ts';
import type { PictureHeader } from './picture-header.ts';
import { luminance } from './threshold.ts';

/**
 * A picture file in grey; what is transparent lies on white. Null where the file is damaged.
 *
 * @param header whose size the caller has bounded; of another size, an SVG is sharp and all others are smoothed
 */
export function readPicture(file: Uint8Array, header: PictureHeader): GreyPicture | null {
  if (header.type !== 'JPEG') return greyOf(file, header);
  const { file: plain, turn, isMirrored } = asItLies(file);
  const { width, height } = header;
  const size = turn % 180 === 0 ? { width, height } : { width: height, height: width };
  const picture = greyOf(plain, { type: 'JPEG', ...size });
  if (picture === null) return null;
  const upright = turned(picture, turn);
  return isMirrored ? mirrored(upright) : upright;
}

function greyOf(file: Uint8Array, header: PictureHeader): GreyPicture | null {
  const pixels = picturePixels(file, header);
  if (pixels === null) return null;
  const { width, height } = header;
  const data = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < data.length; at++, from += 4) {
    const level = luminance(pixels[from] as number, pixels[from + 1] as number, pixels[from + 2] as number);
    const alpha = pixels[from + 3] as number;
    // Rounded, since the array takes whole numbers. Few pixels are transparent at all.
    data[at] = (alpha === 255 ? level : 255 - ((255 - level) * alpha) / 255) + 0.5;
  }
  return { width, height, data };
}
