import { canvas } from '../../on-first-use.ts';
import type { Picture } from '../../zpl/printer.ts';
import { bmpPixels } from './bmp.ts';
import { PackedDots } from './packed-dots.ts';
import type { PictureHeader, PictureType } from './picture-header.ts';
import { isDark, luminance } from './threshold.ts';

/** The last bytes of complete files; decoders draw a part of an incomplete one, and leave the rest blank. */
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

/** Takes whole rows of a picture from row `y` on: red, green, blue and alpha of each pixel. */
type UseRows = (pixels: Uint8Array, y: number) => void;

/** Pixels that are copied from the canvas at a time, since allocating memory takes time. */
const STRIP_PIXELS = 65_536;

/**
 * Reads the pixels of a picture file from top to bottom. The caller has bounded the size, which is that of the header,
 * or another one: an SVG is sharp then, a BMP is refused, and other pictures are smoothed. False for a damaged file,
 * and for a BMP that is compressed.
 */
export function readRows(file: Uint8Array, { type, width, height }: PictureHeader, use: UseRows): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  if (!hasEnd(file, type)) return false;
  const { createCanvas, Image } = canvas();
  // The canvas decodes a BMP asynchronously.
  if (type === 'BMP') {
    const pixels = bmpPixels(file, { width, height });
    if (pixels !== null) use(pixels, 0);
    return pixels !== null;
  }
  const image = new Image();
  const surface = createCanvas(1, 1);
  try {
    image.src = bytes;
    if (!image.complete || image.width === 0) return false;
    // Parts of a picture that is smoothed would have seams.
    const isOwnSize = type !== 'SVG' && image.width === width && image.height === height;
    const rows = isOwnSize ? Math.min(height, Math.ceil(STRIP_PIXELS / width)) : height;
    surface.width = width;
    surface.height = rows;
    const context = surface.getContext('2d');
    context.imageSmoothingQuality = 'high';
    for (let y = 0; y < height; y += rows) {
      if (y > 0) context.clearRect(0, 0, width, rows);
      context.drawImage(image, 0, -y, width, height);
      // The copy below takes as much memory as the surface, and the decoded pixels are no longer needed.
      if (y + rows >= height) image.src = NOTHING;
      use(new Uint8Array(context.getImageData(0, 0, width, Math.min(rows, height - y)).data.buffer), y);
    }
    return true;
  } catch {
    // The library throws for a damaged file.
    return false;
  } finally {
    // Otherwise their memory is freed when V8 collects them, which does not know its size: 400 pictures of 1400 x 1400
    // took 2.9 GB in a batch.
    surface.width = 1;
    surface.height = 1;
    image.src = NOTHING;
  }
}

const NOTHING = Buffer.alloc(0);

/** A white pixel that covers the paper, as most are. */
const WHITE = 0xffffffff;

/**
 * The dots of a picture file: what is darker than half is black, what is transparent lies on white. Null where it is
 * damaged.
 */
export function pictureDots(file: Uint8Array, header: PictureHeader): Picture | null {
  const { width, height } = header;
  const dots = new PackedDots(width, height);
  const isWhole = readRows(file, header, (pixels, top) => {
    const { data, bytesPerRow } = dots;
    const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length >> 2);
    for (let pixel = 0; pixel < words.length; pixel++) {
      if (words[pixel] === WHITE || !isBlack(pixels, pixel)) continue;
      const x = pixel % width;
      data[(top + (pixel - x) / width) * bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  });
  return isWhole ? dots : null;
}

function isBlack(pixels: Uint8Array, pixel: number): boolean {
  const at = 4 * pixel;
  const level = luminance(pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number);
  return isDark(level, pixels[at + 3]);
}
