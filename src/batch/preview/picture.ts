import type { Image, SKRSContext2D } from '@napi-rs/canvas';
import { Bitmap } from '../../bitmap/bitmap.ts';
import { bitOf } from '../../bitmap/packed-bits.ts';
import { type CompressedDots, compressed } from '../../encode/compressed-dots.ts';
import { PNG_SIGNATURE } from '../../encode/png.ts';
import { LIMITS } from '../../limits.ts';
import { canvas } from '../../on-first-use.ts';

/** The offset of width and height in a PNG. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const START_BYTES = 24;
/** The threshold of 255 below which a pixel is ink. */
const HALF = 128;

/** Decodes a PNG, which any renderer may have made. Null for one that is damaged or larger than the API renders. */
export async function pictureOf(png: Uint8Array): Promise<Image | null> {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.length);
  if (bytes.length < START_BYTES || !bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE))
    return null;
  const [width, height] = [bytes.readUInt32BE(WIDTH_AT), bytes.readUInt32BE(HEIGHT_AT)];
  if (width * height > LIMITS.renderPixels) return null;
  try {
    return await canvas().loadImage(bytes);
  } catch {
    return null;
  }
}

/** The dots of a drawing on a white surface. */
export function dotsOfDrawing(
  width: number,
  height: number,
  draw: (context: SKRSContext2D) => void,
): CompressedDots {
  const context = canvas().createCanvas(width, height).getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  draw(context);
  const { data } = context.getImageData(0, 0, width, height);
  const dots = Bitmap.ofBoundedSize(width, height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const light =
        0.3 * (data[at] as number) + 0.59 * (data[at + 1] as number) + 0.11 * (data[at + 2] as number);
      if (light >= HALF) continue;
      const word = y * dots.stride + (x >> 5);
      dots.words[word] = (dots.words[word] as number) | bitOf(x);
    }
  }
  return compressed(dots);
}

/** The reason on the sheet for a picture that {@link pictureOf} cannot decode. */
export const UNREADABLE = 'the renderer gave a picture that cannot be shown here';
