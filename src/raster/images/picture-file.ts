import { canvas } from '../../on-first-use.ts';
import type { Picture } from '../../zpl/printer.ts';
import { bmpPixels } from './bmp.ts';
import { PackedDots } from './packed-dots.ts';
import type { PictureHeader, PictureType } from './picture-header.ts';
import { isDark, luminance } from './threshold.ts';

/** The last bytes of files that are whole; the decoder takes what there is of others, and leaves the rest blank. */
const ENDS: Readonly<Partial<Record<PictureType, Buffer>>> = {
  PNG: Buffer.from('IEND'),
  JPEG: Buffer.from([0xff, 0xd9]),
  GIF: Buffer.from([0x3b]),
};

/** Whether a file has its end; a file of a type without one counts as whole. */
export function hasEnd(file: Uint8Array, type: PictureType): boolean {
  const end = ENDS[type];
  return end === undefined || Buffer.from(file.buffer, file.byteOffset, file.length).lastIndexOf(end) >= 0;
}

/**
 * The pixels of a picture file: red, green, blue and alpha of each. The caller has bounded the size, which is that of
 * the header, or another one: an SVG is sharp then, a BMP is refused, and other pictures are smoothed. Null where the
 * file is damaged, and for a BMP that is compressed.
 */
export function picturePixels(file: Uint8Array, { type, width, height }: PictureHeader): Uint8Array | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  if (!hasEnd(file, type)) return null;
  const { createCanvas, Image } = canvas();
  // The canvas decodes a BMP later, in its own time.
  if (type === 'BMP') return bmpPixels(file, { width, height });
  const image = new Image();
  const surface = createCanvas(width, height);
  try {
    image.src = bytes;
    if (!image.complete || image.width === 0) return null;
    const context = surface.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    // The copy below takes as much as the surface, and needs the decoded pixels no more.
    image.src = NOTHING;
    return new Uint8Array(context.getImageData(0, 0, width, height).data.buffer);
  } catch {
    // The library throws what is wrong with the file.
    return null;
  } finally {
    // Else their memory is let go when V8 finds them, which knows nothing of its size: 400 pictures of 1400 x 1400 took
    // 2.9 GB in a batch.
    surface.width = 1;
    surface.height = 1;
    image.src = NOTHING;
  }
}

const NOTHING = Buffer.alloc(0);

/**
 * The dots of a picture file: what is darker than half is black, what is transparent lies on white. Null where it is
 * damaged.
 */
export function pictureDots(file: Uint8Array, header: PictureHeader): Picture | null {
  const pixels = picturePixels(file, header);
  if (pixels === null) return null;
  const { width, height } = header;
  const dots = new PackedDots(width, height);
  for (let y = 0; y < height; y++) {
    dots.drawLine(y, pixels.subarray(4 * width * y, 4 * width * (y + 1)), isBlack);
  }
  return dots;
}

function isBlack(line: Uint8Array, pixel: number): boolean {
  const at = 4 * pixel;
  const level = luminance(line[at] as number, line[at + 1] as number, line[at + 2] as number);
  return isDark(level, line[at + 3]);
}
