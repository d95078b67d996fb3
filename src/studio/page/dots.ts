import { unpackDots } from '../packed-dots.ts';

/** Pixels as the bytes red, green, blue and opacity, in the order of all machines that browsers run on. */
const BLACK = 0xff00_0000;
const WHITE = 0xffff_ffff;

/** The picture of dots that were sent in base64, packed. */
export function pictureOf(base64: string, width: number, height: number): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stride = (width + 31) >>> 5;
  const words = unpackDots(new Int32Array(bytes.buffer), stride, stride * height);
  const image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer).fill(WHITE);
  for (let y = 0; y < height; y++) {
    for (let word = 0; word < stride; word++) {
      // The leftmost dot is the highest bit; what is left is shifted until it has none.
      let dots = words[y * stride + word] as number;
      for (let at = y * width + word * 32; dots !== 0; at++, dots <<= 1) if (dots < 0) pixels[at] = BLACK;
    }
  }
  return createImageBitmap(image);
}
