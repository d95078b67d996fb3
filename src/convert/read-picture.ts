import { canvas } from '../on-first-use.ts';
import type { PictureHeader } from '../raster/images/picture-file.ts';
import { luminance } from '../raster/images/threshold.ts';
import { MM_PER_INCH } from '../units.ts';
import type { GreyPicture } from './grey-picture.ts';

/**
 * Decodes a picture file; what is transparent lies on white. An SVG is drawn at any size. Null where the file is
 * damaged.
 *
 * @param header as `pictureHeader` reads it, whose size the caller has bounded
 * @param size of the result for an SVG; others have their own
 */
export function readPicture(
  file: Uint8Array,
  { width, height }: Pick<PictureHeader, 'width' | 'height'>,
): GreyPicture | null {
  const { createCanvas, Image } = canvas();
  try {
    const image = new Image();
    image.src = Buffer.from(file.buffer, file.byteOffset, file.length);
    if (!image.complete || image.width === 0) return null;
    const context = createCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0, width, height);
    const pixels = context.getImageData(0, 0, width, height).data;
    const data = new Uint8Array(width * height);
    for (let at = 0; at < data.length; at++) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(4 * at, 4 * at + 4);
      data[at] = Math.round(255 - ((255 - luminance(red, green, blue)) * alpha) / 255);
    }
    return { width, height, data };
  } catch {
    // The library throws what is wrong with the file.
    return null;
  }
}

/** The resolution that a PNG, JPEG or BMP says it has. Pixels per inch; null where it says none. */
export function resolutionOf(file: Uint8Array, { type }: PictureHeader): number | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const dpi =
    type === 'PNG' ? pngDpi(bytes) : type === 'JPEG' ? jfifDpi(bytes) : type === 'BMP' ? bmpDpi(bytes) : 0;
  return dpi >= 1 ? dpi : null;
}

const INCH_M = MM_PER_INCH / 1000;

/** The chunk `pHYs`, in pixels a metre, which stands before the data. */
function pngDpi(bytes: Buffer): number {
  const end = bytes.indexOf('IDAT', 0, 'latin1');
  const at = bytes.subarray(0, Math.max(0, end)).indexOf('pHYs', 0, 'latin1');
  if (at < 0 || at + 13 > bytes.length || bytes[at + 12] !== 1) return 0;
  return bytes.readUInt32BE(at + 4) * INCH_M;
}

/** The density of the first segment, if that is JFIF's. */
function jfifDpi(bytes: Buffer): number {
  if (bytes.length < 18 || bytes.toString('latin1', 6, 11) !== 'JFIF\0') return 0;
  const density = bytes.readUInt16BE(14);
  return bytes[13] === 1 ? density : bytes[13] === 2 ? (density * MM_PER_INCH) / 10 : 0;
}

function bmpDpi(bytes: Buffer): number {
  return bytes.length < 42 ? 0 : bytes.readInt32LE(38) * INCH_M;
}
