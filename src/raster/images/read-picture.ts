import { asItLies, type Orientation } from './exif.ts';
import { type GreyPicture, mirrored, turned } from './grey-picture.ts';
import { picturePixels } from './picture-file.ts';
import type { PictureHeader } from './picture-header.ts';
import { luminance } from './threshold.ts';

type Size = Pick<GreyPicture, 'width' | 'height'>;

/**
 * A picture file in grey; what is transparent lies on white. Null where the file is damaged.
 *
 * @param header whose size the caller has bounded; of another size, an SVG is sharp and all others are smoothed
 */
export function readPicture(file: Uint8Array, header: PictureHeader): GreyPicture | null {
  if (header.type !== 'JPEG') return greyOf(file, header);
  const { file: plain, ...orientation } = asItLies(file);
  return uprightPicture(orientation, header, (size) => greyOf(plain, { type: 'JPEG', ...size }));
}

/**
 * A picture that is made upright.
 *
 * @param size pixels of the result
 * @param draw draws it as it lies in its file
 */
export function uprightPicture(
  { turn, isMirrored }: Orientation,
  { width, height }: Size,
  draw: (size: Size) => GreyPicture | null,
): GreyPicture | null {
  const picture = draw(turn % 180 === 0 ? { width, height } : { width: height, height: width });
  if (picture === null) return null;
  const upright = turned(picture, turn);
  return isMirrored ? mirrored(upright) : upright;
}

function greyOf(file: Uint8Array, header: PictureHeader): GreyPicture | null {
  const pixels = picturePixels(file, header);
  if (pixels === null) return null;
  const { width, height } = header;
  const data = new Uint8Array(width * height);
  const words = new Int32Array(pixels.buffer, pixels.byteOffset, data.length);
  let last = words[0] as number;
  let grey = greyOfPixel(last);
  for (let at = 0; at < data.length; at++) {
    const word = words[at] as number;
    // Pixels are often like the one before.
    if (word !== last) {
      last = word;
      grey = greyOfPixel(word);
    }
    data[at] = grey;
  }
  return { width, height, data };
}

/** The grey of a pixel as a word: red is lowest, as on all machines for which there is a canvas. */
function greyOfPixel(word: number): number {
  const level = luminance(word & 0xff, (word >> 8) & 0xff, (word >> 16) & 0xff);
  const alpha = word >>> 24;
  // Rounded, since grey is a whole number. Few pixels are transparent at all.
  return Math.floor((alpha === 255 ? level : 255 - ((255 - level) * alpha) / 255) + 0.5);
}
